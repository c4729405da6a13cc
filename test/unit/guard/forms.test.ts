// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of a shell
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

let project: GuardedProject;
beforeEach(async () => {
  project = await GuardedProject.make();
});

/** Each changes src/a.ts, lib or docs/guide.md, and the line shows it. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  find: [
    'find . ! -name b.ts -type f -delete',
    "find . -not -name '*.md' -delete",
    'find . -name package.json -o -name a.ts -delete',
    "find . \\( -name list.txt -o -name 'a.*' \\) -exec rm {} +",
    'find . ! \\( -name list.txt -o -name b.ts \\) -delete',
    "find . -iname 'A.TS' -delete",
    "find . -iname 'GUIDE*' -exec rm {} ';'",
    "find . -path './x/*' -o -type f -delete",
    'find src -name a.ts -exec cp list.txt {} \\;',
  ],
  xargs: [
    'ls src | xargs -I{} rm src/{}',
    'echo a.ts | xargs -I{} rm src/{}',
    'echo a | xargs -I % rm src/%.ts',
    'echo a | xargs -I% rm src/%.ts',
    'echo a.ts | xargs -i rm src/{}',
    'echo a.ts | xargs --replace=X rm src/X',
    'cat list.txt | xargs -I{} rm src/{}.ts',
    "git ls-files -z | xargs -0 -I% sh -c 'echo > %'",
  ],
  formatters: [
    'npx eslint --fix',
    'npx eslint --fix src',
    'npx eslint -c conf.js --fix src/a.ts',
    'npx biome check --write',
    'npx biome check --write src/a.ts',
    'pnpm biome format --write',
    'ruff format',
    'ruff check --fix',
    'ruff check --fix src',
    'prettier --write .',
    'npx prettier@3 --write .',
    'npx --yes prettier@3.1.0 --write "src/*.ts"',
    'go fmt ./...',
    'go fmt ./src/...',
    'gofmt -w .',
    'deno fmt',
    'cargo fmt',
    'uvx ruff@latest format',
    'black src',
  ],
  variables: [
    'a=src/; a+=a.ts; rm $a',
    'a=(x); a+=(src/a.ts); rm ${a[@]}',
    'set src/a.ts; rm $1',
    'set -- x src/a.ts; shift; rm $1',
    'set -- src/a.ts; for x; do rm $x; done',
  ],
  links: [
    'ln -s src/a.ts l; echo x > l',
    'ln src/a.ts l && echo x >> l',
    'ln -s src l; rm l/a.ts',
    'ln -s "$PWD/src/a.ts" l; cp list.txt l',
    'ln -s ../a.ts src/deep/l; sed -i s/t/x/ src/deep/l',
    'ln -s src/a.ts one; ln -s one two; echo > two',
  ],
  patterns: ['rm src/@(a|x).ts', 'rm src/!(b).ts', 'rm !(package.json)', 'rm src/+([a-z]).ts', 'bash -O extglob -c "rm src/?(a).ts"'],
  wrappers: [
    "alias w='rm -f'; w src/a.ts",
    'alias w=rm; w src/a.ts',
    "npx -c 'rm src/a.ts'",
    "npm exec -c 'rm src/a.ts'",
    'chrt -b 0 rm src/a.ts',
    'prlimit --nofile=10 rm src/a.ts',
  ],
  git: ["git checkout HEAD -- 'src/*.ts'", "git restore 'src/*.ts'", "git rm -f 'src/a*'"],
};

/** Each may change them, but only the shell knows. They are followed by a comparison. */
const WATCHED: readonly string[] = [
  'f=src/a.tsx; echo x > ${f%x}',
  'f=xsrc/a.ts; cat list.txt > ${f#x}',
  'f=src/x.ts; echo > ${f/x/a}',
  'f=__src/a.ts; echo > ${f:2}',
  'n=f; f=src/a.ts; echo > ${!n}',
  'printf -v f src/a.ts; echo > $f',
  'declare -A m; m[k]=src/a.ts; echo > ${m[k]}',
  'echo > $(dirname src/b.ts)/a.ts',
  'cd "$(git rev-parse --show-toplevel)/src" && echo > a.ts',
  '${x%y} src/a.ts',
  'cat$(date) src/a.ts',
  'eval "$(cat list.txt)"',
  'bash -c "$(cat list.txt)"',
  'trap "$(cat list.txt)" EXIT',
  'cat list.txt | sh',
  'sh <<< "$(cat list.txt)"',
  'bash <(cat list.txt)',
  'sort -o $(cat list.txt) list.txt',
  'echo x > hardlink',
  "git -c core.pager='cat' log",
  "git difftool -x 'rm src/b.ts'",
  "GIT_EDITOR='./script' git commit",
  "PAGER='./script' git log",
  "env PAGER='./script' git log",
  "vim -es +'w! list.txt' +q src/b.ts",
  "sed '1e ./script' list.txt",
  'fd a -x ./script',
  'npx some-tool --in-place',
  'alias w=./script; w',
  "tar xf x.tar --to-command='./script' -C /tmp",
];

