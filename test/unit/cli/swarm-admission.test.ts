import { describe, expect, test } from 'vitest';
import { NeedsPlace } from '../../support/needs.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';
import { task } from '../engine/swarm/make.ts';

useProject();

const PLAN = 'decomposition: {id: rel, description: Release, children: [{id: a, description: A}, {id: b, description: B}]}';
const said = async (command: string) => {
  const { code, out, err } = await project.run(command);
  return `${code} ${out}${err}`;
};

describe('with admission by the coordinator', () => {
  test('a recruited agent waits until the coordinator admits it', async () => {
    const created = await create(PLAN, ['--admission', 'coordinator']);
    const on = 'Admission: agents wait until queen or a person admits them: cortex swarm admit AGENT --by queen\n';
    expect(created.out).toContain(on);
    expect(await said('swarm status')).toContain(on);
    expect(await said('swarm recruit ann --role coder')).toBe(
      '1 error: Agent "ann" waits to be admitted to the swarm by "queen" or a person. The request is recorded. Try again later: cortex swarm claim --agent ann\n',
    );
    expect(project.manifest.agents).toEqual([]);
    expect(await said('swarm recruit \u0430nn --role coder')).toMatch(/^1 error: the id looks like that of another agent, "ann"/);
    expect(await said('swarm claim --agent ann')).toBe(
      '1 Agent "ann" waits to be admitted to the swarm by "queen" or a person. The request is recorded. Try again later: cortex swarm claim --agent ann\n',
    );
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: null, code: 'awaits-admission' });
    expect(await said('swarm assign a --agent ann --by queen')).toMatch(
      /^1 .* To see the waiting agents and how to admit them: cortex swarm status\n$/,
    );
    expect(await project.json('swarm status')).toMatchObject({ applicants: [{ agent: 'ann', role: 'coder', expertise: [] }] });
    expect(await said('swarm status')).toContain('ann waits to be admitted (coder): cortex swarm admit ann --by queen\n');
    expect(await said('swarm admit ann --by ann')).toMatch(/^1 error: "ann" may not decide this/);
    expect(await said('swarm admit ann --by queen')).toBe('0 ann joined the swarm.\n');
    expect(await said('swarm admit ann --by queen')).toBe('0 ann joined the swarm. (no change)\n');
    expect(project.manifest.agents).toMatchObject([{ id: 'ann', role: 'coder' }]);
    expect(await said('swarm claim --agent ann')).toMatch(/^0 Claimed a: A/);
    expect((await project.timeline()).map(({ action }) => action)).toContain('Admitted ann into the swarm');
  });

  test('a refused agent learns by whom and why, and stays refused until it is admitted', async () => {
    await create(`${PLAN}\nadmission: coordinator`);
    await project.run('swarm recruit ann --role coder');
    const refuse = await project.asPerson('swarm admit ann --by person:eve --refuse');
    expect(refuse).toMatchObject({ code: 0, out: 'ann is not admitted.\n' });
    const refused =
      'Agent "ann" was refused admission to the swarm by "person:eve". Do not try again: only "queen" or a person can admit it now.';
    expect(await said('swarm recruit ann --role coder')).toBe(`1 error: ${refused}\n`);
    expect(await said('swarm admit ann --by queen --refuse --reason enough')).toBe('0 ann is not admitted.\n');
    expect(await said('swarm admit ann --by queen --refuse')).toBe('0 ann is not admitted. (no change)\n');
    expect(await said('swarm claim --agent ann')).toMatch(/^1 Agent "ann" was refused admission to the swarm by "queen" \(enough\)\. /);
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: null, code: 'refused' });
    expect(await project.json('swarm status')).toMatchObject({ applicants: [] });
    expect(await said('swarm replay')).toMatch(/ queen +refused +ann +not admitted: enough\n/);
    await succeed('swarm admit ann --by queen', 'swarm claim --agent ann');
    expect(project.manifest.agents).toMatchObject([{ id: 'ann', role: 'coder' }]);
  });

  test('no agent waits for a finished swarm', async () => {
    await create(PLAN, ['--admission', 'coordinator']);
    await project.run('swarm recruit bob --role coder');
    await succeed('swarm abort --by queen --reason enough');
    expect(await said('swarm recruit ann --role coder')).toMatch(
      /^1 error: Swarm "\S+" was aborted by "queen".*\. It has no tasks left, so/,
    );
    expect(await project.json('swarm claim --agent bob')).toMatchObject({ task: null, code: 'aborted' });
  });

  test('an agent that left waits again', async () => {
    await create(PLAN, ['--admission', 'coordinator']);
    await project.run('swarm recruit ann --role coder');
    await succeed('swarm admit ann --by queen', 'swarm retire ann');
    expect(await said('swarm recruit ann --role coder')).toMatch(/^1 error: Agent "ann" waits/);
    expect(await said('swarm retire ann')).toBe('0 ann no longer waits to be admitted.\n');
    expect(await project.json('swarm status')).toMatchObject({ applicants: [] });
    expect(await said('swarm replay')).toMatch(/ ann +left +ann +no longer waits to be admitted\n/);
  });

  test('the coordinator and people join at once', async () => {
    await create(PLAN, ['--admission', 'coordinator']);
    await succeed('swarm recruit queen --role lead');
    expect(await project.asPerson('swarm recruit person:eve --role lead')).toMatchObject({ code: 0 });
  });

  test('an edit of the file does not admit an agent', async () => {
    await create(PLAN, ['--admission', 'coordinator']);
    project.edit(({ agents }) => {
      agents.push({ id: 'eve', role: 'x', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: 0, costUsd: 0 });
    });
    expect(await said('swarm claim --agent eve')).toMatch(/^1 Agent "eve" is not a member/);
    expect((await project.timeline()).map(({ reasoning }) => reasoning)).toContainEqual(
      'Agent "eve" is not admitted; it requests admission with "cortex swarm recruit".',
    );
  });

  test.each(['ann', 'stranger'])('an edit of the file does not let %s work, who is not a member', async (agent) => {
    await create(PLAN, ['--admission', 'coordinator']);
    await project.run('swarm recruit ann --role coder');
    project.edit(({ decomposition: { children } }) => {
      const [a, b] = children;
      Object.assign(a ?? {}, { status: 'done', assignedTo: agent });
      Object.assign(b ?? {}, { status: 'active', assignedTo: agent });
      children.push(task('c', { status: 'active', assignedTo: agent }));
    });
    await project.run('swarm status');
    const { children } = project.manifest.decomposition;
    expect(children.map(({ id, status, assignedTo }) => [id, status, assignedTo])).toEqual([
      ['a', 'pending', undefined],
      ['b', 'pending', undefined],
    ]);
    const conflicts = (await project.timeline()).filter(({ type }) => type === 'conflict').map(({ reasoning }) => reasoning);
    for (const id of ['a', 'b', 'c']) {
      const sentence = `Task "${id}" cannot be assigned to "${agent}", who is not a member; an agent requests admission with "cortex swarm recruit".`;
      expect(conflicts.join(' ')).toContain(sentence);
    }
  });

  test('an edit of the file may skip a task that is assigned to an agent that has not joined', async () => {
    await create(PLAN.replace('description: A}', 'description: A, assignedTo: ann}'), [
      '--admission',
      'coordinator',
      '--strategy',
      'hierarchical',
    ]);
    project.edit(({ decomposition: { children } }) => void Object.assign(children[0] ?? {}, { status: 'skipped' }));
    await project.run('swarm status');
    expect(project.manifest.decomposition.children[0]).toMatchObject({ status: 'skipped', assignedTo: 'ann' });
  });

  test('needs-you lists a waiting agent, with the command', async () => {
    const place = new NeedsPlace();
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--admission', 'coordinator']);
    await place.project.run('swarm recruit ann --role coder');
    expect(await place.only()).toMatchObject({
      kind: 'admission',
      rank: 'question',
      title: 'ann',
      why: 'wants to join the swarm as coder',
    });
    expect(await place.commands()).toHaveLength(2);
    const [admit = ''] = (await place.commands()).filter((command) => !command.includes('--refuse'));
    expect(await place.type(admit)).toMatchObject({ code: 0, out: 'ann joined the swarm.\n' });
    expect(await place.needs()).toEqual([]);
    expect(place.project.manifest.agents).toMatchObject([{ id: 'ann' }]);
  });
});

test('any agent may join if admission is open', async () => {
  await create(PLAN);
  await succeed('swarm recruit ann --role coder');
  expect(await project.json('swarm status')).toMatchObject({ applicants: null });
  expect(await said('swarm admit ann --by queen --refuse')).toMatch(/^1 error: Agent "ann" is not waiting/);
});
