import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

// A program without locks: it reads one of the files `root/<name><rest>`, adds a note at the top, and writes the whole file, in place or by
// rename. Text that others write in between is lost. It reports the time span of each rewrite.
const [root = '', pauseMs = '', rest = '', ...names] = process.argv.slice(2);
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);
const now = () => Number(process.hrtime.bigint()) / 1e6;
let stopped = false;

say({ kind: 'ready' });
createInterface({ input: process.stdin }).once('line', () => {
  stopped = true;
});
for (let n = 0; !stopped; n += 1) {
  const name = names[n % names.length] ?? '';
  const file = path.join(root, `${name}${rest}`);
  await sleep(Number(pauseMs));
  const from = now();
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  await sleep(1);
  const changed = `Looked at ${n} times.\n${text.replace(/^Looked at \d+ times\.\n/, '')}`;
  if (n % 3 === 0) {
    fs.writeFileSync(`${file}.new`, changed);
    fs.renameSync(`${file}.new`, file);
  } else {
    fs.writeFileSync(file, changed);
  }
  say({ kind: 'rewrote', name, from, to: now() });
}
process.exit(0);
