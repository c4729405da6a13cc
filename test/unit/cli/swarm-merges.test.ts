import { describe, expect, test } from 'vitest';
import { create, entries, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ONE = 'decomposition: {id: r, description: R, children: [{id: a, description: A}]}';
const policy = (...rules: readonly string[]) => `\nmergePolicy: {${rules.join(', ')}}`;
const out = async (command: string) => (await project.run(command)).out;

async function recruits(...agents: readonly string[]): Promise<void> {
  await succeed(...agents.map((agent) => `swarm recruit ${agent} --role x`));
}

describe('a file that a task names twice', () => {
  test.each([
    ['as it is', 'y.ts', 'y.ts'],
    ['with a dot in front', './x.ts', 'x.ts'],
    ['with two slashes', 'src//x.ts', 'src/x.ts'],
    ['with its whole path', 'ABSOLUTE/x.ts', 'x.ts'],
  ])('%s is one file, and the task has no conflict with itself', async (_how, one, other) => {
    await create(ONE + policy('conflictResolution: coordinator_decides'));
    await recruits('ann');
    await succeed('swarm claim --agent ann');
    await succeed(`swarm complete a --agent ann --file ${one.replace('ABSOLUTE', project.root)} --file ${other}`);
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'all-done' });
    expect(project.manifest.decomposition.children[0]?.output).toMatchObject({ candidates: [{ files: [other] }] });
    expect(await entries('conflict')).toEqual([]);
  });
});

describe('a merge of one result that was voted on', () => {
  const merges = async () => (await entries('merge')).map(({ agentId, action, reasoning }) => [agentId, action, reasoning]);

  test('is recorded in the timeline and in replay if it completes the swarm', async () => {
    await create(ONE + policy('strategy: voting'));
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann');
    await succeed('swarm vote r --agent ann', 'swarm vote r --agent bob');
    expect(await merges()).toEqual([['cortex', 'Merged 1 result of r', 'The members have agreed.']]);
    expect(await out('swarm replay')).toMatch(/ merged +r +1 result, by vote$/m);
  });

  test('that needs no approval says so in the events, too', async () => {
    await create('decomposition: {id: r, description: R, children: [{id: a, description: A}, {id: b, description: B}]}');
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent ann', 'swarm claim --agent bob', 'swarm complete a --agent ann', 'swarm complete b --agent bob');
    const lines = (await out('events --json')).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    expect(events.filter(({ detail }: { detail: string }) => detail === '')).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'merged', subject: 'r', detail: '2 results, no approval was needed' }));
  });

  test('is recorded for a contested task, too', async () => {
    await create(ONE + policy('strategy: voting'), ['--strategy', 'competitive']);
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm merge --task a --by queen');
    await succeed('swarm vote a --agent ann', 'swarm vote a --agent bob');
    expect(await merges()).toContainEqual(['cortex', 'Merged 1 result of a', 'The members have agreed.']);
  });

  test('is not recorded for a single result that needed no decision', async () => {
    await create(ONE);
    await recruits('ann');
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann');
    expect(await merges()).toEqual([]);
  });
});

describe('a question that is voted on', () => {
  /** Creates a question about f.ts between two tasks. ann has voted for the result of b. */
  async function voted(): Promise<void> {
    await create(`${ONE.replace(']}', ', {id: b, description: B}]}')}${policy('conflictResolution: vote')}`);
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent ann', 'swarm claim --agent bob');
    await succeed('swarm complete a --agent ann --file f.ts', 'swarm complete b --agent bob --file f.ts');
    await succeed('swarm vote r#1 --agent ann --for b');
  }
  const answered = async () => (await entries('conflict')).map(({ agentId, action, reasoning }) => [agentId, action, reasoning]);

  test('cannot be answered by the coordinator, whose error says that votes are missing', async () => {
    await voted();
    expect(await project.run('swarm merge --by queen --pick a')).toEqual({
      code: 1,
      out: '',
      err: 'error: Question "r#1" is decided by vote, and "queen" cannot answer it for the voters. Let a person decide, or let the members vote: cortex swarm vote "r#1" --agent AGENT --for FOR\n',
    });
    await succeed('swarm vote r#1 --agent bob --for b');
    expect(await answered()).toEqual([['cortex', 'Picked b for f.ts', 'Picked by vote, over a.']]);
    expect(await out('swarm replay')).toMatch(/ answered +f\.ts +b, by vote$/m);
  });

  test('can be answered by a person, and the record says that votes were missing', async () => {
    await voted();
    expect(await project.asPerson('swarm merge --by person:mia --pick a')).toMatchObject({ out: 'r is merged; the swarm has finished.\n' });
    expect(await answered()).toEqual([['person:mia', 'Picked a for f.ts', 'Picked without waiting for the votes, over b.']]);
    expect(await out('swarm replay')).toMatch(/ person:mia +answered +f\.ts +a, without waiting for the votes$/m);
  });
});

describe('a contested task', () => {
  const divide = async (by: string) => {
    const file = project.write('parts.yaml', 'children: [{id: a1, description: A1}]');
    const command = `swarm decompose a --by ${by} --file ${file}`;
    return (await (by.startsWith('person:') ? project.asPerson(command) : project.run(command))).err;
  };
  const WHY = (who: string) => `error: Task "a" has competing submissions (${who}): each agent does the whole task, so it cannot be split.`;

  test('cannot be split, and the error says why, and which task can be', async () => {
    await create(ONE, ['--strategy', 'competitive']);
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent bob', 'swarm claim --agent ann');
    expect(await divide('ann')).toBe(`${WHY('bob, ann')} Each contender completes the whole task, or fails it.\n`);
    expect(await divide('queen')).toBe(`${WHY('bob, ann')} Split its parent "r" instead.\n`);
  });

  test.each(['swarm fail a --agent bob --reason z', 'swarm complete a --agent bob'])('cannot be split after %j', async (ending) => {
    await create(ONE, ['--strategy', 'competitive']);
    await recruits('ann', 'bob');
    await succeed('swarm claim --agent bob', ending);
    for (const by of ['queen', 'person:mia']) expect(await divide(by)).toBe(`${WHY('bob')} Split its parent "r" instead.\n`);
  });
});