const READING: readonly string[] = [
  'cat src/a.ts',
  'ls -la 2>/dev/null',
  'grep -rn text src 2>&1 | head -5 > /dev/null',
  "find . -name '*.ts' -not -path './lib/*'",
  'LC_ALL=C sort src/a.ts',
  'git log --oneline -5 -- src/a.ts',
  'cd src && ls; pwd',
  'for f in src/*; do echo $f; done',
  '[[ a == @(a|b) ]] && ls',
];

const ELSEWHERE: readonly string[] = [
  "find src -name '*.log' -delete",
  "find src -name '*.pyc' -o -name '*.log' -exec rm {} +",
  "find src -path ./node_modules -prune -o -name '*.log' -delete",
  "find src \\( -name '*.log' -o -name '*.pyc' \\) -delete",
  "find src -iname '*.LOG' -delete",
  'echo b.ts | xargs -I{} rm src/{}',
  'ls src/deep | xargs -I{} rm src/deep/{}',
  'ls *.txt | xargs -I{} cp {} {}.bak',
  'npx eslint src',
  'npx eslint --fix src/b.ts',
  'npx eslint -c src/a.ts src/b.ts --fix',
  'npx biome check',
  'npx biome check --write src/b.ts',
  'ruff format --check',
  'prettier --check .',
  'go test ./...',
  'deno fmt --check',
  'cargo build',
  'rm package.@(jsonc|json5)',
  'ln -s src/a.ts l; cat l',
  'ln -s src/b.ts l; echo > l',
  'alias l=cat; l src/a.ts',
  "git checkout HEAD -- 'package*'",
  'a=src/; a+=b.ts; rm $a',
];

const watches = (): number => {
  const folder = path.join(project.root, '.cortex/.local/held-files');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.watch')).length : 0;
};

/** Returns the lines that are refused, or followed by a comparison or not. */
async function answered(lines: readonly string[], wanted: 'refused' | 'watched' | 'read'): Promise<string[]> {
  const others: string[] = [];
  for (const [at, line] of lines.entries()) {
    const before = watches();
    const reason = await project.line(line, { session: `${wanted} ${at}` });
    const answer = reason !== null ? 'refused' : watches() > before ? 'watched' : 'read';
    if (answer !== wanted) others.push(`${line}: ${answer}`);
  }
  return others;
}

test.each(Object.keys(REFUSED))('%s that change held files are refused', async (kind) => {
  expect(await answered(REFUSED[kind] ?? [], 'refused')).toEqual([]);
});

test('forms that only the shell can compute are followed by a comparison of the held files', async () => {
  expect(await answered(WATCHED, 'watched')).toEqual([]);
});

test('commands that only read are followed by none', async () => {
  expect(await answered(READING, 'read')).toEqual([]);
});

test('the same forms on other files are allowed', async () => {
  expect(await project.wrong(ELSEWHERE, false)).toEqual([]);
});
