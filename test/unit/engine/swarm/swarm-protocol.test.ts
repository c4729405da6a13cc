import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { SwarmProtocol } from '../../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../../src/engine/timeline/index.ts';

let root: string;
let io: CortexIO;
let timeline: Timeline;
let swarm: SwarmProtocol;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'swarm-protocol-')));
  io = new CortexIO(root);
  timeline = new Timeline(io);
  swarm = new SwarmProtocol(io, timeline);
});
afterEach(async () => {
  await swarm.close();
  await timeline.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const decomposition = {
  id: 'root',
  description: 'Release',
  children: [
    { id: 'parse', description: 'Write the parser' },
    { id: 'test', description: 'Test it', dependencies: ['parse'] },
  ],
};
const create = (more: object = {}) =>
  swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel', decomposition, ...more });

describe('SwarmProtocol', () => {
  test('creates a swarm in swarm.crtx, and records the delegation after earlier entries', async () => {
    timeline.record({ agentId: 'queen', type: 'decision', action: 'Divide', reasoning: 'Two halves' });
    const manifest = await create({ maxTokens: 500 });
    await swarm.close();
    expect(manifest).toMatchObject({
      task: 'Release 1.0',
      coordinator: 'queen',
      budget: { maxAgents: 10_000, maxTokens: 500, maxCostUsd: 50 },
    });
    expect((await io.readSwarm())?.data).toMatchObject({ id: manifest.id, decomposition: { children: [{ id: 'parse' }, { id: 'test' }] } });
    const entries = await timeline.read();
    expect(entries.map(({ type, agentId }) => [type, agentId])).toEqual([
      ['decision', 'queen'],
      ['delegation', 'queen'],
    ]);
  });

  test('releases the locks of members at the end, unless created with keepLocks', async () => {
    const held: number[] = [];
    for (const keepLocks of [false, true]) {
      await create({ keepLocks });
      await swarm.recruit({ agent: 'ann', role: 'coder' });
      await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'], ttl: 3_600_000 });
      const { releasedLocks } = await swarm.abort({ by: 'queen', reason: 'enough' });
      held.push(releasedLocks.length, (await swarm.locks()).locks.length);
    }
    expect(held).toEqual([1, 0, 0, 1]);
  });

  test('handles tasks, locks and usage from start to end', async () => {
    await create();
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    expect((await swarm.claim({ agent: 'ann' })).task?.id).toBe('parse');
    expect(await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'] })).toMatchObject({ granted: true });
    expect(await swarm.acquire({ agent: 'bob', paths: ['src/'] })).toMatchObject({ granted: false, blockedBy: [{ agentId: 'ann' }] });
    expect((await swarm.locks()).locks.map((lock) => lock.path)).toEqual(['src/a.ts']);
    await swarm.usage({ agent: 'ann', tokens: 100, cost: 0.25 });
    await swarm.release({ agent: 'ann', all: true });
    await swarm.complete({ task: 'parse', agent: 'ann', output: { files: ['src/a.ts'] } });
    expect((await swarm.claim({ agent: 'ann' })).task?.id).toBe('test');
    await swarm.fail({ task: 'test', agent: 'ann', reason: 'no time' });
    const { swarm: manifest, progress } = await swarm.status();
    expect(progress).toMatchObject({ done: 1, failed: 1, total: 2 });
    expect(manifest).toMatchObject({
      agents: [{ id: 'ann', tokensUsed: 100, costUsd: 0.25 }],
      decomposition: { children: [{ output: { files: ['src/a.ts'] } }, { output: { error: 'no time' } }] },
    });
  });

  test('sees concurrent changes of other instances', async () => {
    await create();
    const other = new SwarmProtocol(io, timeline);
    await other.recruit({ agent: 'ann', role: 'coder' });
    await other.close();
    expect((await swarm.status()).swarm?.agents.map(({ id }) => id)).toEqual(['ann']);
  });

  test('refuses with a reason and a next step, and changes nothing', async () => {
    await expect(swarm.claim({ agent: 'ann' })).resolves.toEqual({
      task: null,
      before: [],
      agreed: null,
      overlaps: [],
      code: 'no-swarm',
      reason: 'There is no swarm. Create one: cortex swarm create --task TASK --coordinator COORDINATOR',
    });
    await expect(swarm.recruit({ agent: 'ann', role: '' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'role is not an allowed value',
      data: { value: '', allowed: 'at least 1' },
    });
    await expect(swarm.recruit({ agent: 'ann', role: 'coder' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no swarm',
      data: { next: 'Create one: cortex swarm create --task TASK --coordinator COORDINATOR' },
    });
    await expect(create({ maxTokens: -1 })).rejects.toMatchObject({ message: 'maxTokens is not an allowed value', data: { value: -1 } });
    await expect(create({ task: '' })).rejects.toThrow('task is not an allowed value');
    const strategies = '"parallel", "pipeline", "hierarchical", "consensus", "competitive"';
    const refused = { code: 'invalid-input', data: { value: 'anarchy', allowed: strategies } };
    await expect(create({ strategy: 'anarchy' })).rejects.toMatchObject(refused);
    await expect(create({ mergePolicy: { strategy: 'auto' } })).rejects.toThrow('mergePolicy.conflictResolution is missing');
    await expect(create({ decomposition: { id: 'a', description: 'a', dependencies: ['a'] } })).rejects.toThrow('a → a');
    await expect(create({ coordinatorId: 'person:eve' })).rejects.toThrow('only a person');
    expect((await swarm.status()).swarm).toBeNull();
  });

  test('accepts heartbeats only from members', async () => {
    await create();
    await expect(swarm.heartbeat('ann')).rejects.toThrow('is not a member');
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    expect(await swarm.heartbeat('ann')).toEqual({ agent: 'ann', released: [], lapsed: [] });
  });

  test('treats undefined limits as omitted', async () => {
    expect(await create({ maxTokens: undefined, mergePolicy: undefined })).toMatchObject({
      mergePolicy: { conflictResolution: 'last_write' },
      budget: { maxTokens: 100_000_000 },
    });
  });

  test('prevents agents from acting as a person by retiring or by a heartbeat', async () => {
    await create();
    await expect(swarm.retire({ agent: 'person:eve' })).rejects.toMatchObject({ code: 'denied' });
    await expect(swarm.heartbeat('person:eve')).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('only a person'),
    });
    await expect(swarm.heartbeat(' ')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(Reflect.apply(swarm.heartbeat, swarm, [{}])).rejects.toMatchObject({
      code: 'invalid-input',
      data: { allowed: 'a string' },
    });
    const disguised = ['Person:eve', 'person :eve', '\u2800person:eve', '\uff50erson:eve', 'per\u00adson:eve'];
    for (const id of [' person:eve', '\u200bperson:eve', '\t\u2066person:eve', '\u{e0020}person:eve', ...disguised])
      await expect(swarm.heartbeat(id), id).rejects.toMatchObject({ code: 'denied' });
    for (const id of ['\u200b', 'person: ', 'person:\u200b'])
      await expect(swarm.heartbeat(id), id).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test.each(['person:eve', '\u200bperson:eve', ' '])(
    'a task cannot be given to %j at the creation: nobody here could end it',
    async (assignedTo) => {
      const decomposition = { id: 'r', description: 'r', children: [{ id: 'a', description: 'a', assignedTo, status: 'done' }] };
      await expect(create({ decomposition })).rejects.toMatchObject({ message: expect.stringContaining('task "a" cannot be assigned') });
      expect(await swarm.status()).toMatchObject({ swarm: null });
    },
  );

  test('an agent may retire itself, and the coordinator may retire it, but no other agent', async () => {
    await create();
    for (const agent of ['ann', 'bob', 'cy']) await swarm.recruit({ agent, role: 'coder' });
    await expect(swarm.retire({ agent: 'ann', by: 'bob' })).rejects.toMatchObject({
      code: 'denied',
      message: '"bob" may not retire agent "ann"',
      data: { next: 'Only the agent itself, "queen" or a person may do this.' },
    });
    await swarm.retire({ agent: 'ann', by: 'queen' });
    await swarm.retire({ agent: 'bob' });
    await swarm.retire({ agent: 'cy', by: 'cy' });
    expect((await swarm.status()).swarm?.agents.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });
});

/** Returns a value with this many levels of nesting. */
function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = { in: value };
  return value;
}

/** Returns a chain of nested tasks. */
function chain(levels: number): unknown {
  let node: object = { id: `${levels}`, description: '' };
  for (let level = levels - 1; level > 0; level -= 1) node = { id: `${level}`, description: '', children: [node] };
  return node;
}

describe('the output of a task', () => {
  const MAX_DEPTH = 500;

  async function ended(decomposition: unknown, output: unknown) {
    await create({ decomposition });
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    const { task } = await swarm.claim({ agent: 'ann' });
    return swarm.complete({ agent: 'ann', task: task?.id ?? '', output });
  }

  test('is published at the maximum nesting from the deepest task', async () => {
    await ended(chain(1_000), nested(MAX_DEPTH));
    await swarm.close();
    const shown = await io.inspect('swarm');
    expect(shown?.warnings).toEqual([]);
    expect(shown?.content.bytes.includes('"deep"')).toBe(true);
    const again = new SwarmProtocol(io, timeline);
    expect(await again.status()).toMatchObject({ progress: { done: 1, total: 1 } });
    await again.close();
  });

  test.each([
    ['nested deeper', nested(MAX_DEPTH + 1), 'nested deeper'],
    ['nested without end', nested(20_000), 'nested deeper'],
    ['larger than a megabyte', 'x'.repeat(1_048_576), 'the output of a task is too large'],
    ['nothing that JSON can hold', { at: new Date(0) }, 'at is not a JSON value'],
  ])('is refused when it is %s', async (_, output, message) => {
    await expect(ended(undefined, output)).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(message) });
    expect((await swarm.status()).progress).toMatchObject({ active: 1 });
    const reason = 'x'.repeat(1_048_576);
    await expect(swarm.fail({ agent: 'ann', task: 'root', reason })).rejects.toThrow('the output of a task is too large');
  });

  test('is refused in a decomposition that no file can hold', async () => {
    const tasks = (output: unknown) => create({ decomposition: { id: 'a', description: '', output } });
    await expect(tasks(nested(2_500))).rejects.toThrow('nested deeper');
    await expect(tasks(10n)).rejects.toThrow('is not a JSON value');
    await expect(tasks('x'.repeat(33 * 1_048_576))).rejects.toThrow('the decomposition is too large');
    expect((await swarm.status()).swarm).toBeNull();
  });
});

describe('closing', () => {
  test('cancels waits for locks, and rejects further operations', async () => {
    await create();
    await swarm.acquire({ agent: 'ann', paths: ['a.ts'] });
    const waiting = swarm.acquire({ agent: 'bob', paths: ['a.ts'], wait: 60_000 });
    await expect.poll(async () => (await swarm.locks()).waiting.length).toBe(1);
    const closed = swarm.close();
    await expect(swarm.locks()).rejects.toMatchObject({ code: 'denied', message: 'this swarm was closed' });
    await closed;
    await expect(waiting).resolves.toMatchObject({ granted: false });
    expect(openFiles()).toEqual([]);
    await expect(swarm.close()).resolves.toBeUndefined();
    await expect(swarm.recruit({ agent: 'ann', role: 'coder' })).rejects.toMatchObject({ code: 'denied' });
    const shown = (await io.readSwarm())?.data.locks.map(({ agentId }) => agentId);
    expect(shown).toEqual(['ann']);
  });

  test('waits for pending operations', async () => {
    await swarm.acquire({ agent: 'ann', paths: ['a.ts'] });
    await swarm.close();
    swarm = new SwarmProtocol(io, timeline);
    expect((await swarm.locks()).locks).toHaveLength(1);
    // A reader that sees a torn file reads it again later.
    fs.writeFileSync(path.join(root, '.cortex/swarm.crtx'), '{ torn');
    let ended = false;
    const looking = swarm.locks().finally(() => {
      ended = true;
    });
    await swarm.close();
    expect(ended).toBe(true);
    expect((await looking).locks).toHaveLength(1);
    expect(openFiles()).toEqual([]);
  });

  test('closes the files, and fails again when repeated, if the timeline cannot be flushed', async () => {
    await swarm.acquire({ agent: 'ann', paths: ['a.ts'] });
    const blocked = path.join(root, '.cortex/.local/timeline');
    fs.writeFileSync(blocked, 'not a folder');
    timeline.record({ agentId: 'ann', type: 'decision', action: 'x', reasoning: 'y' });
    expect(openFiles().length).toBeGreaterThan(0);
    await expect(swarm.close()).rejects.toMatchObject({ code: 'outside-root' });
    expect(openFiles()).toEqual([]);
    await expect(swarm.close()).rejects.toMatchObject({ code: 'outside-root' });
    fs.rmSync(blocked);
    swarm = new SwarmProtocol(io, timeline);
  });
});

/** Returns the files of the project that this process has open. */
function openFiles(): string[] {
  const files = fs.readdirSync('/proc/self/fd').flatMap((fd) => linkOf(`/proc/self/fd/${fd}`));
  return files.filter((file) => file.startsWith(root));
}

function linkOf(file: string): string[] {
  try {
    return [fs.readlinkSync(file)];
  } catch {
    return [];
  }
}
