/** A slow reader of a non-blocking pipe receives all output, and nothing delays the end of the process after that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;

/** Several times the capacity of a pipe. */
const LENGTH = 1_000_000;
const PROGRAM = `
import { runInTerminal } from './src/cli/streams.ts';
void runInTerminal(async (_, { write, error }) => {
  write('a'.repeat(${LENGTH}));
  error('said');
  write('z');
  setTimeout(() => error('too late'), ${WAIT_MS});
  return 3;
}, 3);`;

/** Reads available bytes; returns an empty string if there are none. */
function readSome(from: number): string {
  const bytes = Buffer.alloc(16_384);
  try {
    return bytes.toString('latin1', 0, fs.readSync(from, bytes));
  } catch {
    return '';
  }
}

test.skipIf(process.platform === 'win32')(
  'output that a pipe does not accept at once is written in order, then the process ends',
  async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'program.cjs');
    const stdin = { contents: PROGRAM, resolveDir: path.join(import.meta.dirname, '../../..') };
    await build({ stdin, outfile: file, bundle: true, platform: 'node', format: 'cjs' });
    const pipe = path.join(folder, 'pipe');
    makeNamedPipe(pipe);
    const [from, to] = [fs.openSync(pipe, O_RDONLY | O_NONBLOCK), fs.openSync(pipe, O_WRONLY | O_NONBLOCK)];
    const child = spawn(process.execPath, [file], { stdio: ['ignore', to, 'pipe'] });
    // Node sets the pipes of its children to blocking mode. A socket on the same pipe makes both ends non-blocking.
    const unwaiting = new Socket({ fd: to, readable: false, writable: true });
    const errors: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text) => errors.push(text));
    let isOver = false;
    const exited = once(child, 'close').then(() => {
      isOver = true;
    });
    let answer = '';
    for (let some = ''; !isOver || some !== ''; some = readSome(from)) {
      answer += some;
      await new Promise(setImmediate);
    }
    await exited;
    unwaiting.destroy();
    fs.closeSync(from);
    expect([child.exitCode, answer.length, answer.slice(LENGTH), errors.join('')]).toEqual([3, LENGTH + 1, 'z', 'said\n']);
  },
);
