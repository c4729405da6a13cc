import path from 'node:path';
import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

/** Each changes src/a.ts or lib, because a pattern or a name matches a folder around them. */
const AROUND = [
  'rm -rf *',
  'rm -rf ./*',
  'rm -rf s*',
  'rm -rf s*/',
  'rm -r s?c',
  'rm -rf -- s*',
  'rm -rf src/a*',
  'rm -rf "$PWD"/*',
  'mv * /tmp/',
  'mv s* /tmp/x',
  'mv ./* /tmp/',
  'chmod -R 777 *',
  'chown -R a s*',
  'cp -r /tmp/x/* .',
  'cp -a new/* ./',
  'find * -delete',
  'find ./* -exec rm {} +',
  'find -delete',
  'find . -delete',
  'find .. -delete',
  'find .. -name a.ts -delete',
  'prettier --write *',
  'for d in */; do (cd $d; rm a.ts); done',
  'for d in */; do (cd "$d" && rm a.ts); done',
  'rm -rf ..',
  'rm -rf ../*',
  'rm -rf /',
];

const ELSEWHERE = [
  'rm [p-t]*',
  'rm -f *.log',
  'rm -rf *.log',
  'rm -rf p*',
  'rm -rf src/d*',
  'rm -rf src/deep/*',
  'mv p* /tmp',
  'chmod 600 [p-t]*',
  'cp -r src/* /tmp/copy',
  'cp -r src/* new/',
  'find src/d* -delete',
  'find * -name "*.log"',
  'rm -rf ../other*',
  'cd .. && tar xf x.tar',
  'tar xf x.tar -C ..',
  'for d in p*/; do (cd $d; rm -rf out); done; rm src/b.ts',
  'for d in */; do cd $d; cd ..; done; rm src/b.ts',
];

test('a command that changes everything below a pattern is refused if the pattern matches a folder with a held file', async () => {
  const project = await GuardedProject.make();
  const around = [`rm -rf ../${path.basename(project.root)}`, `rm -rf ../${path.basename(project.root).slice(0, -1)}?`];
  expect(await project.wrong([...AROUND, ...around], true)).toEqual([]);
  expect(await project.wrong(ELSEWHERE, false)).toEqual([]);
});

const RECORDS = [
  'rm -rf .cortex',
  'rm -rf .cortex/',
  'rm -rf ./.cortex',
  'rm -rf "$PWD/.cortex"',
  'mv .cortex /tmp/x',
  'mv .cortex old',
  'rm -rf .cortex/.local',
  'rm -rf .cortex/.local/*',
  'rm -rf .cortex/.local/held*',
  'rm -rf .cortex/*/held-files/*',
  'rm -rf .cortex/.*',
  'rm -rf .cortex/.local/swarm',
  'echo > .cortex/.local/swarm/000001.jsonl',
  'rm -rf .c*',
  'rm -rf .[a-z]*',
  'rm -rf .??*',
  'rm -rf {*,.*}',
  'cd .cortex && rm -rf .local',
  'cd .cortex/.local && rm -rf ../.local',
  'find . -delete',
  'find . -name .cortex -exec rm -rf {} +',
  'find .cortex -delete',
  'find .cortex/.local -type f -delete',
  'git rm -r .cortex',
  'git clean -fdx .cortex',
  'mv "$PWD" /tmp/elsewhere',
  'python3 -c "import shutil; shutil.rmtree(\'.cortex\')"',
  'node -e "fs.rmSync(\'.cortex/.local\', { recursive: true })"',
  'sudo rm -rf .cortex',
  "bash -c 'rm -rf .cortex'",
];
const BESIDE = [
  'rm -rf *',
  'rm -rf node_modules .cache',
  'rm .cortex/notes.md',
  'rm -rf .cortex/vault',
  'mv .cortex/a.md .cortex/b.md',
  'cat .cortex/.local/swarm/000001.jsonl',
  'ls -R .cortex',
  'cp -r .cortex /tmp/copy',
  "find . -name '*.pyc' -delete",
  "find . -name '*.log' | xargs rm",
  'rm -rf "./$DIR"',
  'find . -name \'*.log\' | while read -r f; do rm "$f"; done',
  'git ls-files -o | xargs rm',
  'ls | xargs rm -rf',
  'tar xf x.tar',
  'OUT=$(npm pack) && mv "$OUT" /tmp',
  'cp -r new/. ..',
  'prettier --write .',
  'sed -i s/a/b/ .cortex/*.crtx',
];

test('the records of cortex, and the folders that they are in, may not be removed or moved', async () => {
  const project = await GuardedProject.make();
  await project.run('lock release --all --agent ann');
  const wrong: string[] = [];
  for (const [at, line] of RECORDS.entries()) {
    const reason = await project.line(line, { session: `r${at}` });
    if (reason?.includes('only cortex may write its records') !== true) wrong.push(line);
  }
  expect(wrong).toEqual([]);
  expect(await project.wrong(BESIDE, false)).toEqual([]);
});
