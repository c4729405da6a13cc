import { describe, expect, test } from 'vitest';
import { create, entries, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ONE = 'decomposition: {id: r, description: R, children: [{id: a, description: A}]}';
const TWO = 'decomposition: {id: r, description: R, children: [{id: a, description: A}, {id: b, description: B}]}';
const policy = (...rules: readonly string[]) => `\nmergePolicy: {${rules.join(', ')}}`;
const out = async (command: string) => (await project.run(command)).out;

async function recruits(...agents: readonly string[]): Promise<void> {
  await succeed(...agents.map((agent) => `swarm recruit ${agent} --role x`));
}

describe('one file that a task names twice', () => {
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
