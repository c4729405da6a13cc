import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runnableGitCommands } from '../../../src/cli/text/git-commands.ts';
import { nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Creates a repository with a file. */
function repository(name = 'a.md'): { readonly root: string; readonly file: string } {
  const root = fs.realpathSync(temporaryFolder());
  execFileSync('git', ['init', '-q', root]);
  fs.mkdirSync(path.join(root, 'sub'));
  const file = path.join(root, 'sub', name);
  fs.writeFileSync(file, 'x');
  return { root, file };
}

const shown = (text: string, here: string | null) => runnableGitCommands(nodeFileSystem, text, here);

describe('a suggested command of git', () => {
  test('names the repository of its file, if the current folder is in another one or in none', () => {
    const { root, file } = repository();
    const text = `Review it, then: git add -- ${file}`;
    expect(shown(text, repository().root)).toBe(`Review it, then: git -C ${root} add -- ${file}`);
    expect(shown(text, temporaryFolder())).toBe(`Review it, then: git -C ${root} add -- ${file}`);
    expect(shown(`then "git --literal-pathspecs add -- ${file}".`, temporaryFolder())).toBe(
      `then "git -C ${root} --literal-pathspecs add -- ${file}".`,
    );
    expect(shown(`  $ git checkout --ours -- ${file}`, temporaryFolder())).toBe(`  $ git -C ${root} checkout --ours -- ${file}`);
  });

  test('runs as it is printed, also with quoted names', () => {
    const { file } = repository("it's a note.md");
    const elsewhere = temporaryFolder();
    const line = shown(`git add -- "${file}"`, elsewhere);
    expect(execFileSync('sh', ['-c', `${line} && git -C "${path.dirname(file)}" status --short .`], { cwd: elsewhere }).toString()).toMatch(
      /^A {2}/,
    );
  });

  test('stays as it is in the repository itself, in a deleted folder, and if it says where or has no absolute path', () => {
    const { root, file } = repository();
    const text = `git add -- ${file}`;
    expect(shown(text, root)).toBe(text);
    expect(shown(text, path.join(root, 'sub'))).toBe(text);
    expect(shown(text, null)).toBe(text);
    for (const other of [`git -C /x add -- ${file}`, 'git add -- a.md', 'git status', `digit add -- ${file}`])
      expect(shown(other, temporaryFolder())).toBe(other);
  });

  test('is printed so by the programs', async () => {
    const { root } = repository();
    const note = path.join(root, 'rules');
    fs.mkdirSync(note);
    fs.writeFileSync(path.join(root, 'cortex.toml'), '');
    fs.writeFileSync(path.join(note, 'r.md'), '---\nid: r\nname: R\n---\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n');
    const { out } = await runProgramHere(cortexProgram, ['vault', 'settle', path.join(note, 'r.md'), '--vault', root]);
    expect(out).toContain(`git -C ${root} add -- ${path.join(note, 'r.md')}`);
  });
});
