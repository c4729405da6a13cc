import { describe, expect, test } from 'vitest';
import { create, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const BY_HAND = '\nmergePolicy: {strategy: coordinator_review, conflictResolution: coordinator_decides}';

/** Returns the error of a refused command, its exit code, and its next step from --json. */
async function refusal(command: string) {
  const { code, err } = await project.run(command);
  const { error } = Object(await project.json(command));
  return { code, err: err.replace(/^error: /, '').trimEnd(), next: error?.next };
}

/** Creates two open merge questions of two agents, about two files. */
async function twoQuestions(): Promise<void> {
  const children = '{id: a, description: A}, {id: b, description: B}';
  await create(`decomposition: {id: root, description: R, children: [${children}]}${BY_HAND}`);
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
  await succeed('swarm claim --agent ann --task a', 'swarm claim --agent bob --task b');
  const files = '--file src/x.ts --file src/y.ts';
  await succeed(`swarm complete a --agent ann ${files}`, `swarm complete b --agent bob ${files}`);
}

/** Creates an open contest about "logo", in a running swarm. */
async function contestOfLogo(): Promise<void> {
  const children = '{id: logo, description: Draw, priority: 1}, {id: text, description: Write}';
  await create(`decomposition: {id: root, description: R, children: [${children}]}${BY_HAND}`, ['--strategy', 'competitive']);
  await succeed('swarm recruit ann --role artist', 'swarm recruit bob --role artist');
  await succeed('swarm claim --agent ann --task logo', 'swarm claim --agent bob --task logo');
  await succeed('swarm complete logo --agent ann --output a', 'swarm complete logo --agent bob --output b');
}

describe('swarm merge', () => {
  test('names the files of several open questions', async () => {
    await twoQuestions();
    const next = 'Choose one: --file "src/x.ts", --file "src/y.ts".';
    expect(await refusal('swarm merge --by queen --pick a')).toEqual({
      code: 1,
      err: `For task "root" several questions are open. ${next}`,
      next,
    });
    expect(await refusal('swarm merge --by queen --pick a --file src/z.ts')).toEqual({
      code: 1,
      err: 'For task "root" no question about "src/z.ts" is open. Choose an open one: --file "src/x.ts", --file "src/y.ts".',
      next: 'Choose an open one: --file "src/x.ts", --file "src/y.ts".',
    });
    await succeed('swarm merge --by queen --pick a --file src/x.ts', 'swarm merge --by queen --pick b');
    expect((await refusal('swarm merge --by queen --pick a')).err).toBe(
      'For task "root" no question is open. See "cortex swarm status" for pending decisions.',
    );
  });

  test('refuses --file for a candidate', async () => {
    await contestOfLogo();
    expect((await refusal('swarm merge --by queen --task logo --pick ann --file src/x.ts')).err).toBe(
      'For task "logo" the open question is about a candidate, not a file. Omit --file.',
    );
    await succeed('swarm merge --by queen --task logo --pick ann');
  });

  test('names the task that has an open question, or means the only one', async () => {
    await contestOfLogo();
    const err = 'There is nothing to merge for task "root" now. Name the task: --task "logo".';
    expect(await refusal('swarm approve --by queen')).toMatchObject({ code: 1, err });
    await succeed('swarm merge --by queen --pick bob', 'swarm approve --by queen');
    expect(await project.json('task show logo')).toMatchObject({ status: 'done', agent: 'bob' });
  });
});

describe('an invalid plan', () => {
  const children = (...texts: readonly string[]) =>
    project.write('parts.yaml', `children:\n${texts.map((each) => `  - ${each}\n`).join('')}`);

  test.each([
    ['{id: docs, description: Again}', 'there is a task "docs" already'],
    ['{id: new, description: New, dependencies: [nope]}', '"new" depends on "nope", which is not a task'],
  ])('for "decompose" is reported with its file, and the swarm continues: %s', async (task, words) => {
    await create();
    const file = children(task);
    const { code, err, next } = await refusal(`swarm decompose parse --by queen --file ${file}`);
    expect(code).toBe(3);
    expect(err.startsWith(`${file}: `)).toBe(true);
    expect(err).toContain(words);
    expect(next).toBe('Correct it and try again.');
    expect(err.endsWith('. Correct it and try again.')).toBe(true);
    expect(await refusal(`swarm decompose parse --by cortex --file ${file}`)).toMatchObject({
      err: expect.stringContaining('Choose another id'),
    });
  });

  test('with a reserved agent id is reported as an error of the file; a reserved id in an argument, as wrong usage', async () => {
    const plan = 'decomposition: {id: root, description: R, assignedTo: cortex}';
    const run = await create(plan);
    expect(run.code).toBe(3);
    expect(run.err).toContain('plan.yaml: task "root" cannot be assigned: this id is reserved for the program itself');
    const file = project.write('plan.yaml', PLAN);
    expect(await refusal(`swarm create --task T --coordinator cortex --file ${file}`)).toMatchObject({
      code: 2,
      next: 'Choose another id.',
    });
  });

  test('of a pipeline is reported with the line of a later dependency', async () => {
    const plan = `decomposition:
  id: root
  description: R
  children:
    - {id: one, description: One, dependencies: [two]}
    - {id: two, description: Two}
`;
    const run = await create(plan, ['--strategy', 'pipeline']);
    expect(run.code).toBe(3);
    expect(run.err).toContain(
      'plan.yaml:5:7: the decomposition cannot be used: "one" depends on "two", which comes after it in the pipeline',
    );
    expect(await create(plan)).toMatchObject({ code: 0 });
  });
});

describe('a suggested next step', () => {
  test('does not recruit an unknown agent that is to be retired', async () => {
    await create();
    expect(await refusal('swarm retire nobody')).toEqual({
      code: 1,
      err: 'Agent "nobody" is not a member of the swarm. See "cortex swarm status" for its members.',
      next: 'See "cortex swarm status" for its members.',
    });
  });

  test('resumes a paused swarm before an assignment', async () => {
    await create(PLAN);
    await succeed('swarm recruit ann --role coder', 'swarm pause --by queen --reason tea;or');
    expect(await refusal('swarm assign parse --agent ann --by queen')).toMatchObject({
      err: expect.stringContaining('has paused the swarm (tea;or)'),
      next: 'Resume it, then assign the task: cortex swarm resume --by queen',
    });
  });

  test('quotes ids with shell characters', async () => {
    await create();
    const run = await project.run(['swarm', 'complete', 'a; b', '--agent', 'x; y', '--json']);
    expect(JSON.parse(run.out).error).toMatchObject({
      message: 'Agent "x; y" is not a member of the swarm',
      next: 'Recruit it first: cortex swarm recruit "x; y" --role ROLE',
    });
    const person = await project.json(['swarm', 'vote', 'x; y', '--agent', 'ann']);
    expect(Object(person).error.next).toBe('Recruit it first: cortex swarm recruit ann --role ROLE');
  });
});

describe('locks', () => {
  test('an agent that gets no lock gets a hint about --wait', async () => {
    await succeed('lock acquire a.ts --agent ann');
    expect((await project.run('lock acquire a.ts --agent bob')).out).toMatch(/^Not granted\. To wait for it, add --wait 10m\.\n/);
  });

  test('an invalid duration is refused with a list of all units, and a day is one', async () => {
    expect((await project.run('lock acquire a.ts --agent ann --ttl 5')).err).toContain('500ms, 60s, 5m, 2h, 1d.');
    expect(await project.run('swarm budget --by queen --duration 1d')).toMatchObject({ code: 1 });
  });
});
