import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { verifyProject } from '../../../../src/engine/project/use-cases/verify.ts';
import { SwarmProtocol } from '../../../../src/engine/swarm/index.ts';
import { SwarmStore } from '../../../../src/engine/swarm/store.ts';
import { Timeline } from '../../../../src/engine/timeline/index.ts';
import { ReasoningTrace } from '../../../../src/engine/timeline/reasoning-trace.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime();
let root: string;
beforeEach(() => {
  root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.cortex'));
});

const inCortex = (name: string) => path.join(root, '.cortex', name);
const readJson = (name: string) => JSON.parse(fs.readFileSync(inCortex(name), 'utf8'));
const writeJson = (name: string, value: unknown) => fs.writeFileSync(inCortex(name), JSON.stringify(value, null, 2));
const asides = () => fs.readdirSync(inCortex('.'), { encoding: 'utf8' }).filter((name) => name.includes('.corrupt-'));
const onlyAside = () => {
  const [name = ''] = asides();
  expect(asides()).toEqual([expect.stringMatching(/^(?:timeline|swarm)\.crtx\.corrupt-[0-9TZ]+-entries$/)]);
  return name;
};
/** Replaces text in a file. */
const correct = (name: string, wrong: string, right: string) => {
  const text = fs.readFileSync(inCortex(name), 'utf8');
  expect(text).toContain(wrong);
  fs.writeFileSync(inCortex(name), text.replace(wrong, right));
};

async function findings(): Promise<string[]> {
  const { signal } = new AbortController();
  const context = { runtime, signal, directory: root, exactDirectory: true, interactive: false, progress: () => {} };
  return (await verifyProject(context)).output.files.flatMap((file) =>
    file.findings.map(({ severity, line, message }) => `${severity} ${file.file}:${line} ${message}`),
  );
}

