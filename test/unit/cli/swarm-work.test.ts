import { beforeEach, describe, expect, test } from 'vitest';
import { create, entries, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

describe('cortex swarm claim', () => {
  test('returns the most urgent task as JSON', async () => {
    await create();
    await succeed('swarm recruit ann --role coder');
    const docs = { id: 'docs', description: 'Write docs', priority: 1, estimatedTokens: 0, dependencies: [], children: [] };
    expect(await project.json('swarm claim --agent ann')).toEqual({
      task: { ...docs, status: 'active', assignedTo: 'ann' },
      code: 'claimed',
      reason: 'Complete or fail it when you are done.',
      before: [],
      agreed: null,
      overlaps: [],
    });
    expect(await project.json('swarm claim --agent ann --task docs')).toMatchObject({ code: 'already-claimed' });
    expect(await project.run('swarm claim --agent ann --task docs')).toEqual({
      code: 0,
      err: '',
      out: 'Already claimed docs: Write docs\nYou are working on it already. Complete or fail it.\n',
    });
  });

  test('returns null as the task with a reason, and exits with 1', async () => {
    const refusals: [string, string, string][] = [
      ['swarm claim --agent ann', 'no-swarm', 'There is no swarm. Create one: cortex swarm create --task TASK --coordinator COORDINATOR'],
    ];
    const check = async () => {
      for (const [command, code, reason] of refusals.splice(0)) {
        expect(await project.run(`${command} --json`)).toEqual({
          code: 1,
          out: `${JSON.stringify({ task: null, code, reason, before: [], agreed: null, overlaps: [] }, null, 2)}\n`,
          err: '',
        });
        expect(await project.run(command)).toEqual({ code: 1, out: `${reason}\n`, err: '' });
      }
    };
    await check();
    await create(PLAN.replace('maxAgents: 2', 'maxAgents: 9'));
    await succeed(...['ann', 'bob', 'zoe'].map((agent) => `swarm recruit ${agent} --role coder`));
    await succeed('swarm claim --agent ann', 'swarm claim --agent bob');
    refusals.push(
      [
        'swarm claim --agent eve',
        'unknown-agent',
        'Agent "eve" is not a member of the swarm. Recruit it first: cortex swarm recruit eve --role ROLE',
      ],
      [
        'swarm claim --agent zoe',
        'nothing-ready',
        'No task is ready: the remaining tasks wait for "docs" (active, ann), "parse" (active, bob). Claim again when one of them has ended.',
      ],
      [
        'swarm claim --agent ann --task none',
        'unknown-task',
        'There is no task "none". See "cortex swarm status" for the ids of the tasks.',
      ],
      [
        'swarm claim --agent ann --task test',
        'waits-for',
        'Task "test" waits for "parse" (active, bob). Claim another task until they are done: cortex swarm claim --agent ann',
      ],
      [
        'swarm claim --agent ann --task parse',
        'not-yours',
        'Task "parse" is assigned to "bob" (active); only this agent can complete or fail it. Name one of your tasks, or claim another: cortex swarm claim --agent ann',
      ],
      [
        'swarm claim --agent ann --task root',
        'not-a-leaf',
        'Task "root" consists of other tasks (such as parse, test, docs), and its status follows from theirs. Name one of them.',
      ],
    );
    await check();
    await succeed('swarm complete docs --agent ann', 'swarm fail parse --agent bob --reason stuck');
    refusals.push(
      [
        'swarm claim --agent ann',
        'failed',
        'The swarm has failed. See why with "cortex swarm status". There is nothing left to claim. To retry a task: cortex swarm retry TASK --by queen',
      ],
      [
        'swarm claim --agent ann --task docs',
        'already-ended',
        'Task "docs" is done already, by "ann". See "cortex swarm status" for the tasks that are left.',
      ],
    );
    await check();
  });
});

describe('cortex swarm complete and fail', () => {
  beforeEach(async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder', 'swarm claim --agent ann --task parse');
  });

  test('complete keeps the output, and makes dependents ready', async () => {
    await project.run('lock acquire src/ --agent ann');
    expect(await project.json(['swarm', 'complete', 'parse', '--agent', 'ann', '--output', 'src/parse.ts'])).toMatchObject({
      task: 'parse',
      again: false,
      ready: ['test'],
      locks: [{ path: 'src/' }],
    });
    expect(await project.run('swarm complete parse --agent ann --output src/parse.ts')).toEqual({
      code: 0,
      err: '',
      out: 'parse is done. (no change)\nann still holds src/.\nTo release it: cortex lock release --all --agent ann\n',
    });
    expect(project.manifest.decomposition.children[0]).toMatchObject({ status: 'done', output: 'src/parse.ts' });
    expect((await project.run('swarm claim --agent bob --task test')).code).toBe(0);
  });

  test('fail skips the dependents, and the timeline has the reason', async () => {
    expect(await project.json(['swarm', 'fail', 'parse', '--agent', 'ann', '--reason', 'No grammar'])).toEqual({
      task: 'parse',
      taskStatus: 'failed',
      skipped: ['test'],
      lapsed: [],
      again: false,
      locks: [],
      releasedLocks: [],
      swarm: {
        status: 'running',
        progress: { pending: 1, active: 0, done: 0, failed: 1, skipped: 1, total: 3, percent: 0 },
        waitsFor: null,
      },
    });
    expect((await project.run('swarm fail parse --agent ann --reason again')).out).toBe('parse has failed. (no change)\n');
    expect(project.manifest.decomposition.children).toMatchObject([
      { id: 'parse', status: 'failed', output: { error: 'No grammar' } },
      { id: 'test', status: 'skipped' },
      { id: 'docs', status: 'pending' },
    ]);
    expect(await entries('failure')).toMatchObject([
      {
        agentId: 'ann',
        action: 'Failed task parse',
        reasoning: 'No grammar. Skipped because of it: test.',
        outcome: 'failure',
        context: { task: 'parse', state: { skipped: ['test'] } },
      },
    ]);
  });

  test.each([
    ['swarm complete none --agent ann', 'There is no task "none". See "cortex swarm status" for the ids of the tasks.'],
    [
      'swarm complete parse --agent bob',
      'Task "parse" is assigned to "ann" (active); only this agent can complete or fail it. Name one of your tasks, or claim another: cortex swarm claim --agent bob',
    ],
    ['swarm complete docs --agent ann', 'Task "docs" is pending and not yours. Claim it first: cortex swarm claim --task docs --agent ann'],
    [
      'swarm complete parse --agent eve',
      'Agent "eve" is not a member of the swarm. Recruit it first: cortex swarm recruit eve --role ROLE',
    ],
    ['swarm fail root --agent ann --reason x', 'Task "root" consists of other tasks'],
    ['swarm fail none --agent ann --reason x', 'There is no task "none"'],
    ['swarm start none --agent ann', 'There is no task "none"'],
    ['swarm usage --agent ann --tokens 1 --cost 0 --task none', 'There is no task "none"'],
    ['swarm retire eve', 'Agent "eve" is not a member of the swarm. See "cortex swarm status" for its members.'],
    ['swarm assign none --agent ann --by queen', 'There is no task "none"'],
  ])('%s is refused, exits with 1 and changes nothing', async (command, words) => {
    const before = await project.json('swarm status');
    const run = await project.run(command);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/^error: /);
    expect(run.err).toContain(words);
    expect(await project.json('swarm status')).toEqual({
      ...Object(before),
      swarm: { ...Object(before).swarm, budget: expect.anything() },
      // A refused command counts as a heartbeat, too.
      seen: expect.anything(),
    });
  });
});

