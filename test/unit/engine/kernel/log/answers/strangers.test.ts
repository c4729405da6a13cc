import fs from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seatAddress } from '../../../../../../src/engine/kernel/log/answers/seat.ts';
import { nodeRuntime } from '../../../../../../src/engine/kernel/runtime.ts';
import { AnsweringLogs } from '../../../../../support/answering-logs.ts';
import type { Note } from '../../../../../support/notes.ts';

const note = (text: string): Note => ({ op: 'note', text });
const { boot } = nodeRuntime({}).process;

let logs: AnsweringLogs;
const servers: Server[] = [];
beforeEach(() => {
  logs = new AnsweringLogs();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await logs.end();
});

/** Somebody who sits where the leader should be. */
async function impostor(hear: (line: string, socket: Socket) => void, at = logs.seat): Promise<void> {
  fs.mkdirSync(path.dirname(at), { recursive: true });
  const server = createServer((socket) => {
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line, socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(at, resolve));
}

/** What the log of `logs` says of itself, as a leader would. */
async function welcome(): Promise<string> {
  await logs.close(await logs.leader());
  const segment = fs
    .readdirSync(logs.directory)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1);
  const [, first = ''] = fs.readFileSync(path.join(logs.directory, '000001.jsonl'), 'utf8').split('\n');
  return JSON.stringify({ lineage: /"id":"(rec_\w+)"/.exec(first)?.[1], pinned: false, segment });
}

