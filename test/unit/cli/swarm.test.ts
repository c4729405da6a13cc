import { describe, expect, test } from 'vitest';
import { create, entries, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

const NO_OVERLAPS = { pairs: [], more: 0, complete: true };

useProject();

describe('cortex swarm create', () => {
  test('without a plan creates one task for the whole, and records the delegation in the timeline', async () => {
    const answer = await project.json(['swarm', 'create', '--task', 'Build it', '--coordinator', 'queen']);
    const budget = { maxAgents: 10_000, maxTokens: 100_000_000, maxCostUsd: 50, maxDurationMs: 3_600_000 };
    expect(answer).toEqual({ swarm: expect.stringMatching(/^swm_[0-9A-Z]{26}$/), tasks: 1, budget, admission: 'open' });
    expect(project.manifest).toMatchObject({
      task: 'Build it',
      coordinator: 'queen',
      strategy: 'parallel',
      decomposition: { id: 'root' },
    });
    expect(await project.timeline()).toMatchObject([
      { agentId: 'queen', type: 'delegation', action: 'Created the swarm: Build it', context: { trigger: 'swarm', state: { tasks: 1 } } },
    ]);
  });

  test('reports the number of tasks, and refuses a second swarm while one is active', async () => {
    const first = await create();
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toBe(`Created ${project.manifest.id} with 3 tasks. Limits: 2 agents, 1,000 tokens, $50.00, 60 min.\n`);
    const before = project.manifest;
    const second = await create();
    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toBe(
      `error: Swarm "${before.id}" (Release 1.0) still has 3 unfinished tasks. Complete or fail each of them, or abort the swarm: cortex swarm abort --by queen --reason REASON\n`,
    );
    expect(project.manifest).toEqual(before);
  });

  test('replaces a finished swarm', async () => {
    await create('decomposition: {id: only, description: The one}');
    await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete only --agent ann');
    expect((await create()).code).toBe(0);
    expect(project.manifest).toMatchObject({ agents: [], decomposition: { description: 'Release' } });
  });

  test('refuses an invalid plan, and writes nothing', async () => {
    const run = await create('decomposition: {id: a, description: a, dependencies: [a]}');
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toBe(
      `error: ${project.root}/plan.yaml:1:16: the decomposition cannot be used: "a" depends on itself: a → a. ` +
        'Correct the plan and try again; nothing was written.\n',
    );
    expect(await project.json('swarm status')).toEqual({
      swarm: null,
      progress: null,
      applicants: null,
      seen: [],
      pause: null,
      end: null,
      outlook: null,
      overlaps: NO_OVERLAPS,
      tasks: null,
    });
    expect(await project.timeline()).toEqual([]);
  });

  test('warns of unknown keys of tasks', async () => {
    const run = await create('decomposition: {id: a, description: a, reviewers: [b]}');
    expect(run.code).toBe(0);
    expect(run.err).toContain('warning: ');
    expect(run.err).toContain('plan.yaml:1:40: "reviewers" is not a key of a task');
  });

  test.each(['parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive'] as const)('accepts the strategy %s', async (strategy) => {
    expect((await create(PLAN, ['--strategy', strategy])).code).toBe(0);
    expect(await project.json('swarm status')).toMatchObject({ swarm: { strategy } });
  });
});

describe('cortex swarm status', () => {
  test('without a swarm says how to create one', async () => {
    expect(await project.run('swarm status')).toEqual({
      code: 0,
      err: '',
      out: 'There is no swarm. Create one: cortex swarm create --task TASK --coordinator COORDINATOR\n',
    });
  });

  test('returns the manifest of the seed and the progress of the leaves', async () => {
    await create();
    await succeed('swarm recruit ann --role coder --expertise go --expertise sql', 'swarm claim --agent ann');
    expect(await project.json('swarm status')).toEqual({
      swarm: { ...project.manifest, budget: expect.objectContaining({ maxAgents: 2 }) },
      applicants: null,
      progress: { pending: 2, active: 1, done: 0, failed: 0, skipped: 0, total: 3, percent: 0 },
      seen: [{ agent: 'ann', at: expect.any(Number), unresponsiveFrom: expect.any(Number) }],
      pause: null,
      end: null,
      outlook: null,
      overlaps: NO_OVERLAPS,
      tasks: null,
    });
    expect(project.manifest.agents).toEqual([
      {
        id: 'ann',
        role: 'coder',
        expertise: ['go', 'sql'],
        assignedTasks: ['docs'],
        status: 'working',
        startedAt: expect.any(Number),
        tokensUsed: 0,
        costUsd: 0,
      },
    ]);
  });

  test('prints a readable summary', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm usage --agent ann --tokens 50 --cost 0.256');
    await succeed('lock acquire docs/ --agent ann', 'swarm complete docs --agent ann', 'swarm claim --agent ann');
    const { out } = await project.run('swarm status');
    expect(
      out
        .replace(/swm_\w+/, 'swm_1')
        .replace(/\d+ s (of|ago)/g, '0 s $1')
        .replace(/(1 min|\d+ s) left/, '1 min left'),
    ).toBe(`Release 1.0
swm_1, parallel, coordinated by queen
33 %  1 of 3 done, 1 active, 1 pending, 0 failed, 0 skipped
Budget  1 of 2 agents · 50 of 1,000 tokens · $0.26 of $50.00 · 0 s of 60 min

▶ root     active        Release
  ▶ parse  active   ann  Write the parser
  ○ test   pending       Test it (waits for parse)
  ✓ docs   done     ann  Write docs

Agents
ann  coder  working  50 tokens  $0.26  seen 0 s ago  parse

Locks
docs/  ann  1 min left
`);
  });

  test('escapes hostile text', async () => {
    await project.run(['swarm', 'create', '--task', 'evil\u001b[2J', '--coordinator', 'q', '--file', project.write('p.yaml', PLAN)]);
    await project.run(['swarm', 'recruit', 'ann', '--role', 'r\u0007\u202e']);
    expect(await project.run(['swarm', 'recruit', 'a\nb', '--role', 'r'])).toMatchObject({ code: 2, out: '' });
    const { out } = await project.run('swarm status');
    expect(out).toContain('evil\\u{1b}[2J');
    expect(out).toContain('ann  r\\u{7}\\u{202e}');
  });
});

