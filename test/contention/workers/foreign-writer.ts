import fs from 'node:fs';
import { createInterface } from 'node:readline';

/** A program that knows only the seed: it regularly rewrites `swarm.crtx` to add a lock of its own. */
const [file = '', pauseMs = ''] = process.argv.slice(2);
let stopped = false;
createInterface({ input: process.stdin }).once('line', () => {
  stopped = true;
});

for (let n = 0; !stopped; n++) {
  await new Promise((resolve) => setTimeout(resolve, Number(pauseMs)));
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
    expiresAt: now + 600_000,
    reason: 'rewrites the file',
  });
  fs.writeFileSync(file, JSON.stringify(value, null, 2));
  fs.writeSync(1, `${JSON.stringify({ event: 'wrote', path: `foreign/${n}.ts` })}\n`);
}
process.exit(0);
