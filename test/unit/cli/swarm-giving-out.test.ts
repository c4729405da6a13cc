import { describe, expect, test } from 'vitest';
import { NeedsPlace } from '../../support/needs.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const PLAN = 'decomposition: {id: rel, description: Release, children: [{id: big, description: Big}]}';
const PARTS = 'children: [{id: p1, description: First}, {id: p2, description: Second}]';
const hierarchical = (plan = PLAN) => create(plan, ['--strategy', 'hierarchical']);
const out = async (command: string) => (await project.run(command)).out;

/** ann holds "big", which can be split. */
async function holding(): Promise<void> {
  await hierarchical();
  project.write('parts.yaml', PARTS);
  await succeed('swarm recruit ann --role lead', 'swarm assign big --agent ann --by queen', 'swarm claim --agent ann');
}

const decompose = () => ['swarm', 'decompose', 'big', '--by', 'ann', '--file', `${project.root}/parts.yaml`];

describe('an agent that splits its task in a hierarchical swarm', () => {
  test('gets the command that assigns the subtasks', async () => {
    await holding();
    expect((await project.run(decompose())).out).toBe(
      'big has 2 new tasks. Assign p1, p2: cortex swarm assign p1 --agent AGENT --by ann\n',
    );
    expect(await out('swarm claim --agent ann')).toBe(
      'No task is ready for you, but you hold "big". Assign "p1", "p2" to an agent or to yourself: cortex swarm assign p1 --agent AGENT --by ann\n',
    );
    await succeed('swarm assign p1 --agent ann --by ann');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: { id: 'p1' } });
    await succeed('swarm complete p1 --agent ann');
    expect(await out('swarm claim --agent ann')).toContain('Assign "p2" ');
  });

  test('gets no hint about tasks that another agent holds and assigns', async () => {
    await holding();
    await project.run(decompose());
    await succeed('swarm recruit bob --role coder', 'swarm assign p1 --agent bob --by ann', 'swarm assign p2 --agent bob --by ann');
    expect(await out('swarm claim --agent ann')).toBe('Nothing is assigned to you. Ask "queen" for a task.\n');
  });

  test('has nothing to assign under other strategies', async () => {
    await create(PLAN);
    project.write('parts.yaml', PARTS);
    await succeed('swarm recruit ann --role lead', 'swarm claim --agent ann');
    expect((await project.run(decompose())).out).toBe('big has 2 new tasks.\n');
  });
});

describe('a file of subtasks', () => {
  test('is refused if it is empty', async () => {
    await holding();
    project.write('parts.yaml', 'children: []');
    const { code, err } = await project.run(decompose());
    expect([code, err.slice(err.lastIndexOf('parts.yaml'))]).toEqual([
      3,
      'parts.yaml:1:11: "children" has no tasks. Correct the plan and try again; nothing was written.\n',
    ]);
  });

  test('is refused if it is not a regular file, with a fix', async () => {
    await holding();
    for (const named of ['.', '/dev/null'])
      expect((await project.run(['swarm', 'decompose', 'big', '--by', 'ann', '--file', named])).err).toContain(
        '. Name a regular YAML or JSON file, or - to read standard input.\n',
      );
  });
});

describe('a task that the plan assigns to an agent that has not joined', () => {
  const NAMED = PLAN.replace('{id: big, description: Big}', '{id: big, description: Big, assignedTo: zoe}');

  test('causes a warning under every strategy', async () => {
    const warning =
      'warning: "zoe" is not a member yet and is assigned task "big", which waits until "zoe" joins or the task is reassigned\n';
    expect((await hierarchical(NAMED)).err).toBe(warning);
    await succeed('swarm abort --by queen --reason again');
    expect((await create(NAMED)).err).toBe(warning);
  });

  test('is named by a claim when nothing else is left, with a fix', async () => {
    await create(NAMED);
    await succeed('swarm recruit ann --role coder');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({
      code: 'nothing-ready',
      reason:
        'No task is ready: the remaining tasks wait for "big" (pending, zoe, who has not joined). No member can complete it. The coordinator or a person can assign it to another agent: cortex swarm assign big --agent AGENT --by queen',
    });
  });
});

