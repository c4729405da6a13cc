import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAgents } from '../../../../src/engine/stack/agents/agents-file.ts';
import { memoryFiles } from '../../../../src/engine/stack/files/memory.ts';
import { listHooks } from '../../../../src/engine/stack/hooks.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { stackWith } from '../../../support/stack-folders.ts';

const [AGENT] = parseAgents('## bob\n- Role: r\n- Stack: ./.cstack/\n- Skills: /deploy, /test\n- Hooks: .claude/hooks/audit.sh, none\n');

describe('the hooks of a stack', () => {
  it('are its scripts by skill, and those that AGENTS.md names', () => {
    const stack = stackWith({
      '.claude/hooks/deploy.sh': '',
      '.claude/hooks/deploy.ps1': '',
      '.claude/hooks/audit.sh': '',
      '.claude/hooks/secret.sh': '',
      '.claude/hooks/notes.md': '',
      '.claude/hooks/folder.sh/x': '',
    });
    const at = (name: string) => path.join(stack.store.directory, '.claude/hooks', name);
    expect(listHooks(stack, AGENT)).toEqual([
      { skill: 'audit', files: { sh: at('audit.sh') }, declared: true },
      { skill: 'deploy', files: { sh: at('deploy.sh'), ps1: at('deploy.ps1') }, declared: true },
      { skill: 'none', files: {}, declared: true },
      { skill: 'secret', files: { sh: at('secret.sh') }, declared: false },
    ]);
  });

  it('are empty without a folder, or if it is a file', () => {
    expect(listHooks(stackWith({}), undefined)).toEqual([]);
    expect(listHooks(stackWith({ '.claude/hooks': 'text' }), undefined)).toEqual([]);
  });

  it('exclude files outside of the stack', () => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'deploy.sh'), '');
    const stack = stackWith({ '.claude/hooks/own.sh': '' });
    const folder = path.join(stack.store.directory, '.claude/hooks');
    fs.symlinkSync(path.join(outside, 'deploy.sh'), path.join(folder, 'deploy.sh'));
    fs.symlinkSync(path.join(outside, 'missing.sh'), path.join(folder, 'missing.sh'));
    expect(listHooks(stack, undefined).map(({ skill }) => skill)).toEqual(['own']);
    const linked = stackWith({ '.claude/x': '' });
    fs.symlinkSync(outside, path.join(linked.store.directory, '.claude/hooks'));
    expect(listHooks(linked, undefined)).toEqual([]);
  });
});

describe('memoryFiles', () => {
  it('returns the existing files with their sections', () => {
    const { store } = stackWith({ 'CONTEXT.md': '# Context\n\n## Terms\nx\n', 'HISTORY.md': 'text\n' });
    const files = memoryFiles(store).map(({ name, sections }) => [name, sections.map((section) => section.name)]);
    expect(files).toEqual([
      ['CONTEXT.md', ['Context', 'Terms']],
      ['HISTORY.md', []],
    ]);
  });

  it('throws if a file is broken', () => {
    expect(() => memoryFiles(stackWith({ 'MEMORY.md/folder': '' }).store)).toThrow('is a folder');
  });
});
