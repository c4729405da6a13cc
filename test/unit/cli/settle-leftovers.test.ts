import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { CliProject, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';

const DEEP = Array.from({ length: 13 }).reduce<string>((inner, _, n) => `<<<<<<< a\n${inner}=======\nt${n}\n>>>>>>> b\n`, 'core\n');
const EXAMPLE = '```\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n```\n';

test.each([
  ['a stack', '.cstack/PLAN.md', cstackProgram, ['settle', '.cstack/PLAN.md']],
  ['a team', 'team/projects/pay.md', cortexProgram, ['team', 'settle', 'team/projects/pay.md']],
])('a file of %s is not called settled while conflicts are in it', async (_, name, program, words) => {
  const root = temporaryFolder();
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const run = async (text: string) => {
    fs.writeFileSync(file, text);
    return runProgramHere(program, [...words, '--root', root]);
  };
  const deep = await run(`# Notes\n\n${DEEP}`);
  const isLeft = fs.readFileSync(file, 'utf8').includes('<<<<<<<');
  expect([deep.code, /\.md:3: merge conflict in lines 3 to .* Run again: \S+/.test(deep.err)]).toEqual([isLeft ? 1 : 0, isLeft]);
  if (isLeft) expect(await runProgramHere(program, [...words, '--root', root])).toMatchObject({ code: 0 });
  expect(fs.readFileSync(file, 'utf8')).toBe(`# Notes\n\ncore\n${Array.from({ length: 13 }, (_, n) => `t${n}\n`).join('')}`);
  const example = await run(`# Notes\n\n${EXAMPLE}`);
  expect(example.code).toBe(0);
  expect(example.err).toContain('.md:4: conflict markers in lines 4 to 8 are in a code block');
  expect(fs.readFileSync(file, 'utf8')).toBe(`# Notes\n\n${EXAMPLE}`);
});

test('a file with several conflicts is settled and named once', async () => {
  const project = new CliProject();
  git(project.root, 'init', '--quiet');
  await project.run('init');
  const conflict = (title: string) => `<<<<<<< a\n- [ ] ${title}\n=======\n- [ ] No ${title}\n>>>>>>> b\n`;
  const file = project.write('.cstack/PLAN.md', `# Plan\n\n${conflict('one')}- [ ] between\n${conflict('two')}`);
  git(project.root, 'add', '--all');
  git(project.root, 'commit', '--quiet', '--message', 'base');
  expect(await project.json('settle')).toMatchObject({ files: [{ file: fs.realpathSync(file) }], left: [] });
});
