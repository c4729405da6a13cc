import fs from 'node:fs';
import type { Server, Socket } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OPEN } from '../../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../../src/engine/platform/runtime.ts';
import { AnsweringLogs } from '../../../../support/answering-logs.ts';
import { falseLeader, type Heard } from '../../../../support/false-leader.ts';
import type { Note } from '../../../../support/notes.ts';

const note = (text: string): Note => ({ op: 'note', text });
const segment = (number: number) => `${String(number).padStart(6, '0')}-0123456789abcdef.jsonl`;

let logs: AnsweringLogs;
let server: Server | null = null;
beforeEach(() => {
  logs = new AnsweringLogs();
});
afterEach(async () => {
  server?.close();
  await logs.end();
});

/** Starts a leader whose messages the test decides. */
async function speaker(hear: (heard: Heard, socket: Socket) => void): Promise<void> {
  server = await falseLeader(logs.directory, hear);
}

/** @param fileSystem the calls to replace */
function runtimeWith(fileSystem: Partial<Runtime['fs']>): Runtime {
  const runtime = nodeRuntime({});
  return { ...runtime, fs: { ...runtime.fs, ...fileSystem } };
}

const welcome = (name: string, proof?: string) => `${JSON.stringify({ proof, lineage: 'rec_1', pinned: false, segment: name })}\n`;

it('a follower that asks without a pause closes each segment once the last record written there is answered', async () => {
  for (let n = 2; n < 22; n++) fs.writeFileSync(path.join(logs.directory, segment(n)), '');
  let last: string | null = null;
  let count = 0;
  // A request is always waiting: each is answered when the next one has arrived.
  await speaker(({ ask, proof }, socket) => {
    if (ask === undefined) return void socket.write(welcome(segment(2), proof));
    count += 1;
    const answered = last === null ? '' : `{"id":"${last}","shown":0,"found":{"ordinal":${count},"time":1,"changed":false,"answer":1}}\n`;
    last = ask;
    socket.write(`${JSON.stringify({ segment: segment(2 + count) })}\n${answered}`);
  });
  const { fs: real } = nodeRuntime({});
  const open = new Set<number>();
  const log = logs.open(
    runtimeWith({
      openSync: (file, flags, mode) => {
        const fd = real.openSync(file, flags, mode);
        if (file.endsWith('abcdef.jsonl')) open.add(fd);
        return fd;
      },
      closeSync: (fd) => {
        open.delete(fd);
        real.closeSync(fd);
      },
    }),
  );
  await log.join();
  let before = log.transact(note('0'));
  for (let n = 1; n < 18; n++) {
    const next = log.transact(note(String(n)));
    await before;
    before = next;
    expect(open.size).toBeLessThanOrEqual(3);
  }
  server?.close();
  await Promise.all([logs.close(log), before.catch(() => undefined)]);
});

it('a follower without write access to the named segment works alone, and writes once access is granted', async () => {
  await logs.leader();
  const { fs: real } = nodeRuntime({});
  let isAllowed = false;
  const openSync: Runtime['fs']['openSync'] = (file, flags, mode) => {
    if (!isAllowed && flags !== OPEN.read && file.endsWith('.jsonl')) throw Object.assign(new Error('permission'), { code: 'EACCES' });
    return real.openSync(file, flags, mode);
  };
  const log = logs.open(runtimeWith({ openSync }));
  await log.join();
  isAllowed = true;
  expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
});

it('a follower that closes its log during the welcome leaves the leader', async () => {
  await logs.close(await logs.leader());
  const log = logs.open();
  const greeted = new Promise<Socket>((resolve) => {
    void speaker((_greeting, socket) => resolve(socket)).then(() => log.join());
  });
  const socket = await greeted;
  await logs.close(log);
  const left = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.write(welcome('000001.jsonl'));
  await left;
});