describe('cortex swarm recruit and retire', () => {
  test('reports a new, a known and a returning agent', async () => {
    await create();
    expect(await project.run('swarm recruit ann --role coder')).toEqual({ code: 0, out: 'ann joined the swarm.\n', err: '' });
    expect(await project.json('swarm recruit ann --role coder')).toEqual({ agent: 'ann', joined: 'before' });
    expect(await project.run('swarm recruit ann --role tester')).toEqual({
      code: 0,
      err: '',
      out: 'ann is already in the swarm; its role and expertise are updated.\n',
    });
    expect(project.manifest.agents).toMatchObject([{ id: 'ann', role: 'tester' }]);
    await succeed('swarm recruit ann --role coder');
    await succeed('swarm retire ann');
    expect(await project.json('swarm recruit ann --role tester')).toEqual({ agent: 'ann', joined: 'again' });
    expect(project.manifest.agents).toMatchObject([{ id: 'ann', role: 'tester', status: 'idle' }]);
  });

  test('refuses agents beyond maxAgents, even after one has left', async () => {
    await create();
    await succeed('swarm recruit ann --role coder');
    const last = await project.run('swarm recruit bob --role coder');
    expect(last).toMatchObject({ code: 0, err: 'warning: The swarm has used 2 of 2 agents: no more agents can join.\n' });
    await succeed('swarm retire ann');
    expect(await project.run('swarm recruit eve --role coder')).toEqual({
      code: 1,
      out: '',
      err: 'error: Agent "eve" cannot join: 2 agents joined the swarm, and the limit is 2. Let one of them do the work. The coordinator or a person can raise the limit: cortex swarm budget --by queen --agents AGENTS\n',
    });
    expect(project.manifest.agents.map(({ id }) => id)).toEqual(['ann', 'bob']);
    expect(await entries('escalation')).toMatchObject([{ action: '100 % of the budget for agents is used', agentId: 'queen' }]);
  });

  test('returns the tasks of a retired agent to pending, and records it in the timeline', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm claim --agent ann --task parse');
    expect(await project.json('swarm retire ann')).toEqual({
      agent: 'ann',
      withdrawn: false,
      released: ['parse', 'docs'],
      again: false,
      locks: [],
      decided: [],
      releasedLocks: [],
    });
    expect(project.manifest.decomposition.children.map(({ id, status, assignedTo }) => [id, status, assignedTo])).toEqual([
      ['parse', 'pending', undefined],
      ['test', 'pending', undefined],
      ['docs', 'pending', undefined],
    ]);
    expect(await project.run('swarm retire ann')).toMatchObject({ code: 0, out: 'ann has left the swarm. (no change)\n' });
    expect((await project.run('swarm complete docs --agent ann')).err).toBe(
      'error: Agent "ann" has left the swarm. Recruit it again to bring it back: cortex swarm recruit ann --role ROLE\n',
    );
    expect(await entries('decision')).toMatchObject([{ agentId: 'ann', context: { state: { released: ['parse', 'docs'] } } }]);
  });

  test('records who retired an agent and why, and lists the locks that it still holds', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'lock acquire src/ --agent ann');
    const run = await project.run(['swarm', 'retire', 'ann', '--by', 'queen', '--reason', 'It hangs']);
    expect(run.out).toMatch(
      /^ann has left the swarm\.\nIt still holds src\/, until .*\nIf ann cannot release it, the coordinator or a person can break it\. To release it: cortex lock release --all --agent ann\n$/,
    );
    expect(await entries('decision')).toMatchObject([{ agentId: 'queen', action: 'Retired ann', reasoning: 'It hangs. It had no tasks.' }]);
    expect((await project.run('swarm retire ann --by person:eve')).code, 'agents cannot act as a person').toBe(1);
  });

  test('records nothing if the retired agent had no tasks', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm retire ann');
    expect(await entries('decision')).toEqual([]);
  });
});