describe('the budget', () => {
  const use = (tokens: number) => project.run(`swarm usage --agent ann --tokens ${tokens} --cost 0`);

  test('warns once at 80 % and once at 100 %, then stops assignment, and lets active tasks finish', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann');
    expect(await use(799)).toEqual({ code: 0, out: 'Recorded usage of ann for task docs.\n', err: '' });
    expect((await use(1)).err).toBe(
      'warning: The swarm has used 800 of 1,000 tokens, which is 80 % or more; at 100 % no more tasks are assigned.\n',
    );
    expect((await use(1)).err).toBe('');
    expect((await use(199)).err).toBe('warning: The swarm has used 1,000 of 1,000 tokens: no more tasks are assigned.\n');
    expect((await use(1)).err).toBe('');
    const reason =
      'The budget is used up (1,001 of 1,000 tokens), so no more tasks are assigned. Finish tasks in progress, then claim again later. The coordinator or a person can raise the limit: cortex swarm budget --by queen --tokens TOKENS';
    expect(await project.json('swarm claim --agent ann'), 'it has a task').toMatchObject({ task: { id: 'docs' }, code: 'already-claimed' });
    const nothing = { task: null, before: [], agreed: null, overlaps: [], code: 'over-budget', reason };
    expect(await project.json('swarm claim --agent ann --task parse')).toEqual(nothing);
    await succeed('swarm complete docs --agent ann');
    expect(await project.json('swarm claim --agent ann')).toEqual(nothing);
    expect(await entries('escalation')).toMatchObject([
      {
        action: '80 % of the budget for tokens is used',
        outcome: 'pending',
        context: { state: { limit: 'tokens', spent: 800, percent: 80 } },
      },
      { action: '100 % of the budget for tokens is used', outcome: 'pending', context: { state: { spent: 1000, percent: 100 } } },
    ]);
    expect(project.manifest.budget.spent.tokens).toBe(1001);
  });

  test('assigns again when a person raises the limit in the file', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 1000 --cost 0');
    expect((await project.run('swarm claim --agent ann')).code).toBe(1);
    project.edit((manifest) => {
      manifest.budget.maxTokens = 5_000;
    });
    await succeed('swarm claim --agent ann');
  });

  test.each([
    ['maxCostUsd: 1', '0 --cost 0.9', 'The swarm has used $0.90 of $1.00, which is 80 % or more'],
    ['maxCostUsd: 1', '0 --cost 1', 'The swarm has used $1.00 of $1.00: no more tasks are assigned.'],
  ])('counts usage against %s', async (limit, usage, words) => {
    await create(PLAN.replace('maxTokens: 1000', limit));
    await succeed('swarm recruit ann --role coder');
    expect((await project.run(`swarm usage --agent ann --tokens ${usage}`)).err).toContain(words);
  });

  test('counts time', async () => {
    expect((await create(PLAN.replace('maxTokens: 1000', 'maxDurationMs: 0'))).err).toContain('0 s of 0 s: no more tasks are assigned');
    await succeed('swarm recruit ann --role coder');
    expect((await project.run('swarm claim --agent ann')).out).toMatch(/^The budget is used up \(\d+ s of 0 s\)/);
  });
});

