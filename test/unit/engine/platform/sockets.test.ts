import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import fs from 'node:fs';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '../../../harness/wait.ts';
import { bundle } from '../../../support/bundle.ts';

let folder = '';
let child: ChildProcessWithoutNullStreams | null = null;
const sockets: Socket[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-sockets-'));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  child?.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const said = (lines: Interface) => new Promise<string>((resolve) => lines.once('line', resolve));

it.skipIf(process.platform === 'win32')('a listener limits its connections to keep file descriptors for its own files', async () => {
  const program = await bundle(path.join(import.meta.dirname, '../../../support/listening-process.ts'), folder);
  const address = path.join(folder, 'socket');
  child = spawn('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, program, address]);
  const lines = createInterface({ input: child.stdout });
  expect(await said(lines)).toBe('listening');
  let connected = 0;
  let turnedAway = 0;
  for (let n = 0; n < 100; n++) {
    const socket = connect(address, () => {
      connected += 1;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      turnedAway += 1;
    });
    sockets.push(socket);
  }
  await waitFor('those for whom there is no room to be turned away', async () => connected === 100 && turnedAway >= 36);
  const answer = said(lines);
  child.stdin.write('\n');
  expect(await answer).toBe('16');
  expect(turnedAway).toBeLessThan(100);
});
