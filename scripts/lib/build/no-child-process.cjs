// @ts-check
// Stands in for `node:child_process` inside commander, which wants it for subcommands that are programs of their own. Ours are not.

function refuse() {
  throw new Error('no subcommand of these programs is a program of its own');
}

module.exports = { spawn: refuse };
