import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SwarmAgent, SwarmManifest, TaskNode } from '../../../src/engine/crtx/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';

const STRATEGIES = ['parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive'] as const;
type Strategy = (typeof STRATEGIES)[number];

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const task = (id: string, more: Partial<TaskNode> = {}): TaskNode => ({
  id,
  description: `Do ${id}`,
  status: 'pending',
  priority: 3,
  estimatedTokens: 0,
  dependencies: [],
  children: [],
  ...more,
});
const agent = (id: string): SwarmAgent => ({
  id,
  role: 'coder',
  expertise: [],
  assignedTasks: [],
  status: 'idle',
  tokensUsed: 0,
  costUsd: 0,
});

/** A swarm file with exactly the fields of the seed, as another program writes it. */
function seedSwarm(strategy: Strategy): SwarmManifest {
  return {
    id: 'release',
    task: 'Release',
    created: Date.now() - 60_000,
    coordinator: 'queen',
    strategy,
    agents: ['ann', 'bob', 'cyd'].map(agent),
    locks: [],
    decomposition: task('root', { children: [task('a'), task('b', { dependencies: ['a'] })] }),
    mergePolicy: { strategy: 'auto', conflictResolution: 'highest_confidence', minAgreePercent: 51, requireHumanApproval: false },
    budget: {
      maxAgents: 10,
      maxTokens: 1_000_000,
      maxCostUsd: 5,
      maxDurationMs: 3_600_000_000,
      spent: { agents: 3, tokens: 0, costUsd: 0, durationMs: 0 },
    },
  };
}

const crtx = (data: unknown) =>
  JSON.stringify({ header: { cortex: 1, type: 'swarm', project: 'p', created: 1, updated: Date.now(), checksum: '' }, data });

async function succeed(...commands: readonly string[]): Promise<void> {
  for (const command of commands) expect(await project.run(command), command).toMatchObject({ code: 0 });
}

async function status(): Promise<SwarmManifest> {
  return Object(await project.json('swarm status')).swarm;
}
const find = ({ decomposition }: SwarmManifest, id: string) => decomposition.children.find((each) => each.id === id);
const conflicts = async () => (await project.timeline()).filter(({ type }) => type === 'conflict');

/** Commands that start one pending task, by strategy. */
const BEGIN: Readonly<Record<Strategy, (id: string) => readonly string[]>> = {
  parallel: () => ['swarm claim --agent ann'],
  pipeline: () => ['swarm claim --agent ann'],
  hierarchical: (id) => [`swarm assign ${id} --agent ann --by queen`, `swarm start ${id} --agent ann`],
  consensus: (id) => [`swarm propose ${id} --agent ann --approach quickly`],
  competitive: () => ['swarm claim --agent ann', 'swarm claim --agent bob', 'swarm claim --agent cyd'],
};

/** Completes a started task. */
async function end(strategy: Strategy, id: string): Promise<void> {
  if (strategy === 'consensus') {
    const { proposals } = Object(find(await status(), id)?.output);
    await succeed(`swarm vote ${proposals[0].id} --agent bob`, 'swarm claim --agent ann');
  }
  if (strategy === 'competitive') await succeed(`swarm complete ${id} --agent bob --confidence 0.9`, `swarm complete ${id} --agent cyd`);
  await succeed(`swarm complete ${id} --agent ann`);
}

async function expectSound(): Promise<void> {
  expect(await project.json('verify')).toMatchObject({ errors: 0, warnings: 0 });
}

describe.each(STRATEGIES)('under %s', (strategy) => {
  test('completes all tasks of a swarm file that another program wrote with only the fields of the seed', async () => {
    project.write('.cortex/swarm.crtx', crtx(seedSwarm(strategy)));
    expect(await status()).toMatchObject({ id: 'release', strategy, decomposition: { children: [{ status: 'pending' }, {}] } });
    for (const id of ['a', 'b']) {
      await succeed(...BEGIN[strategy](id));
      await end(strategy, id);
    }
    expect(await status()).toMatchObject({ decomposition: { status: 'done' } });
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'all-done' });
    expect(Object.keys(project.manifest).sort()).toEqual(Object.keys(seedSwarm(strategy)).sort());
    await expectSound();
  });

  test('detects a file that is rewritten during the work, and keeps the started task', async () => {
    project.write('.cortex/swarm.crtx', crtx(seedSwarm(strategy)));
    await succeed(...BEGIN[strategy]('a'), 'lock acquire src/ --agent ann');
    project.edit((manifest) => {
      manifest.task = 'Release 2';
      manifest.decomposition.children.push(task('late', { dependencies: ['b'] }));
      manifest.agents.push({ ...agent('dan'), status: 'done' });
      manifest.locks = [];
    });
    await end(strategy, 'a');
    const swarm = await status();
    expect(swarm.task).toBe('Release 2');
    expect(swarm.decomposition.children.map(({ id, status: state }) => `${id} ${state}`)).toEqual(['a done', 'b pending', 'late pending']);
    expect(swarm.agents.map(({ id }) => id)).toEqual(['ann', 'bob', 'cyd', 'dan']);
    expect(swarm.locks, 'the log granted the lock').toMatchObject([{ path: 'src/', agentId: 'ann' }]);
    const message = 'The lock of ann on src/ stays: the log granted it.';
    expect(await project.json('verify')).toMatchObject({
      errors: 0,
      warnings: 1,
      files: expect.arrayContaining([expect.objectContaining({ findings: [expect.objectContaining({ severity: 'warning', message })] })]),
    });
  });

  test('continues from a copy of the file in a project without a log', async () => {
    project.write('.cortex/swarm.crtx', crtx(seedSwarm(strategy)));
    await succeed(...BEGIN[strategy]('a'));
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    await end(strategy, 'a');
    expect(find(await status(), 'a')).toMatchObject({ status: 'done' });
    await expectSound();
  });
});