describe('hierarchical', () => {
  const GROUPS = `decomposition:
  id: root
  description: Release
  children:
    - {id: a, description: A}
    - {id: g, description: Group, children: [{id: g1, description: G1}]}
`;
  beforeEach(async () => {
    await create(GROUPS, ['--strategy', 'hierarchical']);
    await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role lead');
  });

  test('assigns only assigned tasks, and only to their agents', async () => {
    expect((await project.run('swarm claim --agent ann')).out).toBe('Nothing is assigned to you. Ask "queen" for a task.\n');
    expect((await project.run('swarm start a --agent ann')).err).toContain(
      'Task "a" is not assigned to "ann". Ask "queen" to assign it: cortex swarm assign a --agent ann --by queen',
    );
    expect(await project.json('swarm assign a --agent ann --by queen')).toEqual({ task: 'a', agent: 'ann', previous: null, again: false });
    expect((await project.run('swarm claim --agent bob')).code).toBe(1);
    expect((await project.run('swarm claim --agent bob --task a')).out).toContain('is assigned to "ann"');
    expect((await project.run('swarm complete a --agent ann')).err).toContain('not started. Start it first');
    expect(await project.json('swarm start a --agent ann')).toMatchObject({ task: { id: 'a', status: 'active' }, again: false });
    expect((await project.run('swarm start a --agent ann')).out).toBe('Started a: A (no change)\n');
    await succeed('swarm complete a --agent ann');
    expect(await entries('delegation')).toMatchObject([{}, { agentId: 'queen', action: 'Assigned task a to ann' }]);
  });

  test('lets an agent claim its assigned task', async () => {
    await succeed('swarm assign a --agent ann --by queen');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: { id: 'a' } });
  });

  test('lets only the coordinator, a person, and the holder of a parent task assign', async () => {
    expect((await project.run('swarm assign g1 --agent ann --by bob')).err).toBe(
      'error: "bob" may not assign task "g1". Only "queen" or a person may do this.\n',
    );
    expect((await project.run('swarm assign g1 --agent ann --by person:kim')).err).toContain('only a person at a terminal');
    await succeed('swarm assign g --agent bob --by queen', 'swarm assign g1 --agent ann --by bob');
    expect((await project.asPerson('swarm assign g1 --agent bob --by person:kim')).out).toBe('g1 is assigned to bob.\n');
    expect(project.manifest.decomposition.children[1]?.children).toMatchObject([{ id: 'g1', assignedTo: 'bob' }]);
  });

  test('does not reassign an active task', async () => {
    await succeed('swarm assign a --agent ann --by queen', 'swarm start a --agent ann');
    expect((await project.run('swarm assign a --agent bob --by queen')).err).toContain(
      'is being worked on by "ann". Wait until it has ended',
    );
  });
});
