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
  ...{ id, description: `Do ${id}`, status: 'pending', priority: 3, estimatedTokens: 0, dependencies: [], children: [] },
  ...more,
});
const agent = (id: string): SwarmAgent => ({
  ...{ id, role: 'coder', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: 0, costUsd: 0 },
});

/** Every field of the seed and nothing else, as somebody writes it who has read only that. */
function seedSwarm(strategy: Strategy): SwarmManifest {
  return {
    ...{ id: 'release', task: 'Release', created: Date.now() - 60_000, coordinator: 'queen', strategy },
    agents: ['ann', 'bob', 'cyd'].map(agent),
    locks: [],
    decomposition: task('root', { children: [task('a'), task('b', { dependencies: ['a'] })] }),
    mergePolicy: { strategy: 'auto', conflictResolution: 'highest_confidence', minAgreePercent: 51, requireHumanApproval: false },
    budget: {
      ...{ maxAgents: 10, maxTokens: 1_000_000, maxCostUsd: 5, maxDurationMs: 3_600_000_000 },
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

/** Brings one task from pending into hands, by the rules of each strategy. */
const BEGIN: Readonly<Record<Strategy, (id: string) => readonly string[]>> = {
  parallel: () => ['swarm claim --agent ann'],
  pipeline: () => ['swarm claim --agent ann'],
  hierarchical: (id) => [`swarm assign ${id} --agent ann --by queen`, `swarm start ${id} --agent ann`],
  consensus: (id) => [`swarm propose ${id} --agent ann --approach quickly`],
  competitive: () => ['swarm claim --agent ann', 'swarm claim --agent bob', 'swarm claim --agent cyd'],
};

/** What makes it done. */
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
  test('a file that was written from the seed alone is read, worked on to its end, and stays what the seed says', async () => {
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

  test('a file that is rewritten in the middle of the work is noticed, and what was begun goes on', async () => {
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
    expect(swarm.locks, 'the log granted it').toMatchObject([{ path: 'src/', agentId: 'ann' }]);
    const message = 'The lock of ann on src/ stays: the log granted it.';
    expect(await project.json('verify')).toMatchObject({
      ...{ errors: 0, warnings: 1 },
      files: expect.arrayContaining([expect.objectContaining({ findings: [expect.objectContaining({ severity: 'warning', message })] })]),
    });
  });

  test('a copy of the file in a project without a log is continued where it stood', async () => {
    project.write('.cortex/swarm.crtx', crtx(seedSwarm(strategy)));
    await succeed(...BEGIN[strategy]('a'));
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    await end(strategy, 'a');
    expect(find(await status(), 'a')).toMatchObject({ status: 'done' });
    await expectSound();
  });
});

describe('what was said about a task', () => {
  const proposalsOf = async () => Object(find(await status(), 'a')?.output).proposals;

  test('a vote that was begun before the log was lost is finished after it, with the voices that were given', async () => {
    project.write('.cortex/swarm.crtx', crtx({ ...seedSwarm('consensus'), agents: ['ann', 'bob', 'cyd', 'dan', 'eve'].map(agent) }));
    await succeed('swarm propose a --agent ann --approach quickly');
    const [{ id }] = await proposalsOf();
    await succeed(`swarm vote ${id} --agent bob`);
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect(await proposalsOf()).toMatchObject([{ state: 'open', agree: 2, voices: [{ agent: 'ann' }, { agent: 'bob' }] }]);
    await succeed(`swarm vote ${id} --agent bob`);
    expect(await proposalsOf(), 'one voice each').toMatchObject([{ state: 'open', agree: 2 }]);
    await succeed(`swarm vote ${id} --agent cyd`);
    expect(await proposalsOf()).toMatchObject([{ state: 'won', agree: 3 }]);
  });

  test('cannot be changed by hand while the log knows it: that is told, and the vote goes on', async () => {
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

  test.each(DAMAGED)('is what came of the task when it is damaged, and stands in a whole one: %j', async (damaged) => {
    const output = { cortex: 'deliberation', ...damaged };
    for (const strategy of ['consensus', 'competitive'] as const) {
      const swarm = seedSwarm(strategy);
      Object.assign(swarm.decomposition.children[0] ?? {}, { output });
      fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true, force: true });
      project.write('.cortex/swarm.crtx', crtx(swarm));
      expect(find(await status(), 'a')).toMatchObject({ status: 'pending', output: { cortex: 'deliberation', result: output } });
      expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: strategy === 'consensus' ? 'nothing-agreed' : 'yours' });
      await expectSound();
    }
  });

  test('votes of strangers, and more than there are members, win nothing', async () => {
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

describe('somebody who is no member', () => {
  test('and is written to be at a contested task, keeps the place until the coordinator lets it go', async () => {
    const swarm = seedSwarm('competitive');
    const ghosts = ['x', 'y', 'z'].map((name) => ({ agent: `ghost-${name}`, state: 'working', since: 1 }));
    Object.assign(swarm.decomposition.children[0] ?? {}, { status: 'active', output: { cortex: 'deliberation', candidates: ghosts } });
    project.write('.cortex/swarm.crtx', crtx(swarm));
    expect((await project.run('swarm claim --agent ann')).code).toBe(1);
    await succeed(...ghosts.map((ghost) => `swarm retire ${ghost.agent} --by queen`), ...BEGIN.competitive('a'));
    await end('competitive', 'a');
    expect(find(await status(), 'a')).toMatchObject({ status: 'done' });
  });

  test('and is written to be at work on a task, is no lock on it for ever: the coordinator assigns it anew', async () => {
    const swarm = seedSwarm('parallel');
    Object.assign(swarm.decomposition.children[0] ?? {}, { status: 'active', assignedTo: 'ghost' });
    project.write('.cortex/swarm.crtx', crtx(swarm));
    expect((await project.run('swarm retire ghost --by queen')).code).toBe(0);
    expect(find(await status(), 'a')).toMatchObject({ status: 'pending' });
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann');
  });
});
