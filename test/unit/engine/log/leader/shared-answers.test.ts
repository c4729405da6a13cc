import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LeaderElection } from '../../../../../src/engine/log/leader/leader-election.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { AnsweringLogs, type NotesLog } from '../../../../support/answering-logs.ts';
import { addText, type Note } from '../../../../support/notes.ts';

const SECRET = '0'.repeat(64);
const silent = { longest: () => 1_000, line: () => undefined, silent: () => undefined, closed: () => undefined };
const note = (text: string): Note => ({ op: 'note', text });

let logs: AnsweringLogs;
beforeEach(() => {
  logs = new AnsweringLogs();
});
afterEach(() => logs.end());

describe('leadership', () => {
  it('a process that has transacted twice answers later ones, which read nothing until they need the state', async () => {
    await logs.leader();
    const follower = await logs.follower();
    expect(await follower.transact(note('third'))).toMatchObject({ answer: 3 });
    expect(follower.isBehind).toBe(true);
    expect(logs.answered).toBe(1);
    expect(follower.state.seen).toEqual(['first', 'second', 'third']);
    expect(follower.isBehind).toBe(false);
  });

  it('a process that transacts once without a leader does not lead', async () => {
    const log = await logs.follower();
    expect(await log.transact(note('only'))).toMatchObject({ answer: 1 });
    expect(log.isBehind).toBe(false);
    expect(fs.existsSync(logs.leaderFile)).toBe(false);
  });

  it('a process that only reads leads after a second', async () => {
    await logs.close(await logs.leader());
    let now = 0;
    const runtime = nodeRuntime({});
    const reader = logs.open({ ...runtime, clock: { ...runtime.clock, now: () => runtime.clock.now(), monotonic: () => now } });
    await reader.read();
    now = 999;
    await reader.read();
    expect(fs.existsSync(logs.leaderFile)).toBe(false);
    now = 1_000;
    await reader.read();
    await waitFor('the reader to lead', async () => fs.existsSync(logs.leaderFile));
    const follower = await logs.follower();
    expect(await follower.transact(note('third'))).toMatchObject({ answer: 3 });
    expect(follower.isBehind).toBe(true);
  });

  it('a reader of a project that was moved away creates nothing in its place', async () => {
    await logs.close(await logs.leader());
    let now = 0;
    const runtime = nodeRuntime({});
    const reader = logs.open({ ...runtime, clock: { ...runtime.clock, now: () => runtime.clock.now(), monotonic: () => now } });
    await reader.read();
    fs.renameSync(`${logs.root}/.cortex`, `${logs.root}/moved`);
    now = 5_000;
    await reader.read();
    await reader.read();
    expect(await new LeaderElection(runtime, logs.directory).take(SECRET, () => silent)).toBe('impossible');
    expect(fs.readdirSync(logs.root)).toEqual(['moved']);
  });

  it('a leader that closes leaves no name, and the next writer continues', async () => {
    const leader = await logs.leader();
    const follower = await logs.follower();
    await follower.transact(note('third'));
    await logs.close(leader);
    expect(fs.existsSync(logs.leaderFile)).toBe(false);
    expect(await follower.transact(note('fourth'))).toMatchObject({ answer: 4 });
    expect(await (await logs.follower()).transact(note('fifth'))).toMatchObject({ answer: 5 });
    expect([...logs.history().values()]).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
  });

  it('does not start in a folder that others may write to, and leaves its files alone', async () => {
    const folder = path.dirname(logs.leaderFile);
    fs.mkdirSync(folder);
    fs.chmodSync(folder, 0o777);
    fs.writeFileSync(path.join(folder, 'precious'), '');
    expect(await new LeaderElection(nodeRuntime({}), logs.directory).take(SECRET, () => silent)).toBe('impossible');
    await logs.leader();
    expect(fs.readdirSync(folder)).toEqual(['precious']);
  });

  it('a second candidate finds that another process leads', async () => {
    const runtime = nodeRuntime({});
    const first = await new LeaderElection(runtime, logs.directory).take(SECRET, () => silent);
    expect(await new LeaderElection(runtime, logs.directory).take(SECRET, () => silent)).toBe('taken');
    if (typeof first === 'string') throw new Error(first);
    first();
    const second = await new LeaderElection(runtime, logs.directory).take(SECRET, () => silent);
    expect(second).toBeTypeOf('function');
    if (typeof second === 'function') second();
  });

  it('the file of a hanging leader is removed for that leader only, not for its successor', async () => {
    const runtime = nodeRuntime({});
    const election = new LeaderElection(runtime, logs.directory);
    const first = await election.take(SECRET, () => silent);
    const { holder: hung } = election;
    if (typeof first === 'string' || hung === null) throw new Error('nobody leads');
    // Kept under another name, so that its inode is not reused.
    fs.renameSync(logs.leaderFile, `${logs.leaderFile}-of-the-first`);
    const second = await election.take(SECRET, () => silent);
    election.removeLeader(hung);
    expect(election.holder).not.toBeNull();
    election.removeLeader(election.holder ?? '');
    expect(election.holder).toBeNull();
    for (const leave of [first, second]) if (typeof leave === 'function') leave();
  });

  it('a process that connects while the file cannot be read is turned away, and works alone', async () => {
    await logs.leader();
    await waitFor('the file to be published', async () => fs.existsSync(logs.published));
    fs.rmSync(logs.published);
    fs.mkdirSync(logs.published);
    const alone = await logs.follower();
    expect(alone.isBehind).toBe(false);
    fs.rmdirSync(logs.published);
  });

  it('does not start in a folder with a long path, where each process works alone', async () => {
    await logs.end();
    logs = new AnsweringLogs();
    const deep = { ...logs, directory: `${logs.directory}/${'x'.repeat(80)}` };
    fs.mkdirSync(deep.directory, { recursive: true });
    Object.assign(logs, deep);
    await logs.leader();
    expect(await (await logs.follower()).transact(note('third'))).toMatchObject({ answer: 3 });
    expect(logs.answered).toBe(0);
  });
});

