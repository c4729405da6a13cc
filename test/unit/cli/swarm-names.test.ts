import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ADD = 'timeline add --type fix --action Done --reasoning r';
const STEP = 'reasoning add parse --type fix --action Done --reasoning r';

describe('an unknown name causes a warning, not an error', () => {
  test.each([
    ['lock acquire a.ts --agent Anna', 'the swarm has no agent "Anna"; did you mean "anna"?'],
    ['lock acquire a.ts --agent stranger', 'the swarm has no agent "stranger"'],
    [`${ADD} --agent Anna`, 'the swarm has no agent "Anna"; did you mean "anna"?'],
    [`${ADD} --agent anna --task prase`, 'there is no task "prase" in this swarm; did you mean "parse"?'],
    [`${ADD} --agent anna --task other`, 'there is no task "other" in this swarm'],
    [`${ADD} --agent anna --task parsed`, 'there is no task "parsed" in this swarm; did you mean "parse"?'],
    [`${STEP} --agent anna`.replace('parse', 'parsed'), 'there is no task "parsed" in this swarm; did you mean "parse"?'],
  ])('%s', async (words, warning) => {
    await create();
    await succeed('swarm recruit anna --role coder');
    expect(await project.run(words)).toMatchObject({ code: 0, err: `warning: ${warning}\n` });
  });

  test('also when a lock cannot be released because of it', async () => {
    await create();
    await succeed('swarm recruit anna --role coder', 'lock acquire a.ts --agent anna');
    for (const words of ['lock release a.ts --agent Anna', 'lock renew a.ts --agent Anna'])
      expect(await project.run(words)).toMatchObject({ code: 1, err: expect.stringContaining('did you mean "anna"?') });
  });
});

test.each([['lock acquire a.ts --agent'], [`${ADD} --task parse --agent`], [`${STEP} --agent`]])(
  'a known name causes no warning: %s',
  async (words) => {
    await create();
    await succeed('swarm recruit anna --role coder', 'swarm retire anna');
    for (const agent of ['anna', 'queen']) expect((await project.run(`${words} ${agent}`)).err).toBe('');
    expect((await project.asPerson(`${words} person:eve`)).err).toBe('');
  },
);

describe('the name "cortex" is reserved for the program', () => {
  test.each([
    'swarm create --task T --coordinator cortex',
    'swarm recruit cortex --role coder',
    'swarm claim --agent Cortex',
    'lock acquire a.ts --agent c\u200bortex',
    `${ADD} --agent cortex`,
    `${STEP} --agent ｃortex`,
  ])('%s', async (words) => {
    if (!words.includes('create')) await create();
    for (const run of [await project.run(words), await project.asPerson(words)])
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('this id is reserved for the program itself') });
  });

  test('similar names are allowed', async () => {
    await create();
    await succeed('swarm recruit cortex-1 --role coder', 'swarm recruit cortexa --role coder');
  });
});

test('a name of thousands of characters is truncated in warnings, and kept in data', async () => {
  await create();
  const long = 'n'.repeat(3_000);
  const { err } = await project.run(`lock acquire a.ts --agent ${long}`);
  expect(err).toBe(`warning: the swarm has no agent "${'n'.repeat(99)}…"\n`);
  for (const words of [
    `${ADD} --agent queen --task ${long} --parent ${long}`,
    `swarm claim --agent ${long}`,
    `swarm complete ${long} --agent queen`,
  ]) {
    const run = await project.run(words);
    for (const line of `${run.out}${run.err}`.split('\n')) expect(line.length, line).toBeLessThan(300);
  }
  expect(await project.json(`lock release --all --agent ${long}`)).toMatchObject({ locks: [{ agentId: long }] });
});

test('a trace of a task with bidirectional characters in its name has them escaped in its file name', async () => {
  const task = 'fdp.\u202eexe';
  const step = '--agent ann --type fix --action Done --reasoning r'.split(' ');
  expect(await project.run(['reasoning', 'add', task, ...step])).toMatchObject({ code: 0 });
  expect(fs.readdirSync(path.join(project.root, '.cortex/reasoning'))).toEqual(['fdp.%e2%80%aeexe.crtx']);
  expect((await project.run(['reasoning', 'show', task])).out).toContain('Done');
});

test('without a running swarm no name causes a warning', async () => {
  const commands = ['lock acquire a.ts --agent x', `${ADD} --agent x --task y`, `${STEP} --agent x`];
  for (const words of commands) expect((await project.run(words)).err, words).toBe('');
  await create();
  await succeed('swarm abort --by queen --reason enough');
  for (const words of commands) expect((await project.run(words)).err, words).toBe('');
});

test('an id that looks like that of a member is refused, except its own', async () => {
  await create();
  await succeed('swarm budget --by queen --agents 9');
  await project.run('swarm recruit ann --role coder');
  expect(await project.run('swarm recruit \u0430nn --role coder')).toMatchObject({
    code: 1,
    err: expect.stringContaining('the id looks like that of another agent, "ann"'),
  });
  expect(await project.run('swarm recruit анна --role coder')).toMatchObject({ code: 0 });
  expect(await project.run('swarm recruit анна --role coder')).toMatchObject({ code: 0 });
});
