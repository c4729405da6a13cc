import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { projectNote, taskText } from '../../support/team-folder.ts';

/** The texts of one side, of a file of each protocol. */
const texts = (side: string): Readonly<Record<string, string>> => ({
  'AGENTS.md': `## ann\n- Role: ${side}\n- Stack: ./ann/.cstack/\n`,
  '.cstack/PLAN.md': `# Plan\n\n## Tasks\n- [ ] plan of ${side} (id: t-${side})\n`,
  '.cstack/CURRENT.md': `# Current\n\n## Now\nnow of ${side}\n`,
  'ann/.cstack/INBOX.md': `# Inbox\n\n---\nID: m-${side}\nFrom: bob\nTo: ann\nType: question\nTime: 2026-11-28T10:00:00Z\n---\nmessage of ${side}\n`,
  'vault/rules/a.md': `---\nname: A\ntype: rule\n---\nnote of ${side}\n`,
  'team/projects/p.md': projectNote(taskText(`2026-03-28T10:0${side.length}`, `queue of ${side}`)),
});
const FILES = [...Object.keys(texts('')), '.cortex/manifest.crtx', '.cortex/timeline.crtx', '.cortex/reasoning/t1.crtx'];

/** Creates two branches that changed a file of each protocol. `main` is checked out. */
async function diverged(place: NeedsPlace): Promise<string> {
  const tree = place.root;
  git(tree, 'init', '--quiet', '--initial-branch=main');
  await place.cortex('init');
  const work = async (side: string) => {
    // Each branch as in a clone of its own.
    fs.rmSync(path.join(tree, '.cortex/.local'), { recursive: true, force: true });
    const entry = `--agent ann --action act-of-${side} --reasoning r`;
    await place.cortex('dna detect', `timeline add --type decision ${entry}`, `reasoning add t1 ${entry}`, 'timeline flush');
    await place.cortex(`dna learn --domain tests --pattern pattern-of-${side}`);
    place.write(texts(side));
    git(tree, 'add', '--all');
    git(tree, 'commit', '--quiet', '--message', side);
  };
  place.write({ 'src/a.ts': '' });
  await work('base');
  git(tree, 'checkout', '--quiet', '-b', 'other');
  await work('theirs');
  git(tree, 'checkout', '--quiet', 'main');
  await work('ours');
  return tree;
}

type Run = (...args: string[]) => void;

/** Brings the changes of `theirs` into the working tree as changes that are not committed. */
function uncommitted(run: Run): void {
  run('checkout', '--quiet', '--detach', 'main~1');
  run('checkout', '--quiet', 'other', '--', '.');
  run('reset', '--quiet');
}

test.each<readonly [string, (run: Run, tree: string) => void]>([
  ['merge', (run) => run('merge', 'other')],
  [
    'merge --quit',
    (run) => {
      run('merge', 'other');
      run('merge', '--quit');
    },
  ],
  [
    'apply --3way',
    (run, tree) => {
      const patch = path.join(temporaryFolder(), 'patch');
      fs.writeFileSync(patch, git(tree, 'diff', 'main~1', 'other'));
      run('apply', '--3way', patch);
    },
  ],
  [
    'stash pop',
    (run) => {
      uncommitted(run);
      run('stash', '--quiet');
      run('checkout', '--quiet', 'main');
      run('stash', 'pop');
    },
  ],
  ['cherry-pick', (run) => run('cherry-pick', 'other')],
  ['rebase', (run) => run('rebase', 'other')],
  [
    'checkout --merge',
    (run) => {
      uncommitted(run);
      run('checkout', '--merge', 'main');
    },
  ],
  [
    'a merge whose files were added',
    (run) => {
      run('merge', 'other');
      run('add', '--all');
    },
  ],
  [
    'a merge that was reset',
    (run) => {
      run('merge', 'other');
      run('reset', '--quiet');
    },
  ],
])('settle keeps both sides of every file after %s', async (_, leave) => {
  const place = new NeedsPlace();
  const tree = await diverged(place);
  leave((...args) => {
    try {
      git(tree, ...args);
    } catch {
      // Git reports the conflict.
    }
  }, tree);
  const textOf = (file: string) => fs.readFileSync(path.join(tree, file), 'utf8');
  for (const file of FILES) expect(textOf(file), file).toMatch(/^<{7} /m);
  const { code, out } = await place.project.printed(['settle', '--team', path.join(tree, 'team')]);
  expect(code).toBe(0);
  for (const file of FILES) {
    expect(textOf(file), file).not.toMatch(/^<{7} /m);
    // A role is one line of a header.
    if (file !== 'AGENTS.md') for (const side of ['ours', 'theirs']) expect(textOf(file), file).toMatch(new RegExp(`of.${side}`));
    expect(out).toContain(path.join(fs.realpathSync(tree), file));
  }
  const [, add = ''] = /Review them, then: (git .*)/.exec(out) ?? [];
  execFileSync('sh', ['-c', add], { cwd: tree });
  expect(git(tree, 'ls-files', '--unmerged')).toBe('');
  expect(await place.project.json('verify')).toMatchObject({ errors: 0 });
});
