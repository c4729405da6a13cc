import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAgents, examineAgents } from '../../../../src/engine/stack/agents/agents-check.ts';
import { parseAgents } from '../../../../src/engine/stack/agents/agents-file.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { folderWith, openStacks, stackRuntime, TEAM } from '../../../support/stack-project.ts';

/** Returns severity, code, line and text of each finding. */
function findingsIn(text: string, files: Readonly<Record<string, string>> = {}) {
  const root = folderWith({ ...files, 'AGENTS.md': text });
  return checkAgents(openStacks(root)).map(({ severity, code, line, range, file }) => {
    expect(file).toBe(path.join(root, 'AGENTS.md'));
    return [severity, code, line, text.slice(range?.from, range?.to)];
  });
}

describe('checkAgents', () => {
  it('finds no problems in a valid file, and none without AGENTS.md', () => {
    expect(findingsIn(TEAM, { 'backend/.cstack/': '', 'frontend/.cstack/': '' })).toEqual([]);
    expect(checkAgents(openStacks(folderWith({ '.git/': '' })))).toEqual([]);
  });

  it('reports a missing Role and Stack with their lines', () => {
    expect(findingsIn('# Agents\n\n## agent-a\n- Role: r\n\n## b\n- Role:\n- Stack: ./b/.cstack/\n', { 'b/.cstack/': '' })).toEqual([
      ['error', 'agent-stack-missing', 3, '## agent-a'],
      ['error', 'agent-role-missing', 7, ''],
    ]);
  });

  it('reports a missing field beside a merge conflict', () => {
    const conflict = '<<<<<<< HEAD\n- Role: a\n=======\n- Role: b\n>>>>>>> theirs\n';
    expect(
      findingsIn(`## agent-a\n${conflict}- Stack: ./a/.cstack/\n\n## agent-b\n- Stack: ./b/.cstack/\n`, {
        'a/.cstack/': '',
        'b/.cstack/': '',
      }),
    ).toEqual([
      ['error', 'merge-conflict', 2, conflict],
      ['error', 'agent-role-missing', 9, '## agent-b'],
    ]);
  });

  it('reports each repeated field of an agent', () => {
    const text = '## a\n- Role: r\n- Role: s\n- Stack: ./a/.cstack/\n- stack: ./a/.cstack/\n- Note: x\n- Note: y\n';
    expect(findingsIn(text, { 'a/.cstack/': '' })).toEqual([
      ['warning', 'agent-field-repeated', 3, 's'],
      ['warning', 'agent-field-repeated', 5, './a/.cstack/'],
    ]);
  });

  it('reports two agents with equivalent names or stacks', () => {
    const text = '## a\n- Role: r\n- Stack: ./x/.cstack/\n## agent-A\n- Role: r\n- Stack: x/y/../.cstack\n';
    expect(findingsIn(text, { 'x/.cstack/': '' })).toEqual([
      ['error', 'agent-name-taken', 4, '## agent-A'],
      ['error', 'agent-stack-taken', 6, 'x/y/../.cstack'],
    ]);
  });

  it('reports an agent without a name', () => {
    expect(findingsIn('## #\n- Role: r\n- Stack: ./x/.cstack/\n', { 'x/.cstack/': '' })).toEqual([
      ['error', 'agent-name-missing', 1, '## #'],
    ]);
  });

  it.each(['../x/.cstack', '/x/.cstack', 'C:\\x\\.cstack', 'a/../../x'])('reports that %s is outside of the repository', (stack) => {
    expect(findingsIn(`## a\r\n- Role: r\r\n- Stack: ${stack}\r\n`)).toEqual([['error', 'agent-stack-outside', 3, stack]]);
  });

  it('reports a link that leads out of the repository', () => {
    const root = folderWith({ 'AGENTS.md': TEAM, 'frontend/.cstack/': '' });
    fs.symlinkSync(temporaryFolder(), path.join(root, 'backend'));
    expect(checkAgents(openStacks(root))).toMatchObject([{ code: 'agent-stack-outside', line: 5 }]);
  });

  it('warns about a missing stack, with the command that creates it', () => {
    const root = folderWith({ 'AGENTS.md': TEAM, 'frontend/.cstack/': '' });
    expect(checkAgents(openStacks(root))).toMatchObject([
      { severity: 'warning', code: 'agent-stack-absent', line: 5, next: `Create it: cstack init ${path.join(root, 'backend')}` },
    ]);
  });

  it.each([
    ['./api', 'Write "./api/.cstack/".'],
    ['./a b/c/', 'Write "./a b/c/.cstack/".'],
    ['.', 'Write "./.cstack/".'],
  ])('warns about the Stack %s, which is no .cstack folder, with the right notation', (stack, next) => {
    const root = folderWith({ 'AGENTS.md': `## a\n- Role: r\n- Stack: ${stack}\n` });
    expect(checkAgents(openStacks(root))).toMatchObject([{ severity: 'warning', code: 'agent-stack-name', line: 3, next }]);
  });

  it('reports the fields of an agent below a heading of another level, and none of a section of an agent', () => {
    const first = '## ann\n- Role: r\n- Stack: ./ann/.cstack/\n\n### More\n- Role: also\n\n';
    const files = { 'ann/.cstack/': '', 'b/.cstack/': '' };
    const fields = '- Role: r\n- Stack: ./api/.cstack/\n';
    for (const heading of ['# agent-api', '### agent-api', '##agent-api', '# api'])
      expect(findingsIn(`${first}${heading}\n${fields}`, files)).toContainEqual(['error', 'agent-heading', 8, heading]);
    expect(findingsIn(first.replace('- Role: r', '### Place\n- Role: r'), files).filter(([, code]) => code === 'agent-heading')).toEqual(
      [],
    );
    expect(findingsIn(`# Agents\n- Stack: Python 3\n\n${first}# Rules\n- Role: all\n`, files)).toEqual([
      ['warning', 'agent-field-repeated', 9, 'also'],
    ]);
  });

  it('does not take the fields of an agent below a deeper heading for those of the section around it', () => {
    const text = '## a\n- Role: r\n- Stack: ./a/.cstack/\n## Notes\n### agent-sub\n- Stack: ./sub/.cstack/\n- Role: r\n';
    expect(parseAgents(text).map(({ name }) => name)).toEqual(['a']);
    expect(findingsIn(text, { 'a/.cstack/': '', 'sub/.cstack/': '' })).toContainEqual(['error', 'agent-heading', 5, '### agent-sub']);
  });

  it('accepts a hidden stack', () => {
    const text = '## a\n- Role: r\n- Stack: ./a/.cstack/\n## b\n- Role: r\n- Stack: ./b/.cstack/.local/\n';
    expect(findingsIn(text, { 'a/.cstack/.local/INBOX.md': '', 'b/.cstack/.local/INBOX.md': '' })).toEqual([]);
  });

  it("reports a manager whose stack is not the root's stack", () => {
    const manager = (stack: string) => `## manager\n- Role: r\n- Stack: ${stack}\n`;
    expect(findingsIn(manager('./.cstack/'), { '.cstack/': '' })).toEqual([]);
    expect(findingsIn(manager('./m/.cstack/'), { 'm/.cstack/': '' })).toEqual([['error', 'agent-manager-stack', 3, './m/.cstack/']]);
  });

  it('checks unsaved text like a file', () => {
    const root = folderWith({ '.git/': '' });
    expect(examineAgents({ runtime: stackRuntime, root, text: '## agent-a\n- Role: r\n' })).toMatchObject([
      { code: 'agent-stack-missing' },
    ]);
  });
});