test('an active task without an agent, as another program may write it, cannot be split by the coordinator before a claim', async () => {
  await create(ONE);
  project.edit(({ decomposition }) => {
    const [a] = decomposition.children;
    if (a !== undefined) a.status = 'active';
  });
  const file = project.write('parts.yaml', 'children: [{id: a1, description: A1}]');
  expect((await project.run(`swarm decompose a --by queen --file ${file}`)).err).toContain(
    'Task "a" is active and not yours. Claim it first: cortex swarm claim --task a --agent ',
  );
});

describe('a finished vote', () => {
  /** Each agent submits a candidate for a. */
  async function contest(rules: string, ...agents: readonly string[]): Promise<void> {
    await create(ONE + policy(rules), ['--strategy', 'competitive']);
    await recruits(...agents);
    await succeed(...agents.slice(0, 3).map((agent) => `swarm claim --agent ${agent}`));
    await succeed(...agents.slice(0, 3).map((agent) => `swarm complete a --agent ${agent}`));
  }

  test('on a question reports the winner, even without a majority', async () => {
    await contest('conflictResolution: vote', 'ann', 'bob', 'cat');
    expect(await project.json('swarm vote a#1 --agent ann --for bob')).toMatchObject({ open: true, decided: null });
    await succeed('swarm vote a#1 --agent bob --for cat');
    expect(await out('swarm vote a#1 --agent cat --for ann')).toBe(
      'ann for a#1: ann 1, bob 1, cat 1, of 3. It is decided: ann. a is merged; the swarm has finished.\n',
    );
  });

  test('on a merge reports that it is refused, and that the task is assigned again', async () => {
    await contest('strategy: voting', 'ann', 'bob', 'cat', 'dan');
    await succeed('swarm vote a --agent ann --for no');
    expect(await out('swarm vote a --agent bob --for no')).toBe(
      'no for a: yes 0, no 2, of 4. It is decided: no. The merge of a is refused; the task is assigned again.\n',
    );
  });

  test('on the merge of the root task reports who may decide now', async () => {
    await create(ONE + policy('strategy: voting'));
    await recruits('ann');
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann');
    expect(await project.json('swarm vote r --agent ann --for no')).toMatchObject({
      open: false,
      decided: { subject: 'r', winner: 'no', merge: { task: 'r', taskStatus: 'done', state: 'refused' } },
    });
    expect(await out('swarm approve --by queen --refuse --reason no')).toContain('retry a task, approve the result');
  });

  test('that ends because an agent retires is reported by retire', async () => {
    await contest('conflictResolution: vote', 'ann', 'bob', 'cat', 'dan');
    await succeed('swarm vote a#1 --agent ann --for bob', 'swarm vote a#1 --agent cat --for bob');
    expect(await out('swarm retire dan')).toBe('dan has left the swarm.\na#1 is decided: bob. a is merged; the swarm has finished.\n');
    expect(await project.json('swarm retire cat')).toMatchObject({ decided: [] });
  });

  test('is in the JSON output of retire, too', async () => {
    await create(ONE, ['--strategy', 'consensus']);
    await recruits('ann', 'bob');
    const { proposal } = Object(await project.json('swarm propose a --agent ann --approach x'));
    expect(await project.json('swarm retire bob')).toMatchObject({ decided: [{ subject: proposal, winner: 'yes', merge: null }] });
  });
});

describe('the merge of a swarm with a failed task', () => {
  test('is a failure in the timeline, and replay says that the swarm has failed', async () => {
    await create(
      'decomposition: {id: r, description: R, children: [{id: a, description: A}, {id: b, description: B}, {id: c, description: C}]}',
    );
    await recruits('ann');
    await succeed('swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm claim --agent ann', 'swarm complete b --agent ann');
    await succeed('swarm claim --agent ann', 'swarm fail c --agent ann --reason broken');
    expect(await entries('merge')).toMatchObject([
      {
        action: 'Merged 2 results of r, without 1 failed task',
        reasoning: 'The swarm has failed, because 1 task failed. No approval was needed.',
        outcome: 'failure',
      },
    ]);
    expect(await out('swarm replay')).toMatch(/ merged +r +the swarm has failed: 1 failed task, \d results?, no approval was needed$/m);
  });
});

test('competing results wait for a choice, for which the agent of a result may be named', async () => {
  await create(
    'decomposition: {id: r, description: R, children: [{id: a, description: A}, {id: b, description: B}]}' +
      policy('strategy: coordinator_review', 'conflictResolution: coordinator_decides'),
  );
  await recruits('ann', 'bob');
  await succeed('swarm claim --agent ann', 'swarm claim --agent bob', 'swarm complete a --agent ann --file f.ts');
  const choice = 'a choice between competing results (cortex swarm merge --pick)';
  expect(await out('swarm complete b --agent bob --file f.ts')).toContain(`All 2 tasks are done. The swarm waits for ${choice}.`);
  expect(await out('swarm status')).toContain(`State: all tasks have ended, waits for ${choice}\n`);
  expect((await project.run('swarm merge --by queen --pick cat')).err).toContain('Choose one of "a", "b".');
  expect(await project.run('swarm merge --by queen --pick ann')).toMatchObject({ code: 0 });
  expect(await out('swarm status')).toContain('waits for approval by the coordinator');
});