describe('votes in the output of a task', () => {
  const proposalsOf = async () => Object(find(await status(), 'a')?.output).proposals;

  test('continue after the log is lost, with the votes that were cast', async () => {
    project.write('.cortex/swarm.crtx', crtx({ ...seedSwarm('consensus'), agents: ['ann', 'bob', 'cyd', 'dan', 'eve'].map(agent) }));
    await succeed('swarm propose a --agent ann --approach quickly');
    const [{ id }] = await proposalsOf();
    await succeed(`swarm vote ${id} --agent bob`);
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect(await proposalsOf()).toMatchObject([{ state: 'open', agree: 2, voices: [{ agent: 'ann' }, { agent: 'bob' }] }]);
    await succeed(`swarm vote ${id} --agent bob`);
    expect(await proposalsOf(), 'one vote each').toMatchObject([{ state: 'open', agree: 2 }]);
    await succeed(`swarm vote ${id} --agent cyd`);
    expect(await proposalsOf()).toMatchObject([{ state: 'won', agree: 3 }]);
  });

  test('are not changed by a hand edit while the log exists, and the vote continues', async () => {
    project.write('.cortex/swarm.crtx', crtx(seedSwarm('consensus')));
    await succeed('swarm propose a --agent ann --approach quickly');
    project.edit((manifest) => {
      const { proposals } = Object(find(manifest, 'a')?.output);
      Object.assign(proposals[0], { state: 'won', agree: 3 });
    });
    expect(await proposalsOf()).toMatchObject([{ state: 'open', agree: 1 }]);
    expect((await project.run('swarm claim --agent ann')).code).toBe(1);
    expect(await conflicts()).toMatchObject([{ reasoning: expect.stringContaining('"a"') }]);
  });

  const DAMAGED: readonly object[] = [
    { proposals: [{ agent: 'ann', state: 'won' }] },
    { proposals: [{ id: 'p', agent: 'ann', approach: 'x', voices: 'all' }] },
    { candidates: [{ state: 'ready' }] },
    { merge: {} },
  ];

  test.each(DAMAGED)('become the result of the task when they are damaged: %j', async (damaged) => {
    const output = { cortex: 'deliberation', ...damaged };
    for (const strategy of ['consensus', 'competitive'] as const) {
      const swarm = seedSwarm(strategy);
      Object.assign(swarm.decomposition.children[0] ?? {}, { output });
      fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true, force: true });
      project.write('.cortex/swarm.crtx', crtx(swarm));
      expect(find(await status(), 'a')).toMatchObject({ status: 'pending', output: { cortex: 'deliberation', result: output } });
      expect(await project.json('swarm claim --agent ann')).toMatchObject({
        code: strategy === 'consensus' ? 'nothing-agreed' : 'claimed',
      });
      await expectSound();
    }
  });

  test('win nothing when they come from non-members or exceed the number of members', async () => {
    const swarm = seedSwarm('consensus');
    const voices = Array.from({ length: 50 }, (_, n) => ({ agent: `ghost${n}`, choice: 'yes' }));
    const proposal = { id: 'p', agent: 'ann', approach: 'x', confidence: 1, at: 1, state: 'open', agree: 50, against: 0, voices };
    Object.assign(swarm.decomposition.children[0] ?? {}, { output: { cortex: 'deliberation', proposals: [proposal] } });
    project.write('.cortex/swarm.crtx', crtx(swarm));
    await succeed('swarm vote p --agent ann');
    expect(await proposalsOf()).toMatchObject([{ state: 'open' }]);
    await succeed('swarm vote p --agent bob');
    expect(await proposalsOf()).toMatchObject([{ state: 'won' }]);
  });
});

describe('an agent that is not a member', () => {
  test('keeps its candidacy for a contested task until the coordinator retires it', async () => {
    const swarm = seedSwarm('competitive');
    const ghosts = ['x', 'y', 'z'].map((name) => ({ agent: `ghost-${name}`, state: 'working', since: 1 }));
    Object.assign(swarm.decomposition.children[0] ?? {}, { status: 'active', output: { cortex: 'deliberation', candidates: ghosts } });
    project.write('.cortex/swarm.crtx', crtx(swarm));
    expect((await project.run('swarm claim --agent ann')).code).toBe(1);
    await succeed(...ghosts.map((ghost) => `swarm retire ${ghost.agent} --by queen`), ...BEGIN.competitive('a'));
    await end('competitive', 'a');
    expect(find(await status(), 'a')).toMatchObject({ status: 'done' });
  });

  test('can be retired from an active task, which becomes pending again', async () => {
    const swarm = seedSwarm('parallel');
    Object.assign(swarm.decomposition.children[0] ?? {}, { status: 'active', assignedTo: 'ghost' });
    project.write('.cortex/swarm.crtx', crtx(swarm));
    expect((await project.run('swarm retire ghost --by queen')).code).toBe(0);
    expect(find(await status(), 'a')).toMatchObject({ status: 'pending' });
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann');
  });
});
