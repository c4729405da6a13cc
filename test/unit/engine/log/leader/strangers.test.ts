import fs from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaderFolder, socketAddress } from '../../../../../src/engine/log/leader/leader-election.ts';
import { createProof } from '../../../../../src/engine/log/leader/proof.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { AnsweringLogs } from '../../../../support/answering-logs.ts';
import { type FalseLeaderOptions, falseLeader, type Heard } from '../../../../support/false-leader.ts';
import type { Note } from '../../../../support/notes.ts';

const note = (text: string): Note => ({ op: 'note', text });

let logs: AnsweringLogs;
const servers: Server[] = [];
beforeEach(() => {
  logs = new AnsweringLogs();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await logs.end();
});

/** Starts a false leader in the leader's place. */
async function impostor(hear: (heard: Heard, socket: Socket) => void, options?: FalseLeaderOptions): Promise<void> {
  servers.push(await falseLeader(logs.directory, hear, options));
}

/** Returns the welcome that a real leader of `logs` would send. */
async function welcome(): Promise<(proof?: string) => string> {
  await logs.close(await logs.leader());
  const segment = fs
    .readdirSync(logs.directory)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1);
  const [, first = ''] = fs.readFileSync(path.join(logs.directory, '000001.jsonl'), 'utf8').split('\n');
  return (proof) => JSON.stringify({ proof, lineage: /"id":"(rec_\w+)"/.exec(first)?.[1], pinned: false, segment });
}

