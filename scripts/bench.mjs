// @ts-check
// Shows how fast the engine is, as ratios within one run: `npm run bench`, on a fresh clone too. Nothing but Node's own modules may be
// imported here, because it runs before anything is installed.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm run bench -- [--only <name>]...

Installs and builds what is missing, makes swarms of 10 to 10,000 agents, timelines of 1,000 to 1,000,000 entries, vaults of 470 to
50,000 notes, stacks and teams, in a temporary folder (3 GB), and measures in turn, round after round; takes some forty minutes. Medians, where the
middle half of the rounds lies, and ratios to the first line of each group. Nothing passes or fails by a time.

  --only lock             one lock acquired and released, the store kept open
  --only lock-cold        a store opened, one lock acquired, the store closed
  --only read             the log opened at its newest checkpoint
  --only program          a short program beside Node alone
  --only lock-ways        one lock beside a file that is rewritten, without and with proper-lockfile
  --only record           one entry of the timeline recorded, the store kept open
  --only record-ways      one entry beside a file that is rewritten, without and with proper-lockfile
  --only query            questions to an open timeline
  --only timeline-cold    a timeline opened, asked one question, and closed
  --only timeline-memory  the memory of a process that did all that
  --only vault            a vault indexed, beside every header given to a YAML library and a plain indexer in Python
  --only vault-start      a vault opened, with and without what is remembered of it
  --only vault-change     one note changed, until links and words are right again
  --only vault-query      questions to an open vault
  --only vault-query-ways a question beside a look at every note
  --only vault-program    a whole process that searches, beside Node alone
  --only vault-memory     the memory of a process with an open vault
  --only vault-index-memory  the memory of a process that has indexed a vault
  --only stack-send       one message sent into an INBOX of up to 10,000
  --only stack-send-ways  one message beside an INBOX that is rewritten
  --only stack-status     what 20 and 200 agents are at
  --only stack-program    a whole process that shows what they are at, beside Node alone
  --only team-open        a team of 1,000 agents and 1,000 projects opened
  --only team-change      one note of it changed by somebody
  --only team-program     a whole process that shows how it is doing, beside Node alone
  --only graph-build      the semantic graph of this project and of a package, all of it, unchanged, and one file changed
  --only graph-analysis   a graph of 50,000 nodes put together and asked
  --only views            dashboards in the real editor: the first row, a change, scrolling, doing nothing
  --only views-memory     what the extension host and a page take
  --only graph-precision  what a change may break, judged by the newest fifth of this project's commits`;

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
