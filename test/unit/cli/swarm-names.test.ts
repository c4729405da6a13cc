import { describe, expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ADD = 'timeline add --type fix --action Done --reasoning r';
const STEP = 'reasoning add parse --type fix --action Done --reasoning r';

describe('a name that the swarm does not know is told, and nothing is refused', () => {
  test.each([
    ['lock acquire a.ts --agent Anna', 'nobody called "Anna" is in this swarm; did you mean "anna"?'],
    ['lock acquire a.ts --agent stranger', 'nobody called "stranger" is in this swarm'],
    [`${ADD} --agent Anna`, 'nobody called "Anna" is in this swarm; did you mean "anna"?'],
    [`${ADD} --agent anna --task prase`, 'there is no task "prase" in this swarm'],
    [`${ADD} --agent anna --task parsed`, 'there is no task "parsed" in this swarm; did you mean "parse"?'],
    [`${STEP} --agent anna`.replace('parse', 'parsed'), 'there is no task "parsed" in this swarm; did you mean "parse"?'],
  ])('%s', async (words, warning) => {
    await create();
    await succeed('swarm recruit anna --role coder');
    expect(await project.run(words)).toMatchObject({ code: 0, err: `cortex: warning: ${warning}\n` });
  });

  test('also where a lock cannot be given back for it', async () => {
    await create();
    await succeed('swarm recruit anna --role coder', 'lock acquire a.ts --agent anna');
    for (const words of ['lock release a.ts --agent Anna', 'lock renew a.ts --agent Anna'])
      expect(await project.run(words)).toMatchObject({ code: 1, err: expect.stringContaining('did you mean "anna"?') });
  });
});

test.each([['lock acquire a.ts --agent'], [`${ADD} --task parse --agent`], [`${STEP} --agent`]])(
  'who is known is not told of: %s',
  async (words) => {
    await create();
    await succeed('swarm recruit anna --role coder', 'swarm retire anna');
    for (const agent of ['anna', 'queen']) expect((await project.run(`${words} ${agent}`)).err).toBe('');
    expect((await project.asPerson(`${words} person:eve`)).err).toBe('');
  },
);

test('without a swarm that goes on every name is as good as any other', async () => {
  const commands = ['lock acquire a.ts --agent x', `${ADD} --agent x --task y`, `${STEP} --agent x`];
  for (const words of commands) expect((await project.run(words)).err, words).toBe('');
  await create();
  await succeed('swarm abort --by queen --reason enough');
  for (const words of commands) expect((await project.run(words)).err, words).toBe('');
});
