import { describe, expect, test } from 'vitest';
import { NeedsPlace, NOW } from '../../support/needs.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const PLAN = `decomposition: {id: rel, description: Release, children: [{id: a, description: A}]}
mergePolicy: {strategy: voting, conflictResolution: last_write, requireHumanApproval: false}`;
const out = async (command: string) => (await project.run(command)).out;

/** All tasks are done, and two of three members voted against the merge. */
async function voteLost(plan = PLAN): Promise<void> {
  await create(plan);
  await succeed(...['ann', 'bob', 'cy'].map((agent) => `swarm recruit ${agent} --role coder`));
  await succeed('swarm claim --agent ann', 'swarm complete a --agent ann --output x');
  await succeed('swarm vote rel --agent bob --for no', 'swarm vote rel --agent cy --for no');
}

describe('a merge of the root task that was voted down', () => {
  test('waits for an approval, and every command says so', async () => {
    await voteLost();
    expect(await out('swarm status')).toContain('Open decisions\nrel  merge  refused (2 of 3 voted against it), waits for the coordinator');
    expect(await out('swarm claim --agent ann')).toBe(
      'All tasks have ended, and the merged result was refused (2 of 3 voted against it): waiting for the retry of a task, or for the coordinator to approve the result or abort the swarm. There is nothing left to claim. To retry a task: cortex swarm retry TASK --by queen\n',
    );
  });

  test('is resolved by that approval, without a new vote', async () => {
    await voteLost();
    expect(await project.run('swarm approve --by queen')).toEqual({ code: 0, out: 'rel is merged; the swarm has finished.\n', err: '' });
    expect(await out('swarm status')).not.toContain('Open decisions');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'all-done' });
    expect((await project.run('swarm vote rel --agent bob --for no')).code).toBe(1);
  });

  test('still requires a person if the policy does', async () => {
    await voteLost(PLAN.replace('false', 'true'));
    expect(await out('swarm status')).toContain('waits for a person');
    expect(await project.run('swarm approve --by queen')).toMatchObject({
      code: 1,
      err: expect.stringContaining('needs approval by a person'),
    });
    expect(await out('swarm status')).toContain('refused (2 of 3 voted against it)');
    expect((await project.asPerson('swarm approve --by person:eve')).out).toBe('rel is merged; the swarm has finished.\n');
  });

  test('needs the person who may approve it, until the approval or the end of the swarm', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', PLAN);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'person:ada', '--file', file]);
    await place.cortex('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann');
    await place.cortex('swarm vote rel --agent ann --for no');
    expect(await place.only()).toMatchObject({
      kind: 'approval',
      why: 'the merged result was refused (1 of 1 voted against it): retry a task with "cortex swarm retry TASK --by person:NAME", approve the result, or abort the swarm: a by ann',
    });
    expect((await place.commands()).map((command) => command.split(' --')[0])).toEqual(['cortex swarm approve', 'cortex swarm abort']);
    await place.settles('cortex swarm approve', { by: 'person:ada' });
  });
});

describe('missing votes', () => {
  /** Creates a swarm in which ann may work and vote, and bob does neither. */
  async function votesMissing(plan: string): Promise<NeedsPlace> {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', plan);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--file', file]);
    await place.cortex('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
    return place;
  }

  test('need a person after ten minutes, who may approve the merge', async () => {
    const place = await votesMissing(PLAN);
    await place.cortex('swarm claim --agent ann', 'swarm complete a --agent ann');
    expect(await place.project.json('swarm claim --agent ann')).toMatchObject({
      code: 'nothing-agreed',
      reason:
        'The result is not agreed yet. Vote on "rel"; "cortex swarm status" shows the options: cortex swarm vote rel --agent ann --for yes',
    });
    await place.cortex('swarm vote rel --agent ann');
    place.at(NOW + 10 * 60_000 - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + 10 * 60_000);
    expect(await place.only()).toMatchObject({
      kind: 'approval',
      why: 'the merged result waits for approval by a person (votes are missing: yes 1, no 0, of 2): a by ann',
    });
    await place.cortex('swarm approve --by person:ada');
    expect(await place.needs()).toEqual([]);
    expect((await place.project.run('swarm status')).out).not.toContain('Open decisions');
  });

  test('on a question need a person, too, who may answer it', async () => {
    const two = PLAN.replace('{id: a, description: A}', '{id: a, description: A}, {id: b, description: B}');
    const place = await votesMissing(two.replace('voting', 'auto').replace('last_write', 'vote'));
    await place.cortex('swarm claim --agent ann', 'swarm claim --agent bob');
    place.at(NOW + 1_000);
    await place.cortex('swarm complete a --agent ann --file f.ts', 'swarm complete b --agent bob --file f.ts');
    await place.cortex('swarm vote rel#1 --agent ann --for b');
    place.at(NOW + 11 * 60_000);
    expect(await place.only()).toMatchObject({ kind: 'conflict', title: 'f.ts' });
    expect((await place.only()).why).toContain('(votes are missing: a 0, b 1, of 2)');
    await place.settles('cortex swarm merge', { by: 'person:ada', pick: 'b' });
  });
});

describe('a proposal with missing votes', () => {
  test('needs a person after ten minutes without activity, who can retire absent agents', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', PLAN.replace('description: A}', 'description: A}, {id: b, description: B}'));
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--strategy', 'consensus', '--file', file]);
    await place.cortex(...['ann', 'bob', 'cy'].map((agent) => `swarm recruit ${agent} --role coder`));
    expect(await place.project.json('swarm claim --agent ann')).toMatchObject({
      reason: 'No approach is agreed yet. Propose how to do "a", "b": cortex swarm propose a --agent ann --approach APPROACH',
    });
    await place.cortex('swarm propose rel --agent ann --approach x');
    expect(await place.project.json('swarm claim --agent ann')).toMatchObject({
      code: 'nothing-agreed',
      reason: 'No approach is agreed yet: the proposals wait for the votes of other members. Claim again when they have voted.',
    });
    place.at(NOW + 10 * 60_000 - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + 10 * 60_000);
    expect(await place.only()).toMatchObject({
      kind: 'approval',
      title: 'x',
      why: 'the task waits until a proposal is agreed (votes are missing: yes 1, no 0, of 3): vote, or retire absent agents',
    });
    await place.cortex('swarm retire cy --by person:ada');
    await place.settles('cortex swarm retire', { agent: 'bob', by: 'person:ada' });
    expect(await place.project.json('swarm claim --agent ann')).toMatchObject({ task: { id: 'a' } });
  });
});

test('the coordinator cannot approve what a person refused if the policy requires a person', async () => {
  await create(PLAN.replace('voting', 'human_review'));
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann');
  await project.asPerson('swarm approve --by person:pat --refuse --reason bad');
  expect(await project.run('swarm approve --by queen')).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs approval by a person'),
  });
  expect(await out('swarm status')).toContain('refused (bad)');
  await succeed('swarm retry a --by queen');
  expect(await project.json('swarm claim --agent ann')).toMatchObject({
    reason: 'Complete or fail it when you are done. The merged result was refused (bad): use a different approach.',
  });
});

test('a merge that the coordinator refused waits for no votes', async () => {
  await create(PLAN.replace('voting', 'coordinator_review'));
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann');
  await succeed('swarm approve --by queen --refuse --reason late');
  expect(await out('swarm claim --agent ann')).toContain('the merged result was refused (late): waiting for the retry of a task');
  expect(await out('swarm approve --by queen')).toBe('rel is merged; the swarm has finished.\n');
});