describe('a false leader', () => {
  it('that never answers is abandoned after five seconds, and another process leads', async () => {
    await impostor(() => {});
    const begun = performance.now();
    const log = await logs.follower();
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    expect(await log.transact(note('alone'))).toMatchObject({ answer: 1 });
    // A process that has waited for so long leads.
    expect(await (await logs.follower()).transact(note('followed'))).toMatchObject({ answer: 2 });
    expect(logs.answered).toBe(1);
  });

  it.each([
    ['says nothing', false],
    ['welcomes and answers nothing', true],
  ])('whose file cannot be removed (it %s) costs five seconds and is not called again', async (_what, isWelcoming) => {
    const said = isWelcoming ? await welcome() : null;
    await impostor(({ proof }, socket) => void (said !== null && proof !== undefined && socket.write(`${said(proof)}\n`)));
    const runtime = nodeRuntime({});
    const unlinkSync = (file: string) => {
      if (file === logs.leaderFile) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
      runtime.fs.unlinkSync(file);
    };
    const log = logs.open({ ...runtime, fs: { ...runtime.fs, unlinkSync } });
    const begun = performance.now();
    const notes = Array.from({ length: 10 }, (_, n) => `note ${n}`);
    for (const text of notes) await log.transact(note(text));
    expect(performance.now() - begun, 'not five seconds for each').toBeLessThan(40_000);
    expect([...logs.history().values()]).toEqual([...(isWelcoming ? ['first', 'second'] : []), ...notes]);
  });

  it.each([
    ['talks another language', 'HTTP/1.1 400 Bad Request'],
    ['welcomes to a segment that is none', '{"lineage":"rec_1","pinned":false,"segment":"../../notes.crtx"}'],
    ['welcomes to a segment that is not there', '{"lineage":"rec_1","pinned":false,"segment":"000009-0123456789abcdef.jsonl"}'],
    ['sends what is no JSON', '{'.repeat(100_000)],
  ])('that %s is not followed', async (_what, said) => {
    await impostor((_line, socket) => void socket.write(`${said}\n`));
    const log = await logs.follower();
    expect(await log.transact(note('alone'))).toMatchObject({ answer: 1 });
    expect([...logs.history().values()]).toEqual(['alone']);
  });

  it.each([
    ['knows no record', '"found":null'],
    ['answers what is no answer', '"found":{"ordinal":1,"time":1,"changed":true,"answer":"yes"}'],
  ])('that %s does not prevent the right answer, and nothing is written twice', async (_what, found) => {
    const said = await welcome();
    await impostor(({ ask, proof }, socket) => {
      socket.write(ask === undefined ? `${said(proof)}\n` : `{"id":"${ask}","shown":0,${found}}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('that hangs up when it is asked does not lose the written record', async () => {
    const said = await welcome();
    await impostor(({ ask, proof }, socket) => {
      if (ask !== undefined) socket.destroy();
      else socket.write(`${said(proof)}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('of a deleted log does not cause a record of the next log to be written twice', async () => {
    const said = { ...JSON.parse((await welcome())()), lineage: 'rec_deleted' };
    await impostor(({ ask, proof }, socket) => {
      socket.write(`${JSON.stringify(ask === undefined ? { ...said, proof } : { id: ask, shown: 0, found: null })}\n`);
    });
    const log = await logs.follower();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    await log.read();
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });

  it('that hangs is abandoned after two seconds, also by a follower that keeps asking', async () => {
    const said = await welcome();
    await impostor(({ ask, proof }, socket) => {
      if (ask === undefined) socket.write(`${said(proof)}\n`);
    });
    const log = await logs.follower();
    const all = [log.transact(note('third'))];
    const asking = setInterval(() => all.push(log.transact(note('more'))), 300);
    const begun = performance.now();
    expect(await all[0]).toMatchObject({ answer: 3 });
    clearInterval(asking);
    expect(performance.now() - begun).toBeLessThan(40_000);
    await Promise.all(all);
    expect([...logs.history().values()].filter((text) => text === 'more')).toHaveLength(all.length - 1);
  });

  it.each([
    ['letter by letter', 'x'],
    ['of what nobody has asked', '{"id":"rec_other","shown":0,"found":null}\n'],
  ])('that keeps talking %s, without an answer, is abandoned like one that hangs', async (_what, said) => {
    const welcomed = await welcome();
    const speaking: NodeJS.Timeout[] = [];
    await impostor(({ ask, proof }, socket) => {
      if (ask !== undefined) speaking.push(setInterval(() => socket.write(said), 500));
      else socket.write(`${welcomed(proof)}\n`);
    });
    const log = await logs.follower();
    const begun = performance.now();
    expect(await log.transact(note('third'))).toMatchObject({ answer: 3 });
    expect(performance.now() - begun).toBeLessThan(40_000);
    for (const timer of speaking) clearInterval(timer);
  });

  it.each([
    ['a file', (leaderFile: string) => fs.writeFileSync(leaderFile, 'nothing')],
    ['a folder', (leaderFile: string) => fs.mkdirSync(leaderFile)],
  ])('that is %s is never called', async (_what, make) => {
    fs.mkdirSync(path.dirname(logs.leaderFile), { recursive: true });
    make(logs.leaderFile);
    await logs.leader();
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third']);
  });
});

it("a link in place of the leader's file does not lead to another socket", async () => {
  const heard: Heard[] = [];
  await impostor((said) => heard.push(said));
  fs.renameSync(logs.leaderFile, path.join(logs.root, 'elsewhere'));
  fs.symlinkSync(path.join(logs.root, 'elsewhere'), logs.leaderFile);
  expect(await (await logs.follower()).transact(note('first'))).toMatchObject({ answer: 1 });
  expect(heard).toEqual([]);
});

it('a link in place of the folder does not lead to the removal of other files', async () => {
  const elsewhere = path.join(logs.root, 'elsewhere');
  fs.mkdirSync(elsewhere);
  fs.writeFileSync(path.join(elsewhere, 'precious'), '');
  fs.symlinkSync(elsewhere, path.dirname(logs.leaderFile));
  await logs.leader();
  expect(fs.readdirSync(elsewhere)).toEqual(['precious']);
});

describe('a caller of the leader', () => {
  const { boot } = nodeRuntime({}).process;

  /** @param more fields to change in a follower's greeting */
  type Greeting = (number: string, more?: object) => string;

  function greeterOf(secret: string): Greeting {
    return (number, more = {}) => {
      const proof = createProof(secret, 'follower', { leader: number, follower: 'f' });
      return JSON.stringify({ version: 2, log: 1, boot, number: 'f', proof, ...more });
    };
  }

  const leaderFile = () => JSON.parse(fs.readFileSync(logs.leaderFile, 'utf8'));
  const address = () => path.join(path.dirname(logs.leaderFile), leaderFile().socket);

  /** Returns the leader's answers to one line after the other, without its number, until it hangs up or all are answered. */
  function call(lines: readonly ((greet: Greeting, number: string) => string)[]): Promise<string[]> {
    return new Promise((resolve) => {
      const heard: string[] = [];
      let number = '';
      const greet = greeterOf(leaderFile().secret);
      const socket = connect(address());
      socket.on('data', (chunk) => {
        for (const line of String(chunk).trimEnd().split('\n')) {
          if (number === '') ({ number } = JSON.parse(line));
          else heard.push(line);
          const next = lines[heard.length];
          if (next === undefined) socket.destroy();
          else socket.write(`${next(greet, number)}\n`);
        }
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
    });
  }

  it.each<[string, (greet: Greeting, number: string) => string]>([
    ['speaks another language', () => 'GET / HTTP/1.1'],
    ['has another version', (greet, number) => greet(number, { version: 3 })],
    ['has another log', (greet, number) => greet(number, { log: 2 })],
    ['was started with another machine', (greet, number) => greet(number, { boot: 'another' })],
    ['asks before it has greeted', () => '{"ask":"rec_1"}'],
    ['does not know the secret', (_greet, number) => greeterOf('0'.repeat(64))(number)],
    ['repeats the proof of another connection', (greet) => greet('ab'.repeat(16))],
    [
      'gives the leader’s proof back',
      (greet, number) => greet(number, { proof: createProof(leaderFile().secret, 'leader', { leader: number, follower: 'f' }) }),
    ],
    ['has no proof', (greet, number) => greet(number, { proof: '' })],
  ])('that %s is not answered, and the leader continues', async (_what, line) => {
    await logs.leader();
    expect(await call([line])).toEqual([]);
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect(logs.answered).toBe(1);
  });

  it('that greets twice is disconnected', async () => {
    await logs.leader();
    expect(await call([(greet, number) => greet(number), (greet, number) => greet(number)])).toHaveLength(1);
  });

  it('that sends an oversized question is disconnected before it is parsed, which could take minutes', async () => {
    await logs.leader();
    const long = JSON.stringify({ ask: 'rec_1', and: 'x'.repeat(1_000) });
    expect(await call([(greet, number) => greet(number), () => long])).toHaveLength(1);
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  });

  it('that asks for an unknown record gets an empty answer', async () => {
    await logs.leader();
    const [welcomed = '', reply = ''] = await call([(greet, number) => greet(number), () => '{"ask":"rec_nobody"}']);
    expect(JSON.parse(welcomed)).toMatchObject({ pinned: false, segment: '000001.jsonl' });
    expect(JSON.parse(reply)).toMatchObject({ id: 'rec_nobody', found: null });
  });

  it('that keeps asking and never reads the answers is disconnected', async () => {
    await logs.leader();
    const question = `${JSON.stringify({ ask: 'x'.repeat(900) })}\n`.repeat(100);
    const greet = greeterOf(leaderFile().secret);
    const closed = new Promise<void>((resolve) => {
      const socket = connect(address());
      const more = () => {
        while (socket.writable && socket.write(question));
      };
      socket.once('data', (chunk) => {
        socket.pause();
        socket.on('drain', more);
        socket.write(`${greet(JSON.parse(String(chunk)).number)}\n`);
        more();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    await closed;
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  });

  it('that sends a line without an end is disconnected', async () => {
    await logs.leader();
    const closed = new Promise<void>((resolve) => {
      const socket = connect(address(), () => socket.write('x'.repeat(1 << 20)));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    await closed;
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
  });

  it('that stays silent is disconnected when there are hundreds, and real followers are answered', async () => {
    await logs.leader();
    let closed = 0;
    const silent = Array.from({ length: 400 }, () => connect(address()));
    for (const socket of silent) {
      socket.on('error', () => {});
      // A socket that reads nothing does not see the end either.
      socket.resume();
      socket.on('close', () => {
        closed += 1;
      });
    }
    await waitFor('the first ones to be hung up on', async () => closed >= 400 - 256);
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect(logs.answered).toBe(1);
    for (const socket of silent) socket.destroy();
  });
});

describe('the location of the leader file', () => {
  it('is a folder of the log for each user, or null when the path is too long for a socket', () => {
    const folder = leaderFolder('/repo/.cortex/.local/swarm', 'linux', 1000);
    expect(folder).toBe('/repo/.cortex/.local/swarm/answers-1000');
    expect(leaderFolder('/repo/.cortex/.local/swarm', 'linux', 0)).not.toBe(folder);
    expect(socketAddress(`/${'é'.repeat(46)}`, 'abcdef', 'linux')).not.toBeNull();
    expect(socketAddress(`/${'é'.repeat(47)}`, 'abcdef', 'linux')).toBeNull();
  });

  it("is in the user's own folder on Windows, equal for all spellings of the log's path, with an unpredictable pipe name", () => {
    vi.stubEnv('LOCALAPPDATA', '/profile');
    const folder = leaderFolder('C:\\Repo', 'win32');
    expect(folder).toMatch(/^\/profile\/cortex\/answers\/[0-9a-f]{64}$/);
    expect(leaderFolder('c:\\repo', 'win32')).toBe(folder);
    expect(socketAddress(folder, 'abcdef', 'win32')).toBe('\\\\.\\pipe\\cortex-abcdef');
    vi.unstubAllEnvs();
  });
});