describe('entries of a timeline', () => {
  /** Returns the actions of the entries, and the messages about skipped ones. */
  async function opened(): Promise<{ actions: string[]; said: readonly string[] }> {
    const store = await TimelineStore.open(runtime, root);
    try {
      return { actions: store.entries().map(({ action }) => action), said: store.rebuilt };
    } finally {
      await store.close();
    }
  }

  beforeEach(async () => {
    const timeline = new Timeline(new CortexIO(root));
    await timeline.record({ agentId: 'ann', type: 'decision', action: 'first', reasoning: 'r' });
    await timeline.close();
  });

  const entry = (id: string, more: object) => ({ ...readJson('timeline.crtx').data[0], id, action: id, ...more });
  function append(...entries: readonly unknown[]): void {
    const file = readJson('timeline.crtx');
    writeJson('timeline.crtx', { ...file, data: [...file.data, ...entries] });
  }

  test.each([
    ['a time as text', { timestamp: '2026-11-26T12:00:00Z' }, 'timestamp'],
    ['a confidence as text', { type: 'musing', outcome: 'sucess', confidence: 'high' }, 'confidence'],
    ['no agent', { agentId: undefined }, 'agentId'],
    ['a context without files', { context: { state: {} } }, 'context.files'],
  ])('are adopted beside one with %s, which is reported and saved', async (_, wrong, field) => {
    append(entry('good_1', {}), entry('bad', wrong), 'no entry', entry('good_2', {}));
    const text = fs.readFileSync(inCortex('timeline.crtx'), 'utf8');
    const { actions, said } = await opened();
    expect(actions.sort()).toEqual(['first', 'good_1', 'good_2']);
    const file = inCortex(onlyAside());
    expect(said).toEqual([expect.stringContaining(`data[2].${field}`), expect.stringContaining('data[3]')]);
    for (const each of said) expect(each).toMatch(/-entries:\d+:\d+: .*next command adopts the rest/);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    // The published file is valid, and is not adopted again.
    expect(readJson('timeline.crtx').data).toHaveLength(3);
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^warning \\.cortex/timeline\\.crtx\\.corrupt-.*:\\d+ data\\[2\\]\\.${field.replace('.', '\\.')} `)),
      expect.stringMatching(/^warning .*data\[3\]/),
    ]);
    const { hash: _hash, ...again } = { hash: '', ...(await opened()) };
    expect([again.said, asides()]).toEqual([said, [path.basename(file)]]);
  });

  test('are adopted after they are corrected in the saved file, which is then removed', async () => {
    append(entry('late', { confidence: 'high' }), entry('later', { refs: 'none' }));
    await opened();
    const name = onlyAside();
    correct(name, '"high"', '0.5');
    expect(await opened()).toMatchObject({ actions: ['first', 'late'], said: [expect.stringContaining('data[2].refs')] });
    correct(name, '"none"', '[]');
    expect((await opened()).actions.sort()).toEqual(['first', 'late', 'later']);
    expect([asides(), (await opened()).said, await findings()]).toEqual([[], [], []]);
    expect(readJson('timeline.crtx').data).toHaveLength(3);
  });

  test('are removed from the file even if all new ones are invalid', async () => {
    append(entry('bad', { timestamp: 'now' }));
    await opened();
    expect(readJson('timeline.crtx').data.map(({ action }: { action: string }) => action)).toEqual(['first']);
    expect(asides()).toHaveLength(1);
  });

  test('are adopted from a corrected file', async () => {
    append(entry('late', { timestamp: 'now' }));
    await opened();
    append(entry('late', {}));
    expect((await opened()).actions.sort()).toEqual(['first', 'late']);
    expect(asides()).toHaveLength(1);
  });

  test('do not change an existing entry while they are invalid', async () => {
    const file = readJson('timeline.crtx');
    writeJson('timeline.crtx', { ...file, data: [{ ...file.data[0], outcome: 7 }, entry('good', {})] });
    expect((await opened()).actions.sort()).toEqual(['first', 'good']);
    correct(onlyAside(), '"outcome": 7', '"outcome": "success"');
    await opened();
    expect(readJson('timeline.crtx').data.map(({ outcome }: { outcome: string }) => outcome)).toContain('success');
  });

  test('are not adopted one by one if the file itself is invalid', async () => {
    const file = readJson('timeline.crtx');
    writeJson('timeline.crtx', { ...file, header: { ...file.header, type: 7 }, data: [...file.data, entry('good', {})] });
    expect((await opened()).actions).toEqual(['first']);
    expect(asides().filter((name) => name.endsWith('-entries'))).toEqual([]);
  });

  test('are counted if thousands are invalid', async () => {
    append(...Array.from({ length: 3_000 }, (_, at) => entry(`bad_${at}`, { timestamp: 'x', refs: 1 })), entry('good', {}));
    const { actions, said } = await opened();
    expect([actions.sort(), said.length, said.at(-1)]).toEqual([
      ['first', 'good'],
      21,
      expect.stringContaining('2980 more invalid entries'),
    ]);
  });
});

test('valid entries of a trace are adopted one by one', async () => {
  const open = () => ReasoningTrace.open(runtime, root, 'parser');
  const trace = await open();
  const said = { agentId: 'ann', type: 'decision', action: 'first', reasoning: 'r', confidence: 1, refs: [], outcome: 'pending' };
  await trace.add({ id: 'tle_1', timestamp: 1, ...said, context: { files: [], state: {} } });
  await trace.close();
  const file = readJson('reasoning/parser.crtx');
  const [first] = file.data;
  writeJson('reasoning/parser.crtx', {
    ...file,
    data: [first, { ...first, id: 'bad', refs: 7 }, { ...first, id: 'good', action: 'good' }],
  });
  const again = await open();
  expect(again.entries().map(({ action }) => action)).toEqual(['first', 'good']);
  expect(again.rebuilt).toEqual([expect.stringContaining('data[1].refs')]);
  await again.close();
  expect(await findings()).toEqual([expect.stringMatching(/^warning .*reasoning\/parser\.crtx\.corrupt-.*data\[1\]\.refs/)]);
});

describe('entries of a swarm', () => {
  const withStore = async <T>(use: (store: SwarmStore) => T): Promise<T> => {
    const store = await SwarmStore.open(runtime, root);
    try {
      return use(store);
    } finally {
      await store.close();
    }
  };

  beforeEach(async () => {
    const io = new CortexIO(root);
    const swarm = new SwarmProtocol(io, new Timeline(io));
    const task = (id: string, children: object[] = []) => ({ id, description: id, children });
    const decomposition = { ...task('root', [task('one'), task('two', [task('two.a'), task('two.b')])]), dependencies: [] };
    await swarm.create({ task: 'goal', coordinatorId: 'lead', strategy: 'parallel', decomposition });
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'], ttl: 3_600_000 });
    await swarm.close();
  });

  test('are adopted one by one: agents, locks, tasks and fields, and invalid ones do not count as removed', async () => {
    const file = readJson('swarm.crtx');
    const { agents, locks, decomposition, budget } = file.data;
    const [ann] = agents;
    const [one, two] = decomposition.children;
    const [held] = locks;
    const data = {
      ...file.data,
      agents: [
        { ...ann, status: 'busy' },
        { ...ann, id: 'bob' },
        { ...ann, id: 'eve', expertise: 'all' },
      ],
      locks: [
        { ...held, expiresAt: 'soon' },
        { ...held, path: 'src/b.ts' },
        { ...held, path: 'src/c.ts', type: 'mine' },
      ],
      budget: { ...budget, maxTokens: 'many' },
      decomposition: {
        ...decomposition,
        children: [
          { ...one, status: 'finished' },
          { ...two, children: [{ ...two.children[0], priority: 'high' }, two.children[1]] },
          { ...one, id: 'three' },
        ],
      },
    };
    writeJson('swarm.crtx', { ...file, data });
    const said = await withStore((store) => store.rebuilt);
    for (const place of ['agents[0].status', 'agents[2].expertise', 'locks[0].expiresAt', 'locks[2].type', 'budget.maxTokens']) {
      expect(said.join('\n')).toContain(`data.${place}`);
    }
    expect(said.join('\n')).toContain('data.decomposition.children[1].children[0].priority');
    const now = await withStore((store) => store.manifest());
    expect(now.agents.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(['ann idle', 'bob idle']);
    expect(now.locks.map((lock) => lock.path)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(now.budget.maxTokens).toBe(budget.maxTokens);
    expect(now.decomposition.children.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    expect(now.decomposition.children[1]?.children.map(({ id }) => id)).toEqual(['two.a', 'two.b']);
    correct(onlyAside(), '"all"', '["all"]');
    await withStore(() => undefined);
    expect(asides()).toHaveLength(1);
    for (const [wrong, right] of [
      ['"busy"', '"blocked"'],
      ['"soon"', '1'],
      ['"mine"', '"shared"'],
      ['"many"', '5'],
      ['"finished"', '"pending"'],
      ['"high"', '3'],
    ] as const) {
      correct(onlyAside(), wrong, right);
    }
    const corrected = await withStore((store) => store.manifest());
    expect(corrected.agents.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(['ann blocked', 'bob idle', 'eve idle']);
    expect([corrected.budget.maxTokens, asides()]).toEqual([5, []]);
  });

  test('of another program do not count as removed when they become invalid', async () => {
    const added = readJson('swarm.crtx');
    const [ann] = added.data.agents;
    const [held] = added.data.locks;
    added.data.agents.push({ ...ann, id: 'bob' });
    added.data.locks.push({ ...held, agentId: 'bob', path: 'src/b.ts' });
    writeJson('swarm.crtx', added);
    await withStore(() => undefined);
    const wrong = readJson('swarm.crtx');
    wrong.data.agents.find(({ id }: { id: string }) => id === 'bob').tokensUsed = 'some';
    wrong.data.locks.find(({ agentId }: { agentId: string }) => agentId === 'bob').expiresAt = 'soon';
    writeJson('swarm.crtx', wrong);
    const now = await withStore((store) => store.manifest());
    expect(now.agents.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(['ann idle', 'bob idle']);
    expect(now.locks.map((lock) => lock.path)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  test('of the budget and the merge policy are adopted beside invalid ones', async () => {
    const file = readJson('swarm.crtx');
    const { budget, mergePolicy } = file.data;
    const changed = {
      budget: { ...budget, maxTokens: 'many', maxAgents: 7 },
      mergePolicy: { ...mergePolicy, strategy: 'dice', minAgreePercent: 'most', conflictResolution: 'vote' },
    };
    writeJson('swarm.crtx', { ...file, data: { ...file.data, ...changed, strategy: 7 } });
    const said = (await withStore((store) => store.rebuilt)).join('\n');
    for (const place of ['budget.maxTokens', 'mergePolicy.strategy', 'mergePolicy.minAgreePercent', 'strategy'])
      expect(said).toContain(`data.${place} is not`);
    const now = await withStore((store) => store.manifest());
    expect([now.budget.maxAgents, now.budget.maxTokens, now.strategy]).toEqual([7, budget.maxTokens, 'parallel']);
    expect(now.mergePolicy).toEqual({ ...mergePolicy, conflictResolution: 'vote' });
  });

  test('of a replaced swarm are ignored', async () => {
    const file = readJson('swarm.crtx');
    writeJson('swarm.crtx', {
      ...file,
      data: { ...file.data, agents: [...file.data.agents, { ...file.data.agents[0], id: 'eve', costUsd: 'x' }] },
    });
    await withStore(() => undefined);
    const io = new CortexIO(root);
    const swarm = new SwarmProtocol(io, new Timeline(io));
    await swarm.abort({ by: 'lead', reason: 'over' });
    await swarm.create({ task: 'another', coordinatorId: 'lead', strategy: 'parallel' });
    await swarm.close();
    correct(onlyAside(), '"x"', '1');
    expect(await withStore((store) => store.manifest().task)).toBe('another');
    expect(asides(), 'the saved file stays, because nothing adopts it').toHaveLength(1);
  });

  test('are rejected if the log does not know their old values', async () => {
    const file = readJson('swarm.crtx');
    fs.rmSync(inCortex('.local'), { recursive: true });
    writeJson('swarm.crtx', { ...file, data: { ...file.data, budget: 7 } });
    await expect(withStore(() => undefined)).rejects.toMatchObject({ code: 'broken-file' });
    writeJson('swarm.crtx', { ...file, data: { ...file.data, agents: [...file.data.agents, { id: 7 }] } });
    expect(await withStore((store) => store.manifest().agents.map(({ id }) => id))).toEqual(['ann']);
  });
});
