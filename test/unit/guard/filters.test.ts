import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

/** Each changes src/a.ts, a file in lib, or a Markdown file in docs, all of which another agent holds. */
const REFUSED = [
  // What `find` finds.
  "find src -maxdepth 1 -name '*.ts' -delete",
  'find . -maxdepth 2 -type f -delete',
  "find . -path './src/*' -delete",
  "find . -path './src/a.ts' -delete",
  "find . -path './src/a*' | xargs rm",
  "find . -path '*/a.ts' -exec sed -i s/a/b/ {} +",
  "find . -regex './src/.*' -exec rm {} +",
  "find . -regex '\\./src/a?.*' -delete",
  "find . -regex './srcx*/a.ts' -delete",
  "find . -regex './docs/x\\|./src/a.ts' -delete",
  "find . -regex '.*/a\\.ts' | xargs sed -i s/a/b/",
  'find src | grep a.ts | xargs rm',
  "find . -type f -name '*.ts' | sort | head -1 | xargs sed -i s/a/b/",
  "find . -path ./docs -prune -o -name '*.ts' -print | xargs rm",
  "find . ! -path './src/*' -name 'x.ts' | xargs rm",
  "find . -name '*.svg' | sed s/logo.svg/guide.md/ | xargs rm",
  'find . -maxdepth 1 | xargs rm -r',
  // Settings of git in any file.
  'git config -f src/a.ts core.x 1',
  'git config -f src/a.ts --unset core.x',
  'git config --file=src/a.ts --add core.x 1',
  'git config --file src/a.ts --replace-all core.x 1',
  'git config set -f src/a.ts core.x 1',
  'git config unset --file=lib/x.ts core.x',
  'git config -f lib/x.ts --rename-section a b',
  'git config -f lib/x.ts --edit',
  // Scripts of editors.
  "view -c 'wq!' src/a.ts",
  "view '+w!' src/a.ts",
  "vim -R -c 'w!' src/a.ts",
  "ex -c 'w! src/a.ts' -c q src/b.ts",
  "vim -es '+%!sort' '+w src/a.ts' src/b.ts",
  "nvim --headless -c 'saveas! src/a.ts' src/b.ts",
  "ed src/b.ts <<< 'w src/a.ts'",
  "ed -s <<'EOF'\nr src/b.ts\n1,$w src/a.ts\nq\nEOF",
  "printf 'w src/a.ts\\nq\\n' | ed -s src/b.ts",
  "ex -s -c '!rm src/a.ts' -c q",
  "vim -c 'r !rm lib/x.ts' -c q list.txt",
];

const ALLOWED = [
  "find docs -maxdepth 1 -name '*.svg' -delete",
  "find . -path './src/deep/*' -delete",
  "find . -path './src/deep/c.ts' -delete",
  "find docs -path 'docs/*.svg' -exec rm {} +",
  "find . -regex './src/deep/.*' | xargs rm",
  "find docs -name '*.svg' | xargs rm",
  "find docs -name '*.svg' | sort | head -3 | xargs sed -i s/a/b/",
  "find docs -path docs/old -prune -o -name '*.svg' -print | grep -v old | xargs rm",
  'find src -maxdepth 1 -type f',
  'find src | wc -l',
  'git config -f src/a.ts --get core.x',
  'git config -f src/a.ts -l',
  'git config get -f src/a.ts core.x',
  'git config list --file src/a.ts',
  'git config user.name x',
  'view src/a.ts',
  "ed src/b.ts <<< 'w'",
  "ex -c 'wq' src/b.ts",
  "vim -es -c '%s/a/b/ | w' list.txt",
];

test('filters of find, settings of git, and scripts of editors that change a held file are refused', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(REFUSED, true)).toEqual([]);
});

test('those that change other files are allowed', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(ALLOWED, false)).toEqual([]);
});
