// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of a shell
import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

/** For each subject: lines that change src/a.ts, lib or docs/guide.md, and lines like them that do not. */
const LINES: Readonly<Record<string, readonly [refused: readonly string[], allowed: readonly string[]]>> = {
  formatters: [
    ['black .', 'isort .', 'isort -l 100 .', 'stylua src', 'cargo fmt', 'go fmt ./...', 'terraform fmt', 'mix format', 'rubocop -a'],
    [
      'black --version',
      'black --help',
      'black -h',
      'isort --check-only .',
      'isort -c .',
      'python -m isort --check-only .',
      'stylua --version',
      'stylua --check src',
      'cargo fmt --help',
      'cargo fmt --version',
      'cargo fmt -- --check',
      'ruff format --help',
      'deno fmt --help',
      'go fmt -n ./...',
      'terraform fmt -check',
      'mix format --check-formatted',
      'rubocop -a --help',
    ],
  ],
  'unknown parts': [
    [
      'echo x > "src/$(date +%s)"',
      'echo x > "src/a$(date +%s)"',
      'echo x > "src/$(date +%s).ts"',
      'echo x > "src/a$X.ts"',
      'rm "src/$X/a.ts"',
      'rm -r "lib$(date)"/x.ts; rm -r ./lib$(date)',
      'rm "lib/$X"',
      'cp src/b.ts "docs/$X.md"',
      'cp "$F" src/',
      'cp free-$X src/',
      'rm s*/a$X',
      'rm src/{a,$X}.ts',
    ],
    [
      'cp src/b.ts "src/b.ts.bak-$(date +%s)"',
      'echo x > "src/gen-$(date +%s).ts"',
      'mv src/b.ts src/b-$(date +%s).ts',
      'echo x > "src/$(date +%s).md"',
      'echo x > "src/b${X}"',
      'rm "src/a$X.md"',
      'rm -rf ./library-$(date +%s)',
    ],
  ],
  'printed lists': [
    [
      "printf 'src/a.ts\\n' | xargs touch",
      "printf 'src/a.ts\\0' | xargs -0 rm",
      "printf 'list.txt\\0src/a.ts\\0' | xargs -0 rm",
      "printf '%s\\0' src/b.ts src/a.ts | xargs -0 rm",
      "echo -e 'src/b.ts\\nsrc/a.ts' | xargs rm",
      "echo -ne 'src/\\0141.ts' | xargs rm",
      'echo src/a.ts | xargs rm',
      'echo "$X" | xargs rm',
    ],
    [
      "printf 'src/b.ts\\n' | xargs touch",
      "printf 'src/new.ts\\n' | xargs touch",
      "printf 'package.json\\0list.txt\\0' | xargs -0 rm",
      "echo -e 'src/b.ts\\nlist.txt' | xargs rm",
      'echo src/new.ts | xargs touch',
    ],
  ],
  'folders in code': [
    [
      'python3 -c "import shutil; shutil.rmtree(\'src\')"',
      "python3 -c \"import os; [open(os.path.join('src', f), 'w') for f in os.listdir('src')]\"",
      "python3 -c \"import os; os.rename('src', 'x')\"",
      'node -e "fs.rmSync(\'src\', { recursive: true })"',
      "node -e \"for (const f of fs.readdirSync('src')) fs.writeFileSync('src/' + f, '')\"",
      'ruby -e "FileUtils.rm_rf(\'lib\')"',
    ],
    [
      'python3 -c "import os; print(os.listdir(\'src\'))"',
      'python3 -c "import os, sys; sys.stdout.write(str(os.listdir(\'src\')))"',
      'node -e "fs.readdirSync(\'src\')"',
      "node -p \"require('fs').readdirSync('src').length\"",
      'ruby -e "puts Dir.children(\'src\')"',
    ],
  ],
};

test.each(Object.keys(LINES))('%s: what changes a held file is refused, and what is like it is allowed', async (subject) => {
  const [refused, allowed] = LINES[subject] ?? [[], []];
  const project = await GuardedProject.make();
  expect(await project.wrong(refused, true)).toEqual([]);
  expect(await project.wrong(allowed, false)).toEqual([]);
});
