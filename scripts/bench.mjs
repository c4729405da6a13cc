// @ts-check
// Measures the speed of the engine, as ratios within one run: `npm run bench`, also on a fresh clone. Imports only modules of Node, because
// it runs before packages are installed.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm run bench -- [--only <name>]...

Installs missing packages and builds. Creates swarms of 10 to 10,000 agents, timelines of 1,000 to 1,000,000 entries, vaults of 470 to
50,000 notes, stacks and teams in a temporary folder (3 GB), and measures them alternately in rounds; about forty minutes. Prints medians,
quartiles, and ratios to the first line of each group. No measurement passes or fails.

  --only lock             one lock acquired and released, the store kept open
  --only lock-cold        a store opened, one lock acquired, the store closed
  --only read             the log opened at its newest checkpoint
  --only program          a short program compared with Node alone
  --only lock-ways        one lock compared with rewriting a file, without and with proper-lockfile
  --only record           one entry of the timeline recorded, the store kept open
  --only record-ways      one entry compared with rewriting a file, without and with proper-lockfile
  --only query            queries to an open timeline
  --only timeline-cold    a timeline opened, queried once, and closed
  --only timeline-memory  the memory of a process after these queries
  --only vault            a vault indexed, compared with a YAML library for each header and a simple indexer in Python
  --only vault-start      a vault opened, with and without its cache
  --only vault-change     one note changed, until links and words are right again
  --only vault-query      queries to an open vault
  --only vault-query-ways a query compared with a scan of all notes
  --only vault-program    a whole process that searches, compared with Node alone
  --only vault-memory     the memory of a process with an open vault
  --only vault-index-memory  the memory of a process that has indexed a vault
  --only stack-send       one message sent into an INBOX of up to 10,000
  --only stack-send-ways  one message compared with rewriting an INBOX
  --only stack-status     the status of 20 and 200 agents
  --only stack-program    a whole process that shows their status, compared with Node alone
  --only team-open        a team of 1,000 agents and 1,000 projects opened
  --only team-change      one of its notes changed by another program
  --only team-program     a whole process that shows its status, compared with Node alone
  --only graph-build      the semantic graph of this project and of a package, all of it, unchanged, and one file changed
  --only graph-analysis   a graph of 50,000 nodes built and queried
  --only views            dashboards in the real editor: the first row, a change, scrolling, idle
  --only views-memory     memory of the extension host and of a page
  --only graph-precision  precision of impact, measured with the newest fifth of this project's commits`;

async function main() {
  const { only = [], help } = parseArgs({
    options: { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  }).values;
  if (help === true) return say(HELP);
  if (!(await ensureInstalled(say))) {
    process.exitCode = 1;
    return;
  }
  const { importTypeScript } = await import('./lib/import-typescript.mjs');
  const { bench } = /** @type {typeof import('../test/bench/main.ts')} */ (await importTypeScript('test/bench/main.ts'));
  await bench({ only, say });
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
