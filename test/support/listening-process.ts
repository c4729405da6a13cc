import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { nodeSockets } from '../../src/engine/platform/sockets.ts';

/** A process that listens at an address, and prints how many files it can open for each line of input. */
const [address = ''] = process.argv.slice(2);
const own = { longest: () => 1_000, line: () => undefined, silent: () => undefined, closed: () => undefined };

function countFiles(most: number): number {
  const opened: number[] = [];
  try {
    while (opened.length < most) opened.push(fs.openSync('/dev/null', 'r'));
  } catch {
    // The limit is reached.
  }
  for (const fd of opened) fs.closeSync(fd);
  return opened.length;
}

const stop = await nodeSockets.listen(address, () => own);
fs.writeSync(1, `${stop === null ? 'nobody listens' : 'listening'}\n`);
for await (const _question of createInterface({ input: process.stdin })) fs.writeSync(1, `${countFiles(16)}\n`);
process.exit();