test('an agent that waits for a task that it should assign gets a hint', async () => {
  await hierarchical(PLAN.replace('{id: big, description: Big}', '{id: a, description: A}, {id: b, description: B, dependencies: [a]}'));
  await succeed('swarm recruit ann --role lead', 'swarm recruit bob --role coder', 'swarm assign rel --agent ann --by queen');
  await succeed('swarm assign a --agent bob --by ann', 'swarm assign b --agent ann --by ann', 'swarm claim --agent bob');
  expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'nothing-ready' });
  await succeed('swarm fail a --agent bob --reason no', 'swarm retry a --by ann', 'swarm assign b --agent ann --by ann');
  expect(await project.json('swarm claim --agent ann')).toMatchObject({
    code: 'nothing-assigned',
    reason:
      'No task is ready for you, but you hold "rel". Assign "a" to an agent or to yourself: cortex swarm assign a --agent AGENT --by ann',
  });
});

describe('an unassigned task', () => {
  async function place(coordinator: string): Promise<NeedsPlace> {
    const made = new NeedsPlace();
    const file = made.project.write('plan.yaml', PLAN);
    await made.cortex('init', [
      ...['swarm', 'create', '--task', 'R', '--coordinator', coordinator, '--strategy', 'hierarchical', '--file', file],
    ]);
    return made;
  }

  test('needs the coordinator to assign it when no other task is active', async () => {
    const made = await place('queen');
    expect(await made.needs()).toEqual([]);
    await made.cortex('swarm recruit ann --role lead');
    expect(await made.only()).toMatchObject({
      kind: 'unassigned',
      rank: 'at-risk',
      title: 'Big',
      why: 'unassigned: the swarm waits until queen assigns it',
    });
    await made.cortex('swarm assign big --agent ann --by person:ada', 'swarm claim --agent ann');
    expect(await made.needs()).toEqual([]);
    const file = made.project.write('parts.yaml', PARTS);
    await made.cortex(['swarm', 'decompose', 'big', '--by', 'ann', '--file', file]);
    expect(await made.only()).toMatchObject({
      title: 'First',
      why: 'unassigned (and 1 more task): the swarm waits until ann, who holds the parent task, assigns it',
    });
    await made.settles('cortex swarm assign p1', { agent: 'ann', by: 'person:ada' });
  });

  test('needs a person, too, if its agent has not joined, under any strategy', async () => {
    const made = new NeedsPlace();
    const plan = PLAN.replace('{id: big, description: Big}', '{id: a, description: A, assignedTo: dora}, {id: b, description: B}');
    const file = made.project.write('plan.yaml', plan);
    await made.cortex(
      'init',
      ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--file', file],
      'swarm recruit ann --role coder',
    );
    expect(await made.needs()).toEqual([]);
    await made.cortex('swarm claim --agent ann');
    expect(await made.needs()).toEqual([]);
    await made.cortex('swarm complete b --agent ann');
    expect(await made.only()).toMatchObject({
      kind: 'unassigned',
      title: 'A',
      why: 'assigned to dora, who is not in the swarm: the swarm waits until queen reassigns it',
    });
    expect((await made.project.run('swarm status')).out).toMatch(/○ a +pending +dora \(not joined\) +A/);
    await made.settles('cortex swarm assign a', { agent: 'ann', by: 'person:ada' });
  });

  test('is blocked on a coordinating person, except while assignment is stopped', async () => {
    const made = await place('person:ada');
    await made.cortex('swarm recruit ann --role lead');
    expect(await made.only()).toMatchObject({ kind: 'unassigned', rank: 'blocked' });
    await made.cortex('swarm budget --by person:ada --tokens 0');
    expect(await made.only()).toMatchObject({ kind: 'budget' });
    await made.cortex('swarm budget --by person:ada --tokens 1000');
    await made.only();
    await made.cortex('swarm pause --by person:ada');
    expect(await made.needs()).toEqual([]);
  });
});
