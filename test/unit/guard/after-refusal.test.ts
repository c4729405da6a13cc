import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

/** Each only reads src/a.ts. */
const READING = [
  "sed -n '1,20p' src/a.ts",
  "sed 's/text/the/g' src/a.ts",
  "gsed -ne '/here/,/we/p' src/a.ts",
  "awk 'NR<20' src/a.ts",
  "awk 'NR==1 || /a|b/ { print $1 }' src/a.ts",
  "perl -ne 'print if 1..20' src/a.ts",
  'nl -ba src/a.ts | sed -n 1,40p',
  'git diff src/a.ts | sed -n 1,80p',
  'git show HEAD:src/a.ts | sed -n 1,20p',
  'cat src/a.ts && npm test',
  'grep -n x src/a.ts; echo ---; sed -n 1,5p src/b.ts',
  'npx tsc --noEmit src/a.ts',
  'npx eslint src/a.ts',
  'npx prettier --check src/a.ts',
  'npx vitest run src/a.ts',
  'ruff check src/a.ts',
  'gofmt -d src/a.ts',
  'cp src/a.ts /tmp/h.ts',
  'cp -p src/a.ts src/deep/',
  'diff src/a.ts /tmp/x | tee /tmp/y',
  'cat src/a.ts | magic-tool',
  "bash -c 'cat src/a.ts && npm test'",
  'echo src/a.ts | xargs cat',
  'find src/a.ts -exec sed -n 1p {} +',
  'git commit -m "wait for src/a.ts"',
  '/usr/bin/cat src/a.ts; npm test',
  // Folders with the file.
  'ls -la src',
  'grep -rn x src/',
  'npx vitest run src',
  'npx eslint src && npm test',
  'magic-tool src/deep',
  'magic-tool "what is in src"',
  'magic-tool .',
];

/** Each may change src/a.ts, but its text does not show it. */
const UNCLEAR = [
  'magic-tool src/a.ts',
  'cat src/b.ts && magic-tool src/a.ts',
  "bash -c 'cat src/b.ts; magic-tool src/a.ts'",
  'echo src/a.ts | xargs magic-tool',
  'find src/a.ts -exec magic-tool {} +',
  "sed -n '1e ./script' src/a.ts",
  "sed 's/x/y/e' src/a.ts",
  'sed -f script.sed src/a.ts',
  "awk '{ print > FILENAME }' src/a.ts",
  "awk '{ system($0) }' src/a.ts",
  'awk -f x.awk src/a.ts',
  "perl -ne 'system $_' src/a.ts",
  'npx tsc src/a.ts',
  'npx vitest run -u src/a.ts',
  'npx eslint -o src/a.ts src/b.ts',
  'rsync --remove-source-files src/a.ts /tmp/x',
  './script/cat src/a.ts',
  'find src/a.ts -exec ./cat {} +',
  'magic-tool src/',
  'magic-tool --in=src',
  'cd src && magic-tool ../src',
];

test('after a refusal, a command that only reads the file is allowed, and one that may change it is not', async () => {
  const project = await GuardedProject.make();
  expect(await project.line('rm src/a.ts')).toContain('another agent holds');
  const refused: string[] = [];
  for (const line of READING) if ((await project.line(line)) !== null) refused.push(line);
  expect(refused).toEqual([]);
  const allowed: string[] = [];
  for (const line of UNCLEAR) if ((await project.line(line))?.includes('that you were recently refused') !== true) allowed.push(line);
  expect(allowed).toEqual([]);
});

/** Programs that are not those of the system, and git commands that run hooks. */
const WATCHED = [
  'script/test',
  './script/test',
  'bin/date',
  './view',
  './cd src',
  './export x',
  './git log',
  './time ls',
  'timeout 5 bin/date',
  'find . -exec ./test {} +',
  'echo list.txt | xargs ./cat',
  '/tmp/cat list.txt',
  'git commit -m x',
  'git commit --amend --no-edit',
  'git push',
  'git fetch',
  'git tag v1',
  'git grep -O./script text',
  'git grep --open-files-in-pager=./script text',
];
const UNWATCHED = [
  '/bin/date',
  '/usr/bin/env ls',
  '/usr/local/bin/cat list.txt',
  '/opt/homebrew/bin/rg text',
  'timeout 5 ls',
  'git grep -n text',
  'git log',
  'git branch -a',
];

test('programs in other folders and commands with hooks are followed by a comparison of the held files', async () => {
  const project = await GuardedProject.make();
  const folder = path.join(project.root, '.cortex/.local/held-files');
  const count = () => (fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.watch')).length : 0);
  const watched: string[] = [];
  for (const [at, line] of [...WATCHED, ...UNWATCHED].entries()) {
    const before = count();
    expect([line, await project.line(line, { session: `s${at}` })]).toEqual([line, null]);
    if (count() > before) watched.push(line);
  }
  expect(watched).toEqual(WATCHED);
});

test('a formatter in the folder of the packages is refused like any other', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(['node_modules/.bin/prettier --write src/a.ts', './node_modules/.bin/eslint --fix src'], true)).toEqual([]);
});
