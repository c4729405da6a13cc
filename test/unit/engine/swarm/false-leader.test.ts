import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaderFolder } from '../../../../src/engine/log/leader/leader-election.ts';
import { systemRandom } from '../../../../src/engine/platform/ids.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import type { RecordFor } from '../../../../src/engine/swarm/state/records.ts';
import { SwarmStore } from '../../../../src/engine/swarm/store.ts';
import { waitFor } from '../../../harness/wait.ts';
import { bundle } from '../../../support/bundle.ts';
import { WAIT_MS } from '../../../support/limits.ts';

const NOBODY = 65_534;
/** Upper bound in characters: slightly more than the buffers of a socket hold. */
const MAX_LINE_LENGTH = 33 * 1024 * 1024;
const GIBIBYTE = 1 << 30;
const runtime = nodeRuntime({});
/** Verifies every answer: the random number that selects answers is always zero. */
const wary: Runtime = { ...runtime, random: (size) => (size === 4 ? new Uint8Array(4) : systemRandom(size)) };

const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-false-'));
let program = '';
let root = '';
let directory = '';
const ends: (() => void)[] = [];
beforeAll(async () => {
  fs.chmodSync(programs, 0o755);
  program = await bundle(path.join(import.meta.dirname, '../../../support/false-leader-process.ts'), programs);
});
afterAll(() => fs.rmSync(programs, { recursive: true, force: true }));
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-false-')));
  directory = path.join(root, '.cortex/.local/swarm');
  fs.mkdirSync(path.join(root, '.cortex'));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  fs.rmSync(root, { recursive: true, force: true });
});

const acquire = (agent: string): RecordFor<'lock.acquire'> => ({
  op: 'lock.acquire',
  agent,
  paths: ['a.ts'],
  type: 'exclusive',
  ttlMs: 60_000,
  waitMs: 0,
  reason: '',
});

/** Acquires the lock for `first`. @returns the answer of a leader to it */
async function lockFirst(): Promise<unknown> {
  const store = await SwarmStore.open(runtime, root);
  const { result } = await store.transact(acquire('first'));
  await store.close();
  return { op: 'lock.acquire', result };
}

