import fs from 'node:fs';
import path from 'node:path';
import { Mutex } from '../../src/engine/files/mutex.ts';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';

// Adds `increments` to the number in `<folder>/counter`, with one turn of the mutex each. Each line of two numbers on standard output
// acknowledges an increment: the written value and its turn. A process that `dies` kills itself in its `when`-th attempt at a turn, `calls`
// file system calls later. A process that `sleeps` stops itself in its `when`-th turn until it is continued.
const [folder = '', increments = '0', fate = 'lives', when = '0', calls = '0'] = process.argv.slice(2);
const counter = path.join(folder, 'counter');
const temporary = path.join(folder, `counter.${process.pid}`);
let attempts = 0;
let callsLeft = Number(calls);
let granted = 0;

function mortal<A extends unknown[], R>(use: (...args: A) => R) {
  return (...args: A): R => {
    if (fate === 'dies' && attempts >= Number(when) && callsLeft-- === 0) process.kill(process.pid, 'SIGKILL');
    return use(...args);
  };
}

const linkSync = mortal(nodeFileSystem.linkSync);
const files: FileSystem = {
  ...nodeFileSystem,
  openSync: mortal(nodeFileSystem.openSync),
  closeSync: mortal(nodeFileSystem.closeSync),
  writeSync: mortal(nodeFileSystem.writeSync),
  readdirSync: mortal(nodeFileSystem.readdirSync),
  renameSync: mortal(nodeFileSystem.renameSync),
  unlinkSync: mortal(nodeFileSystem.unlinkSync),
  linkSync(from, to) {
    attempts++;
    linkSync(from, to);
  },
};
const mutex = new Mutex({ ...nodeRuntime({}), fs: files }, path.join(folder, 'mutex'));

function fallAsleep(): void {
  fs.writeSync(1, 'asleep\n');
  process.kill(process.pid, 'SIGSTOP');
}

async function increment(): Promise<void> {
  const turn = await mutex.acquire({ timeoutMs: 120_000 });
  try {
    const next = Number(fs.readFileSync(counter, 'utf8')) + 1;
    if (fate === 'sleeps' && ++granted === Number(when)) fallAsleep();
    const fd = files.openSync(temporary, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC);
    const bytes = Buffer.from(String(next));
    files.writeSync(fd, bytes, 0, bytes.length, null);
    files.closeSync(fd);
    turn.assertCurrent();
    files.renameSync(temporary, counter);
    turn.release();
    fs.writeSync(1, `${next} ${turn.number}\n`);
  } finally {
    turn.release();
  }
}

fs.writeSync(1, 'ready\n');
fs.readSync(0, Buffer.alloc(1));
for (let done = 0; done < Number(increments); ) {
  try {
    await increment();
    done++;
  } catch (error) {
    // A turn that took too long changed nothing, so it is retried.
    if (!(error instanceof CortexError) || error.code !== 'busy') throw error;
    fs.writeSync(1, 'busy\n');
  }
}