describe('concurrent writers', () => {
  /** Writes notes one by one. Returns the answers by record id. */
  async function writeAll(log: NotesLog, name: string, count: number): Promise<[string, number | null][]> {
    const answers: [string, number | null][] = [];
    for (let n = 0; n < count; n++) {
      const { place, answer } = await log.transact(note(`${name}-${n}`));
      answers.push([place.id, answer]);
    }
    return answers;
  }

  it.each([
    ['in one segment', 4_000_000],
    ['in segments of a few records, which end while others write', 1_000],
  ])('each receive the answer for the place of their record, %s', async (_where, segmentBytes) => {
    await logs.end();
    logs = new AnsweringLogs(segmentBytes);
    const stores = Array.from({ length: 6 }, () => logs.open());
    const answers = await Promise.all(stores.map((store, n) => writeAll(store, `store ${n}`, 80)));
    const history = [...logs.history().keys()];
    expect(history).toHaveLength(480);
    expect(new Map(answers.flat())).toEqual(new Map(history.map((id, index) => [id, index + 1])));
    for (const own of answers)
      expect(own.map(([, answer]) => answer)).toEqual(own.map(([, answer]) => answer).toSorted((a, b) => Number(a) - Number(b)));
    expect(logs.answered).toBeGreaterThan(0);
  });

  it('of a leader that closes are answered by it or by the next one', async () => {
    const leader = await logs.leader();
    const followers = await Promise.all(Array.from({ length: 5 }, () => logs.follower()));
    const asked = followers.map((follower, n) => writeAll(follower, `follower ${n}`, 20));
    await logs.close(leader);
    const answers = (await Promise.all(asked)).flat();
    const history = [...logs.history().keys()];
    expect(history).toHaveLength(102);
    for (const [id, answer] of answers) expect(history.indexOf(id)).toBe(Number(answer) - 1);
  });
});

describe('the duties of a follower', () => {
  it('are few: the leader seals for its followers and names the segment to write to', async () => {
    await logs.end();
    logs = new AnsweringLogs(1_000);
    await logs.leader();
    const follower = await logs.follower();
    for (let n = 0; n < 60; n++) {
      expect(await follower.transact(note(`note ${n}`))).toMatchObject({ answer: n + 3 });
      expect(follower.isBehind, 'it follows').toBe(true);
    }
    expect(fs.readdirSync(logs.directory).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(1);
  });

  it('belong to the leader: it publishes what it has answered', async () => {
    await logs.leader();
    await waitFor('the first two to be published', async () => fs.existsSync(logs.published) && logs.shown().length === 2);
    const follower = await logs.follower();
    await follower.transact(note('third'));
    await logs.close(follower);
    await waitFor('the leader to publish', async () => logs.shown().includes('third'));
  });

  it('include its earlier records, which the leader publishes once it follows', async () => {
    const alone = logs.open();
    await alone.transact(note('alone'));
    const leader = await logs.leader();
    await alone.transact(note('together'));
    await waitFor('the leader to publish', async () => logs.shown().length === 4);
    await logs.close(alone);
    await logs.close(leader);
    expect(logs.shown()).toEqual(['alone', 'first', 'second', 'together']);
  });

  it('return to it when the leader has closed and it works alone', async () => {
    const leader = await logs.leader();
    const follower = await logs.follower();
    await follower.transact(note('third'));
    await logs.close(leader);
    fs.rmSync(logs.published);
    await follower.transact(note('fourth'));
    await waitFor('the last one to publish', async () => fs.existsSync(logs.published) && logs.shown().includes('fourth'));
    expect(logs.shown()).toEqual(['first', 'second', 'third', 'fourth']);
  });
});

describe('changes by others', () => {
  it('an edit of the file is in the log before the next follower is welcomed', async () => {
    await logs.close(await logs.leader());
    await logs.leader();
    fs.writeFileSync(logs.published, addText(fs.readFileSync(logs.published, 'utf8'), 'by hand'));
    const follower = await logs.follower();
    expect(follower.isBehind).toBe(true);
    expect(follower.state.seen).toContain('by hand');
  });

  it('acknowledged records are written again after the log is deleted under leader and follower', async () => {
    const leader = await logs.leader();
    const follower = await logs.follower();
    await waitFor('the file to be published', async () => fs.existsSync(logs.published));
    await follower.transact(note('third'));
    fs.rmSync(logs.directory, { recursive: true });
    await follower.transact(note('fourth'));
    await leader.transact(note('fifth'));
    await follower.transact(note('sixth'));
    await waitFor('all of it to be there', async () => {
      await Promise.all([leader.read(), follower.read()]);
      return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].every((text) => leader.state.seen.includes(text));
    });
    expect(leader.state.seen.filter((text) => text === 'third')).toEqual(['third']);
  });
});
