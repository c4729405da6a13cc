// @ts-check
// Replaces `node:child_process` in commander, which uses it for subcommands that are separate programs. Ours are not.

function refuse() {
  throw new Error('these programs have no subcommands that are separate programs');
}

module.exports = { spawn: refuse };
