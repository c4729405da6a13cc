import fs from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A program that knows only the seed: it regularly rewrites `swarm.crtx` to add a lock of its own, a limited number of times. On a slow
 * machine the file would otherwise grow until reading it took all the time.
 */
const [file = '', pauseMs = '', most = ''] = process.argv.slice(2);
/** The locks must not expire during the test, on the slowest machine either. Milliseconds. */
const TTL_MS = 82_800_000;
let stopped = false;
createInterface({ input: process.stdin }).once('line', () => {
  stopped = true;
});

for (let n = 0; !stopped; n++) {
  await new Promise((resolve) => setTimeout(resolve, Number(pauseMs)));
  if (n >= Number(most)) continue;
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    continue;
  }
  const now = Date.now();
  const value = JSON.parse(text);
  value.data.locks.push({
    path: `foreign/${n}.ts`,
    agentId: 'by-hand',
    type: 'exclusive',
    acquiredAt: now,
    expiresAt: now + TTL_MS,
    reason: 'rewrites the file',
  });
  fs.writeFileSync(file, JSON.stringify(value, null, 2));
  fs.writeSync(1, `${JSON.stringify({ event: 'wrote', path: `foreign/${n}.ts` })}\n`);
}
process.exit(0);