describe('wrong usage', () => {
  test.each([
    ['swarm create --task x', '--coordinator'],
    ['swarm create --coordinator q', '--task'],
    [
      'swarm create --task x --coordinator q --strategy guess',
      'Allowed choices are parallel, pipeline, hierarchical, consensus, competitive.',
    ],
    ['swarm recruit ann', '--role'],
    ['swarm recruit --role x', 'agent'],
    ['swarm retire', 'agent'],
    ['swarm assign a --agent ann', '--by'],
    ['swarm claim', '--agent'],
    ['swarm start --agent ann', 'task'],
    ['swarm complete a', '--agent'],
    ['swarm fail a --agent ann', '--reason'],
    ['swarm usage --agent ann', 'give tokens, cost, or both'],
    ['swarm usage --agent ann --tokens x --cost 1', 'Write a whole number'],
    ['swarm usage --agent ann --tokens 0x10', 'Write a whole number'],
    ['swarm usage --agent ann --tokens 1e3', 'Write a whole number'],
    ['swarm usage --agent ann --cost 0b1', 'Write a decimal number'],
    ['swarm usage --agent ann --cost " 1"', 'Write a decimal number'],
    ['swarm usage --agent ann --tokens -1 --cost 0', '--tokens: at least 0.'],
    ['swarm usage --agent ann --tokens 1.5 --cost 0', 'Write a whole number'],
    ['swarm usage --agent ann --tokens 1 --cost -0.1', '--cost: at least 0.'],
    ['swarm dance', "unknown command 'dance'"],
    ['swarm status --loud', "unknown option '--loud'"],
    ['swarm status ann', 'too many arguments'],
  ])('%s exits with 2, and says what is missing', async (command, words) => {
    const run = await project.run(command);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain(words);
    expect(run.err).not.toMatch(/\n\s+at /);
  });

  test('refuses an empty id and an empty text', async () => {
    await create();
    expect(await project.run(['swarm', 'recruit', ' ', '--role', 'coder'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs an id'),
    });
    expect(await project.run(['swarm', 'recruit', 'ann', '--role', ''])).toMatchObject({ code: 2, err: expect.stringContaining('--role') });
    expect(await project.run(['swarm', 'fail', 'parse', '--agent', 'ann', '--reason', ''])).toMatchObject({ code: 2 });
  });

  test('refuses a program that acts as a person', async () => {
    await create();
    const run = await project.run('swarm recruit person:kim --role boss');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('only a person at a terminal or in the editor may act as one');
    expect((await project.asPerson('swarm recruit person:kim --role boss')).code).toBe(0);
  });

  test.each(['create', 'status', 'recruit', 'retire', 'assign', 'claim', 'start', 'complete', 'fail', 'usage'])(
    'swarm %s --help exits with 0, and explains every option',
    async (name) => {
      const { code, out, err } = await project.run(['swarm', name, '--help']);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`Usage: cortex swarm ${name}`);
      for (const line of out.split('\n')) if (/^ {2}--\w/.test(line)) expect(line, line).toMatch(/^ {2}--[\w-]+( <[\w-]+>)?( {2,}\S|$)/);
      expect(out).toContain('--json');
    },
  );
});
