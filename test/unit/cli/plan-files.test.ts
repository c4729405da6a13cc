import { expect, test } from 'vitest';
import { project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const PLAN = 'decomposition: {id: r, description: R, children: [{id: a, description: A, files: FILES}]}\n';

test('swarm create and decompose note files of tasks that do not exist, with the one that was probably meant', async () => {
  project.write('src/urls.ts', '');
  project.write('plan.yaml', PLAN.replace('FILES', '[src/url.ts, src/new.ts, src/urls.ts, src, "src/*.zz", ../out.ts]'));
  const plan = `--file ${project.root}/plan.yaml`;
  const created = await project.run(`swarm create --task R --coordinator lead ${plan}`);
  expect(created).toMatchObject({
    code: 0,
    err:
      'warning: the file "src/url.ts" of task "a" does not exist yet; did you mean "src/urls.ts"?\n' +
      'warning: the file "src/new.ts" of task "a" does not exist yet\n',
  });
  project.write('parts.yaml', 'children: [{id: b, description: B, files: [gone.ts]}]\n');
  const split = await project.run(`swarm decompose a --by lead --file ${project.root}/parts.yaml`);
  expect(split).toMatchObject({ code: 0, err: 'warning: the file "gone.ts" of task "b" does not exist yet\n' });
});

test('names a few of many missing files, and counts the others', async () => {
  const files = Array.from({ length: 9 }, (_, n) => `f${n}.zz`);
  project.write('plan.yaml', PLAN.replace('FILES', `[${files.join(', ')}]`));
  const { err } = await project.run(`swarm create --task R --coordinator lead --file ${project.root}/plan.yaml`);
  expect(err.split('\n')).toHaveLength(7);
  expect(err).toContain('warning: and 4 more files of tasks do not exist yet\n');
  await succeed('swarm status');
});

test('the command line prints each problem of a plan on its own line', async () => {
  const tasks = '    - { id: b, description: B, dependencies: [c] }\n    - { id: d, description: D, dependencies: [d] }\n';
  const file = project.write('bad.yaml', `decomposition:\n  id: r\n  description: R\n  children:\n${tasks}`);
  expect(await project.run(`swarm create --task R --coordinator lead --file ${file}`)).toEqual({
    code: 3,
    out: '',
    err:
      `error: ${file}:5:7: the decomposition cannot be used: "b" depends on "c", which is not a task\n` +
      `  ${file}:6:7: "d" depends on itself: d → d. Correct the plan and try again; nothing was written.\n`,
  });
});
