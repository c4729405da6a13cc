import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './folders.ts';

/** Returns the result of `git merge` for a file that two branches changed. Git separates conflicts at common lines. */
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
