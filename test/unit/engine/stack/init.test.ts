import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCurrentText } from '../../../../src/engine/stack/files/current.ts';
import { stackDirectory } from '../../../../src/engine/stack/files/find-stacks.ts';
import { initStack } from '../../../../src/engine/stack/init.ts';
import { parsePlanText } from '../../../../src/engine/stack/plan/plan.ts';
import { addTask } from '../../../../src/engine/stack/plan/plan-edit.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { folderWith, stackRuntime } from '../../../support/stack-project.ts';

const NAMES = ['CURRENT.md', 'PLAN.md', 'CONTEXT.md', 'OUTBOX.md', 'INBOX.md'];
const read = (...parts: string[]) => fs.readFileSync(path.join(...parts), 'utf8');
const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

describe('a new stack', () => {
  it('has the files and headings of the seed, and no placeholders', async () => {
    const root = path.join(temporaryFolder(), 'a', 'b');
    const { directory, made, kept } = await initStack(stackRuntime, root);
    expect(directory).toBe(path.join(root, '.cstack'));
    expect(made).toEqual(['.gitignore', ...NAMES].map((name) => `.cstack/${name}`));
    expect(kept).toEqual([]);
    expect(parseCurrentText(read(directory, 'CURRENT.md'))).toEqual({ task: '', focus: '', nextSteps: [] });
    expect(read(directory, 'CURRENT.md').match(/^#.*$/gm)).toEqual(['# Current State', '## Current Task', '## Focus', '## Next Steps']);
    expect(NAMES.map((name) => read(directory, name)).join('')).not.toMatch(/[<>]/);
    const plan = addTask(read(directory, 'PLAN.md'), { title: 'first' });
    expect(plan).toBe('# Plan\n\n## Tasks\n- [ ] first\n\n## Notes\n');
    expect(parsePlanText(plan)).toMatchObject([{ section: 'Tasks', title: 'first' }]);
  });

  it('keeps existing files, and creates missing ones', async () => {
    const root = folderWith({ '.cstack/PLAN.md': 'mine', '.cstack/.gitignore': '# mine\n' });
    const { made, kept } = await initStack(stackRuntime, root);
    expect(kept).toEqual(['.cstack/.gitignore', '.cstack/PLAN.md']);
    expect(made).toEqual(['CURRENT.md', 'CONTEXT.md', 'OUTBOX.md', 'INBOX.md'].map((name) => `.cstack/${name}`));
    expect([read(root, '.cstack/PLAN.md'), read(root, '.cstack/.gitignore')]).toEqual(['mine', '# mine\n']);
    expect((await initStack(stackRuntime, root)).made).toEqual([]);
  });

  it('keeps local files out of git', async () => {
    const root = temporaryFolder();
    git(root, 'init', '-q');
    await initStack(stackRuntime, root);
    fs.mkdirSync(path.join(root, '.cstack', '.local'));
    fs.writeFileSync(path.join(root, '.cstack', '.local', 'read.json'), '{}');
    expect(git(root, 'status', '--porcelain', '-uall')).not.toContain('.local');
    expect(git(root, 'status', '--porcelain', '-uall')).toContain('.cstack/INBOX.md');
  });

  it('is invisible to git in stealth mode, and is found again', async () => {
    const root = temporaryFolder();
    git(root, 'init', '-q');
    const { directory, made, kept } = await initStack(stackRuntime, root, { stealth: true });
    expect([made, kept]).toEqual([NAMES.map((name) => `.cstack/.local/${name}`), []]);
    expect(git(root, 'status', '--porcelain', '-uall')).toBe('');
    expect(stackDirectory(stackRuntime, root)).toBe(directory);
    expect(await initStack(stackRuntime, root)).toMatchObject({ directory, made: [] });
  });

  it('is not created in stealth mode beside a stack that git tracks', async () => {
    const root = folderWith({ '.cstack/CURRENT.md': '# Current State\n' });
    await expect(initStack(stackRuntime, root, { stealth: true })).rejects.toMatchObject({
      code: 'already-exists',
      data: { file: path.join(root, '.cstack', 'CURRENT.md') },
    });
    expect(fs.readdirSync(path.join(root, '.cstack'))).toEqual(['CURRENT.md']);
  });

  it('is not created through a link that leads out of its folder', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    fs.symlinkSync(outside, path.join(root, '.cstack'));
    await expect(initStack(stackRuntime, root)).rejects.toMatchObject({ code: 'outside-root' });
    expect(fs.readdirSync(outside)).toEqual([]);
    expect((await initStack(stackRuntime, root, { isNamed: true })).made).toContain('.cstack/PLAN.md');
    expect(fs.readdirSync(outside)).toContain('PLAN.md');
  });

  it('is created in stealth mode through such a link if a person named its folder', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    fs.symlinkSync(outside, path.join(root, '.cstack'));
    await initStack(stackRuntime, root, { isNamed: true, stealth: true });
    expect(fs.readdirSync(path.join(outside, '.local'))).toContain('PLAN.md');
  });
});
