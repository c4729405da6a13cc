import { expect, test } from 'vitest';
import { create, entries, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const policy = (strategy: string, more = '') => `mergePolicy: {strategy: ${strategy}, conflictResolution: last_write${more}}`;
const ONE = 'decomposition: {id: rel, description: Release, children: [{id: a, description: A}, {id: b, description: B}]}';
/** Returns the escalations and their outcomes, oldest first. */
const escalated = async () => (await entries('escalation')).map(({ action, outcome, outcomeDetail }) => [action, outcome, outcomeDetail]);

async function allDone(plan: string): Promise<void> {
  await create(plan);
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann');
  await succeed('swarm claim --agent ann', 'swarm complete b --agent ann');
}

test('an escalation of a merge is resolved by the approval', async () => {
  await allDone(`${ONE}\n${policy('coordinator_review', ', requireHumanApproval: true')}`);
  expect(await escalated()).toEqual([['The merge of rel waits for the coordinator', 'pending', undefined]]);
  await succeed('swarm approve --by queen');
  expect(await escalated()).toEqual([
    ['The merge of rel waits for the coordinator', 'success', 'Approved by queen. Now it waits for a person.'],
    ['The merge of rel waits for a person', 'pending', undefined],
  ]);
  expect((await project.asPerson('swarm approve --by person:eve')).code).toBe(0);
  expect((await escalated()).at(-1)).toEqual(['The merge of rel waits for a person', 'success', 'Approved by person:eve.']);
});

test('an escalation of a merge fails by a refusal, with name and reason; a later approval does not change it', async () => {
  await allDone(`${ONE}\n${policy('coordinator_review')}`);
  await succeed('swarm approve --by queen --refuse --reason late');
  const refused = [['The merge of rel waits for the coordinator', 'failure', 'Refused by queen: late']];
  expect(await escalated()).toEqual(refused);
  await succeed('swarm approve --by queen');
  expect(await escalated()).toEqual(refused);
});

test('an escalation of a merge is abandoned when the swarm is aborted or a task is retried', async () => {
  await allDone(`${ONE}\n${policy('voting')}`);
  await succeed('swarm abort --by queen --reason enough');
  expect(await escalated()).toEqual([['The merge of rel waits for votes', 'abandoned', 'The swarm was aborted.']]);
});

test('a budget warning is resolved when the limit is raised, and not before', async () => {
  await create(`${ONE}\nbudget: {maxTokens: 1000}`);
  await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 850 --cost 0');
  await succeed('swarm usage --agent ann --tokens 200 --cost 0', 'swarm heartbeat --agent ann');
  expect((await escalated()).map(([, outcome]) => outcome)).toEqual(['pending', 'pending']);
  await succeed('swarm budget --by queen --tokens 1200');
  expect(await escalated()).toEqual([
    ['80 % of the budget for tokens is used', 'pending', undefined],
    ['100 % of the budget for tokens is used', 'success', 'The limit was raised.'],
  ]);
  await succeed('swarm budget --by queen --tokens 9000');
  expect((await escalated()).map(([, outcome]) => outcome)).toEqual(['success', 'success']);
});

test('a budget warning is resolved by the end of the swarm', async () => {
  await create(`${ONE}\nbudget: {maxTokens: 1000}`);
  await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 850 --cost 0');
  await succeed('swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm claim --agent ann', 'swarm complete b --agent ann');
  expect(await escalated()).toEqual([['80 % of the budget for tokens is used', 'success', 'The swarm has finished.']]);
});

test('an outcome that was recorded by hand stays, and a limit that is raised by hand counts, too', async () => {
  await create(`${ONE}\nbudget: {maxTokens: 1000}`);
  await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 850 --cost 0');
  const [warning] = await entries('escalation');
  await succeed(`timeline resolve ${warning?.id} --outcome abandoned`);
  await succeed('swarm usage --agent ann --tokens 200 --cost 0');
  project.edit(({ budget }) => {
    budget.maxTokens = 50_000;
  });
  await succeed('swarm heartbeat --agent ann');
  expect((await escalated()).map(([, outcome, detail]) => [outcome, detail])).toEqual([
    ['abandoned', undefined],
    ['success', 'The limit was raised.'],
  ]);
});

test('a pause is pending in the timeline until the swarm is resumed or aborted', async () => {
  const pauses = async () => (await entries('decision')).filter(({ action }) => action === 'Paused the swarm');
  await create(ONE);
  await succeed('swarm recruit ann --role coder', 'swarm pause --by queen --reason lunch', 'swarm heartbeat --agent ann');
  expect(await pauses()).toMatchObject([{ outcome: 'pending', reasoning: 'lunch' }]);
  await succeed('swarm resume --by queen', 'swarm pause --by queen --reason again', 'swarm abort --by queen --reason enough');
  expect((await pauses()).map(({ outcome, outcomeDetail }) => [outcome, outcomeDetail])).toEqual([
    ['success', 'The swarm was resumed.'],
    ['abandoned', 'The swarm was aborted.'],
  ]);
});
