import { describe, expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

/** Creates a competitive swarm of one task, "logo". */
const contest = (more = '') => create(`decomposition: {id: logo, description: Draw}${more}`, ['--strategy', 'competitive']);
const recruit = (...agents: readonly string[]) => succeed(...agents.map((agent) => `swarm recruit ${agent} --role artist`));
const claim = (...agents: readonly string[]) => succeed(...agents.map((agent) => `swarm claim --agent ${agent}`));
const out = async (command: string) => (await project.run(command)).out;
const VOTING = '\nmergePolicy: {strategy: voting, conflictResolution: vote}';

describe('a contested task', () => {
  test('is done when a result is picked, not when one of several agents submits or fails', async () => {
    await contest();
    await recruit('ann', 'bob');
    await claim('ann');
    expect(await out('swarm claim --agent bob')).toBe(
      'Claimed logo: Draw\nIt is shared: up to 3 agents each do the whole task, and one result wins. Complete or fail it when you are done.\n',
    );
    expect(await out('swarm complete logo --agent ann --output a')).toBe(
      'Submitted a result for logo; the task is done when a result is picked.\n',
    );
    expect(await out('swarm complete logo --agent ann')).toContain('picked. (no change)');
    expect(await out('swarm status')).toContain('▶ logo  active');
    expect(await out('swarm complete logo --agent bob --output b')).toBe('logo is done.\nThe swarm is complete: 1 of 1 task done.\n');
    expect(await out('swarm status')).toMatch(/✓ logo +done +bob +Draw \(won: b\)\n/);
  });

  test('keeps the first submission of an agent, and refuses another one', async () => {
    await contest();
    await recruit('ann', 'bob');
    await claim('ann', 'bob');
    await succeed('swarm complete logo --agent ann --output a', 'swarm complete logo --agent ann --output a');
    expect(await project.run('swarm complete logo --agent ann --output better')).toEqual({
      code: 1,
      out: '',
      err: 'error: "ann" has already submitted a result for task "logo"; the first candidate stays, and this one was not recorded. To record the new result for other agents: cortex timeline add --agent ann --type discovery --action ACTION --reasoning REASONING\n',
    });
    expect(project.manifest.decomposition.output).toMatchObject({ candidates: [{ agent: 'ann', output: 'a' }, {}] });
  });

  test('is not failed by one agent while others work on it', async () => {
    await contest();
    await recruit('ann', 'bob');
    await claim('ann', 'bob');
    expect(await out('swarm fail logo --agent ann --reason dull')).toBe('logo has failed for this agent; other contenders continue.\n');
    expect(await out('swarm fail logo --agent bob --reason late')).toBe(
      'logo has failed.\nThe swarm has failed: 0 of 1 task done, 1 failed. See "cortex swarm status".\n',
    );
    expect(await out('swarm status')).toMatch(/✗ logo +failed +Draw \(failed: ann: dull; bob: late\)/);
  });

  test('reserves a place for an agent that the plan names: with a warning, and an explanation for agents without a place', async () => {
    const { code, err } = await create('decomposition: {id: logo, description: Draw, assignedTo: zoe}', ['--strategy', 'competitive']);
    expect(code).toBe(0);
    expect(err).toBe(
      'warning: "zoe" is not a member yet and is a contender for task "logo", which waits until "zoe" joins and submits a result, or is retired\n',
    );
    await recruit('ann');
    expect(await out('swarm claim --agent ann')).toBe(
      'No task is ready: the remaining tasks wait for "logo" (pending, zoe). Claim again when one of them has ended.\n',
    );
  });

  test('limits such warnings, and gives none when the name takes no place', async () => {
    const children = [1, 2, 3, 4, 5, 6, 7].map((n) => `{id: t${n}, description: T, assignedTo: a${n}}`).join(', ');
    const plan = `decomposition: {id: root, description: R, children: [${children}]}`;
    const { err } = await create(plan, ['--strategy', 'competitive']);
    expect(err.match(/is not a member yet/g)).toHaveLength(5);
    expect(err).toContain('warning: and 2 more tasks like these\n');
    await succeed('swarm abort --by queen --reason again');
    expect((await create('decomposition: {id: root, description: R, assignedTo: a, children: [{id: t, description: T}]}')).err).toBe('');
  });

  test('has a complete sentence if the rest is for other agents', async () => {
    await contest();
    await recruit('ann', 'bob');
    await claim('ann', 'bob');
    await succeed(
      'swarm recruit cy --role artist',
      'swarm fail logo --agent ann --reason dull',
      'swarm retire bob',
      'swarm recruit bob --role artist',
    );
    expect(await out('swarm claim --agent ann')).toBe(
      'No task is ready for you: the remaining tasks are for other agents. Claim again later.\n',
    );
  });

  test('asks an agent without a place to claim it, and does not call it unassigned', async () => {
    await contest();
    await recruit('ann', 'bob');
    await claim('bob');
    expect((await project.run('swarm complete logo --agent ann')).err).toBe(
      'error: Task "logo" is active and not yours. Claim it first: cortex swarm claim --task logo --agent ann\n',
    );
  });

  test('is assigned again after its merge was refused', async () => {
    await contest(VOTING);
    await recruit('a', 'b');
    await claim('a', 'b');
    await succeed('swarm complete logo --agent a --output 1', 'swarm complete logo --agent b --output 2');
    expect(await out('swarm status')).toContain('Open decisions\nlogo#1  question  waits for votes');
    await succeed('swarm vote logo#1 --agent a --for a', 'swarm vote logo#1 --agent b --for a');
    expect(await out('swarm status')).toContain('Open decisions\nlogo  merge  waits for votes');
    await succeed('swarm vote logo --agent b --for no');
    const status = await out('swarm status');
    expect(status).toContain('○ logo  pending');
    expect(status).not.toContain('Open decisions');
  });
});

test('shows the proposer how the others vote', async () => {
  await create('decomposition: {id: logo, description: Draw}', ['--strategy', 'consensus']);
  await recruit('ann', 'bob');
  const told = await out('swarm propose logo --agent ann --approach ink');
  const [, id = ''] = /^(prp_\w+) for logo\. The vote is open: 1 of 2 for it, 0 against\./.exec(told) ?? [];
  expect(told).toContain(` Other members vote with: cortex swarm vote ${id} --agent AGENT --for yes\n`);
  expect(await out(`swarm vote ${id} --agent bob`)).toContain('It is decided: yes.');
  expect(await out('swarm status')).not.toContain('Open decisions');
});