describe('a leader that is none', () => {
  it('and says nothing is left after five seconds, and its place taken', async () => {
    await impostor(() => {});
    const begun = performance.now();
    const log = await logs.follower();
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    expect(await log.transact(note('alone'))).toMatchObject({ answer: 1 });
    // Whoever has waited for so long leads.
    expect(await (await logs.follower()).transact(note('followed'))).toMatchObject({ answer: 2 });
    expect(logs.answered).toBe(1);
  });

  it.each([
    ['talks another language', 'HTTP/1.1 400 Bad Request'],
    ['welcomes to a segment that is none', '{"lineage":"rec_1","pinned":false,"segment":"../../notes.crtx"}'],
    ['welcomes to a segment that is not there', '{"lineage":"rec_1","pinned":false,"segment":"000009-0123456789abcdef.jsonl"}'],
    ['sends what is no JSON', '{'.repeat(100_000)],
  ])('and %s is not followed', async (_what, said) => {
    await impostor((_line, socket) => void socket.write(`${said}\n`));
    const log = await logs.follower();
    expect(await log.transact(note('alone'))).toMatchObject({ answer: 1 });
    expect([...logs.history().values()]).toEqual(['alone']);
  });

  it.each([
    ['knows no record', '"found":null'],
    ['answers what is no answer', '"found":{"ordinal":1,"time":1,"changed":true,"answer":"yes"}'],
  ])('and %s does not keep anybody from the right answer, and nothing is written twice', async (_what, found) => {
    const said = await welcome();
    await impostor((line, socket) => {
      const { ask } = JSON.parse(line);
      socket.write(ask === undefined ? `${said}\n` : `{"id":"${ask}","shown":0,${found}}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('and hangs up when it is asked leaves the record that was written to be found', async () => {
    const said = await welcome();
    await impostor((line, socket) => {
      if (line.includes('ask')) socket.destroy();
      else socket.write(`${said}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('and belongs to a log that was deleted does not have done twice what was written into the next one', async () => {
    const said = { ...JSON.parse(await welcome()), lineage: 'rec_deleted' };
    await impostor((line, socket) => {
      const { ask } = JSON.parse(line);
      socket.write(`${JSON.stringify(ask === undefined ? said : { id: ask, shown: 0, found: null })}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    await log.read();
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('and hangs is left after two seconds also by whoever goes on to ask', async () => {
    const said = await welcome();
    await impostor((line, socket) => {
      if (!line.includes('ask')) socket.write(`${said}\n`);
    });
    const log = await logs.follower();
    const all = [log.transact(note('third'))];
    const asking = setInterval(() => all.push(log.transact(note('more'))), 300);
    const begun = performance.now();
    expect(await all[0]).toMatchObject({ answer: 3 });
    clearInterval(asking);
    expect(performance.now() - begun).toBeLessThan(8_000);
    await Promise.all(all);
    expect([...logs.history().values()].filter((text) => text === 'more')).toHaveLength(all.length - 1);
  }, 20_000);

  it.each([
    ['letter by letter', 'x'],
    ['of what nobody has asked', '{"id":"rec_other","shown":0,"found":null}\n'],
  ])(
    'and speaks on and on %s, and does not answer, is left like one that hangs',
    async (_what, said) => {
      const welcomed = await welcome();
      const speaking: NodeJS.Timeout[] = [];
      await impostor((line, socket) => {
        if (line.includes('ask')) speaking.push(setInterval(() => socket.write(said), 500));
        else socket.write(`${welcomed}\n`);
      });
      const log = await logs.follower();
      const begun = performance.now();
      expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
      expect(performance.now() - begun).toBeLessThan(8_000);
      for (const timer of speaking) clearInterval(timer);
    },
    20_000,
  );

  it.each([
    ['a file', (seat: string) => fs.writeFileSync(seat, 'nothing')],
    ['a folder', (seat: string) => fs.mkdirSync(seat)],
  ])('and is %s is never called', async (_what, make) => {
    fs.mkdirSync(path.dirname(logs.seat), { recursive: true });
    make(logs.seat);
    await logs.leader();
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });
});

it('a link in the place of the leader leads nobody to somebody else’s socket', async () => {
  const elsewhere = path.join(logs.root, 'elsewhere');
  const heard: string[] = [];
  await impostor((line) => heard.push(line), elsewhere);
  fs.mkdirSync(path.dirname(logs.seat), { recursive: true });
  fs.symlinkSync(elsewhere, logs.seat);
  expect(await (await logs.follower()).transact(note('first'))).toMatchObject({ answer: 1 });
  expect(heard).toEqual([]);
});

it('a link in the place of the folder leads nobody to remove what is somebody else’s', async () => {
  const elsewhere = path.join(logs.root, 'elsewhere');
  fs.mkdirSync(elsewhere);
  fs.writeFileSync(path.join(elsewhere, 'precious'), '');
  fs.symlinkSync(elsewhere, path.dirname(logs.seat));
  await logs.leader();
  expect(fs.readdirSync(elsewhere)).toEqual(['precious']);
});

describe('whoever calls a leader', () => {
  /** What the leader answers to one line after the other, until it hangs up or has answered all. */
  function call(lines: readonly string[]): Promise<string[]> {
    return new Promise((resolve) => {
      const heard: string[] = [];
      const socket = connect(logs.seat, () => socket.write(`${lines[0]}\n`));
      socket.on('data', (chunk) => {
        heard.push(...String(chunk).trimEnd().split('\n'));
        if (heard.length === lines.length) socket.destroy();
        else socket.write(`${lines[heard.length]}\n`);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
    });
  }

  const greeting = (more: object = {}) => JSON.stringify({ version: 1, log: 1, boot, ...more });

  it.each([
    ['speaks another language', ['GET / HTTP/1.1']],
    ['has another version', [greeting({ version: 2 })]],
    ['has another log', [greeting({ log: 2 })]],
    ['was started with another machine', [greeting({ boot: 'another' })]],
    ['asks before it has greeted', ['{"ask":"rec_1"}']],
  ])('and %s is not answered, and the leader goes on', async (_what, lines) => {
    await logs.leader();
    expect(await call(lines)).toEqual([]);
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect(logs.answered).toBe(1);
  });

  it('and says more than anybody asks is hung up on before it is understood, which may take minutes', async () => {
    await logs.leader();
    expect(await call([greeting(), JSON.stringify({ ask: 'rec_1', and: 'x'.repeat(1_000) })])).toHaveLength(1);
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  });

  it('is told that the leader does not know what nobody has written', async () => {
    await logs.leader();
    const [welcomed = '', reply = ''] = await call([greeting(), '{"ask":"rec_nobody"}']);
    expect(JSON.parse(welcomed)).toMatchObject({ pinned: false, segment: '000001.jsonl' });
    expect(JSON.parse(reply)).toMatchObject({ id: 'rec_nobody', found: null });
  });

  it('and asks on and on and never reads what it is told is hung up on', async () => {
    await logs.leader();
    const question = `${JSON.stringify({ ask: 'x'.repeat(900) })}\n`.repeat(100);
    const closed = new Promise<void>((resolve) => {
      const socket = connect(logs.seat, () => {
        const more = () => {
          while (socket.writable && socket.write(question));
        };
        socket.on('drain', more);
        socket.write(`${greeting()}\n`);
        more();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    await closed;
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  }, 30_000);

  it('and sends a line without an end is hung up on', async () => {
    await logs.leader();
    const closed = new Promise<void>((resolve) => {
      const socket = connect(logs.seat, () => socket.write('x'.repeat(1 << 20)));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    await closed;
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  });
});

describe('where a leader listens', () => {
  it('is a folder of the log, or nowhere where the path is too long for a socket', () => {
    expect(seatAddress('/repo/.cortex/.local/swarm', 'linux')).toBe(path.join('/repo/.cortex/.local/swarm', 'answers', 'socket'));
    expect(seatAddress(`/${'é'.repeat(42)}`, 'linux')).not.toBeNull();
    expect(seatAddress(`/${'é'.repeat(43)}`, 'linux')).toBeNull();
  });

  it('is a named pipe on Windows, the same for all ways to write the folder', () => {
    expect(seatAddress('C:\\Repo', 'win32')).toMatch(/^\\\\\.\\pipe\\cortex-[0-9a-f]{64}$/);
    expect(seatAddress('c:\\repo', 'win32')).toBe(seatAddress('C:\\Repo', 'win32'));
  });
});