/** Starts the false leader. @returns the events that it reports */
async function begin(how: string, { answer = null as unknown, uid = process.getuid?.() ?? 0 } = {}): Promise<object[]> {
  const [, first = ''] = fs.readFileSync(path.join(directory, '000001.jsonl'), 'utf8').split('\n');
  const welcome = { lineage: /"id":"(rec_\w+)"/.exec(first)?.[1], pinned: false, segment: '000001.jsonl' };
  const args = [program, directory, how, JSON.stringify(welcome), JSON.stringify(answer)];
  const child = spawn(process.execPath, args, { uid, stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  const events: object[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
  await waitFor('it to sit there', async () => events.shift() !== undefined);
  return events;
}

/** Asks for the lock as `second`. @returns the store and the status of the answer */
async function ask(with_: Runtime = runtime) {
  const store = await SwarmStore.join(with_, root);
  ends.push(() => void store.close());
  const { result } = await store.transact(acquire('second'));
  return { store, status: result?.status };
}

describe('a false leader of the same user', () => {
  it.each([
    ['says that a lock was granted which the log does not hold', 'second', 'granted'],
    ['says that a lock was granted to somebody else', 'first', 'granted'],
  ])('that %s is believed until its answer is verified against the log, and never again', async (_what, agent, status) => {
    const answer = JSON.parse(JSON.stringify(await lockFirst()).replaceAll('"first"', JSON.stringify(agent)));
    const events = await begin('lie', { answer });
    const before = await ask({ ...runtime, random: (size) => (size === 4 ? new Uint8Array(4).fill(255) : systemRandom(size)) });
    expect(before).toMatchObject({ status });
    expect(before.store.problems).toEqual([]);
    const { store, status: right } = await ask(wary);
    expect(right).toBe('denied');
    const [problem, ...more] = store.problems;
    expect(more).toEqual([]);
    const asked = events.flatMap((event) => ('ask' in event && event.ask !== null ? [event.ask] : []));
    expect(problem).toContain(`the record ${asked[1]} (lock.acquire)`);
    expect(problem).toContain('"status":"granted"');
    expect(problem).toMatch(/the log gives .*"status":"denied"/);
    for (let n = 0; n < 3; n++) expect((await store.transact(acquire('second'))).result).toMatchObject({ status: 'denied' });
    expect(store.problems).toEqual([problem]);
    expect(events.filter((event) => 'ask' in event && event.ask !== null)).toHaveLength(2);
  });

  it('that denies a free lock is detected, and the lock is acquired', async () => {
    const store = await SwarmStore.open(runtime, root);
    await store.transact(acquire('first'));
    const { result } = await store.transact(acquire('second'));
    await store.transact({ op: 'lock.release', agent: 'first', paths: 'all' });
    await store.close();
    await begin('lie', { answer: { op: 'lock.acquire', result } });
    const asked = await ask(wary);
    expect(asked.status).toBe('granted');
    expect(asked.store.problems).toHaveLength(1);
    await asked.store.refresh();
    expect(asked.store.locks.list(runtime.clock.now())).toMatchObject([{ agentId: 'second' }]);
  });

  it.each([
    ['answers garbage', 'garbage', 0],
    ['never answers', 'silence', 1],
    ['answers with a line of a gibibyte', 'flood', MAX_LINE_LENGTH],
    ['sends a line of a gibibyte before it has proved anything', 'flood at once', MAX_LINE_LENGTH],
    ['does not know the secret', 'other secret', 0],
  ])('that %s does not prevent the right answer', async (_what, how, most) => {
    await lockFirst();
    const events = await begin(how);
    expect(await ask()).toMatchObject({ status: 'denied' });
    const asked = events.filter((event) => 'ask' in event && event.ask !== null);
    if (how === 'other secret' || how === 'flood at once') expect(asked, 'nothing is asked before the proof').toEqual([]);
    if (most < 2) return;
    const taken = await waitFor('it to say how much was taken', async () => {
      const event = events.find((each) => 'left' in each);
      return event !== undefined && 'left' in event && GIBIBYTE - Number(event.left);
    });
    expect(taken).toBeLessThanOrEqual(how === 'flood at once' ? 4 * 1024 * 1024 : 2 * most);
  });

  it.each([
    ['a folder that others may write to', (folder: string) => fs.chmodSync(folder, 0o777)],
    ['a folder that its group may write to', (folder: string) => fs.chmodSync(folder, 0o770)],
    ['a file that others may read', (folder: string) => fs.chmodSync(path.join(folder, 'leader.json'), 0o644)],
    ['a socket that is a link', (folder: string) => replace(folder, (file) => fs.symlinkSync(`${file}.moved`, file))],
    ['a socket that is a file', (folder: string) => replace(folder, (file) => fs.writeFileSync(file, ''))],
  ])('in %s is not contacted', async (_what, change) => {
    await lockFirst();
    const events = await begin('silence');
    change(leaderFolder(directory));
    expect(await ask()).toMatchObject({ status: 'denied' });
    expect(events).toEqual([]);
  });

  function replace(folder: string, by: (file: string) => void): void {
    const file = path.join(folder, 'abcdef');
    fs.renameSync(file, `${file}.moved`);
    by(file);
  }
});

// Changing the user requires root.
describe.skipIf(process.getuid?.() !== 0)('another user', () => {
  beforeEach(async () => {
    await lockFirst();
    fs.chmodSync(root, 0o755);
    fs.chmodSync(directory, 0o777);
  });

  it('that runs a false leader is not contacted', async () => {
    const events = await begin('silence', { uid: NOBODY });
    expect(await ask()).toMatchObject({ status: 'denied' });
    expect(events).toEqual([]);
  });

  it('that replaces the folder of the leader is not contacted', async () => {
    const leader = await SwarmStore.open(runtime, root);
    ends.push(() => void leader.close());
    for (let n = 0; n < 2; n++) await leader.transact({ op: 'tick' });
    const folder = leaderFolder(directory);
    await waitFor('somebody to lead', async () => fs.existsSync(path.join(folder, 'leader.json')));
    const move = `fs.renameSync(${JSON.stringify(folder)}, ${JSON.stringify(`${folder}.moved`)})`;
    expect(spawnSync(process.execPath, ['-e', move], { uid: NOBODY }).status).toBe(0);
    const events = await begin('silence', { uid: NOBODY });
    expect(await ask()).toMatchObject({ status: 'denied' });
    expect(events).toEqual([]);
  });

  it("cannot connect to this user's leader", async () => {
    const leader = await SwarmStore.open(runtime, root);
    ends.push(() => void leader.close());
    for (let n = 0; n < 2; n++) await leader.transact({ op: 'tick' });
    const file = path.join(leaderFolder(directory), 'leader.json');
    await waitFor('somebody to lead', async () => fs.existsSync(file));
    const socket = path.join(leaderFolder(directory), JSON.parse(fs.readFileSync(file, 'utf8')).socket);
    const call = `require('net').connect(${JSON.stringify(socket)}).on('error', ({ code }) => console.log(code)).on('connect', () => console.log('called'))`;
    expect(spawnSync(process.execPath, ['-e', call], { uid: NOBODY, encoding: 'utf8', timeout: WAIT_MS }).stdout).toBe('EACCES\n');
  });
});
