import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './folders.ts';

/** What git leaves where two branches changed one file: with `git merge`, which divides conflicts by lines that both sides have. */
export function merged(base: string, ours: string, theirs: string): string {
  const root = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, stdio: 'pipe' });
  const commit = (text: string) => {
    fs.writeFileSync(path.join(root, 'merged.md'), text);
    git('add', '.');
    git('commit', '-qm', 'x');
  };
  git('init', '-q', '-b', 'main');
  commit(base);
  git('checkout', '-qb', 'feature');
  commit(theirs);
  git('checkout', '-q', 'main');
  commit(ours);
  expect(() => git('merge', '-q', 'feature')).toThrow();
  return fs.readFileSync(path.join(root, 'merged.md'), 'utf8');
}
