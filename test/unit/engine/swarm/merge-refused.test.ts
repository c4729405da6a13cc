import { describe, expect, test } from 'vitest';
import type { ManifestChange } from '../../../../src/engine/swarm/state/changes.ts';
import { claimed, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';
import { type Edit, merge, refuses, sample } from './merging.ts';

describe('refuses with a sentence', () => {
  test('changes of fixed properties of a swarm', () => {
    const edit: Edit = (manifest) => void Object.assign(manifest, { coordinator: 'me', strategy: 'pipeline', created: 1 });
    expect(refuses(sample(), edit)).toEqual([
      'The coordinator cannot change: it is "queen".',
      'The strategy of a running swarm cannot change: it is parallel.',
      'The creation time of the swarm cannot change.',
    ]);
  });

  test('invalid limits', () => {
    const edit: Edit = ({ budget }) => void Object.assign(budget, { maxAgents: -1, maxTokens: 1.5 });
    expect(refuses(sample(), edit)).toEqual(['-1 cannot be maxAgents, which stays 100.', '1.5 cannot be maxTokens, which stays 1000000.']);
  });

  test('removed agents, and numbers that decreased', () => {
    const swarm = sample();
    swarm.apply('swarm.usage', { agent: 'a', tokens: 10, costUsd: 1, task: 'x' }, 2000);
    const edit: Edit = (manifest, tasks) => {
      manifest.agents.splice(1, 1);
      Object.assign(manifest.agents[0] ?? {}, { tokensUsed: 9, costUsd: 2 });
      delete tasks('x').actualTokens;
    };
    expect(refuses(swarm, edit)).toEqual([
      'Agent "b" cannot be removed, because its usage counts against the budget; retire it instead.',
      'The usage of agent "a" can only grow.',
      'The token count of "x" can only grow.',
    ]);
  });

  test('an agent beyond the limit, and one that has joined meanwhile', () => {
    const swarm = swarmOf(root(task('x')), { budget: { maxAgents: 4, maxTokens: 9, maxCostUsd: 9, maxDurationMs: 99_999 } });
    const base = manifestOf(swarm);
    swarm.apply('swarm.recruit', { agent: 'd', role: '', expertise: [] }, 5000);
    const agent = (id: string) => ({ id, role: '', expertise: [], assignedTasks: [], status: 'idle' as const, tokensUsed: 0, costUsd: 0 });
    expect(refuses(swarm, ({ agents }) => void agents.push(agent('d'), agent('e')), base)).toEqual([
      'Agent "d" has joined already.',
      'Agent "e" cannot join: 4 agents have joined, and no more than 4 may.',
    ]);
  });

  test('tasks removed, moved, reordered or given another root', () => {
    const swarm = sample();
    expect(refuses(swarm, ({ decomposition }) => void decomposition.children.splice(1, 1))).toEqual([
      'Task "y" cannot be removed; mark it as skipped instead.',
    ]);
    const move: Edit = ({ decomposition }, tasks) => void tasks('p').children.push(...decomposition.children.splice(0, 1));
    expect(refuses(swarm, move)).toEqual(['Task "x" cannot be moved in the tree.']);
    expect(refuses(swarm, ({ decomposition }) => void decomposition.children.reverse())).toEqual([
      'The order of the tasks of "root" cannot change; change their priority instead.',
    ]);
    const another: Edit = (manifest) =>
      void Object.assign(manifest, { decomposition: task('other', { children: [manifest.decomposition] }) });
    expect(refuses(swarm, another)).toEqual(['Task "other" cannot be added: there is a root already.']);
  });

  test('new tasks with existing ids, below ended tasks or below active tasks', () => {
    const swarm = sample();
    swarm.apply('swarm.claim', { agent: 'a', task: 'p1' }, 2000);
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000);
    const edit: Edit = ({ decomposition }, tasks) => {
      decomposition.children.push(task('n', { children: [task('p2')] }));
      tasks('x').children.push(task('m'));
      tasks('p1').children.push(task('o'));
    };
    expect(refuses(swarm, edit)).toEqual([
      'Task "m" cannot be added: "x" is done already.',
      'Task "o" cannot be added: "p1" is being worked on as one task.',
      'Task "n" cannot be added: there is a task "p2" already.',
    ]);
  });

  test('inconsistent new tasks and dependencies together, while applying the rest', () => {
    const swarm = sample();
    const { applied, refused } = merge(swarm, (manifest, tasks) => {
      manifest.task = 'more';
      manifest.decomposition.children.push(task('n'));
      tasks('x').dependencies = ['y'];
      tasks('p').dependencies = ['nowhere'];
    });
    const sentence =
      'The new tasks and dependencies do not fit together: "p" depends on "nowhere", which is not a task; tasks wait for each other: x → y → x.';
    expect([applied, refused]).toEqual([['goal'], [sentence, sentence, sentence]]);
    expect(tasksOf(manifestOf(swarm)).has('n')).toBe(false);
    expect(claimed(swarm, 'a', 5000)).toBe('x');
  });

  test('changed dependencies of a started task', () => {
    const swarm = sample();
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    expect(refuses(swarm, (_, tasks) => void tasks('x').dependencies.push('p2'))).toEqual([
      'The dependencies of "x" cannot change, because it is active.',
    ]);
  });

  test('taking a claim from its holder, and reverting a status', () => {
    const swarm = sample();
    for (const id of ['x', 'p1', 'p2']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x', output: 'mine' }, 2000);
    const edit: Edit = (manifest, tasks) => {
      Object.assign(tasks('x'), { status: 'pending' });
      delete tasks('x').output;
      Object.assign(tasks('p1'), { assignedTo: 'b' });
      Object.assign(tasks('p2'), { status: 'pending' });
      Object.assign(tasks('y'), { assignedTo: 'nobody-yet', status: 'pending' });
      Object.assign(manifest.agents[0] ?? {}, { status: 'failed' });
    };
    expect(merge(swarm, edit).refused).toEqual([
      'Task "x" is done already (by "a").',
      'The output of "x" cannot change.',
      'Task "p1" remains assigned to "a", who works on it.',
      'Task "p2" remains active, because it is in progress.',
      'Agent "a" still works on a task, so it is not failed; complete its task or retire it.',
    ]);
    expect(statuses(swarm)).toBe('root:active x:done y:pending p:active p1:active p2:active');
  });

  test('changes that conflict with records written after the file was read', () => {
    const swarm = sample();
    const base = manifestOf(swarm);
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    const finishing: Edit = (_, tasks) => void Object.assign(tasks('x'), { status: 'done', assignedTo: 'b' });
    expect(refuses(swarm, finishing, base)).toEqual(['Task "x" remains assigned to "a", who works on it.']);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x', output: 'mine' }, 3000);
    expect(refuses(swarm, finishing, base)).toEqual(['Task "x" is done already (by "a").']);
    expect(refuses(swarm, (_, tasks) => void Object.assign(tasks('x'), { output: 'theirs' }), base)).toEqual([
      'Task "x" has an output already.',
    ]);
    swarm.apply('swarm.retire', { agent: 'b' }, 3000);
    expect(refuses(swarm, (_, tasks) => void Object.assign(tasks('p1'), { assignedTo: 'b' }), base)).toEqual([
      'Task "p1" cannot be assigned to "b", who has left the swarm.',
    ]);
  });

  test('changes of derived values', () => {
    const swarm = sample();
    const edit: Edit = (manifest, tasks) => {
      Object.assign(tasks('p'), { status: 'done' });
      Object.assign(manifest.agents[0] ?? {}, { status: 'working' });
    };
    const { applied, refused } = merge(swarm, edit);
    expect([applied, refused]).toEqual([
      [],
      [
        'Task "p" is pending: that follows from its children and dependencies.',
        'Agent "a" is idle: that follows from the tasks that it works on.',
      ],
    ]);
  });

  test('changes of unknown tasks and agents', () => {
    const swarm = sample();
    const changes: ManifestChange[] = [
      { change: 'task-text', task: 'nowhere', description: 'x' },
      { change: 'task-dependencies', task: 'nowhere', dependencies: [] },
      { change: 'task-new', parent: 'nowhere', index: 0, task: task('n') },
      { change: 'agent-status', agent: 'nobody', status: 'idle' },
      { change: 'swarm', manifest: manifestOf(sample()) },
    ];
    expect(swarm.applyChanges(changes, 5000).refused.map(({ sentence }) => sentence)).toEqual([
      'There is no task "nowhere".',
      'Task "n" cannot be added: there is no task "nowhere".',
      'There is no task "nowhere".',
      'There is no agent "nobody".',
      'Swarm "swm_1" can only be taken over by itself.',
    ]);
  });
});
