import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { diagnoseStacks } from '../../../../src/engine/stack/doctor.ts';
import { Stacks } from '../../../../src/engine/stack/stacks.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { messageText, writeFiles } from '../../../support/stack-folders.ts';

function diagnosed(files: Readonly<Record<string, string>>): string[] {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const found = diagnoseStacks(Stacks.open(nodeRuntime({}), folder, { exact: true }));
  return found.map(({ file, line, severity, code }) => `${path.relative(folder, file)}:${line} ${severity} ${code}`);
}

it('reports problems of AGENTS.md and of every stack that it names', () => {
  const agents = '# Agents\n\n## ann\n- Role: r\n- Stack: ./ann/.cstack/\n\n## bob\n- Role: r\n- Stack: ../out/\n';
  expect(
    diagnosed({
      'AGENTS.md': agents,
      'ann/.cstack/INBOX.md': messageText({ Time: 'soon' }),
      'ann/.cstack/OUTBOX.md': messageText({ To: 'agent-ann' }) + messageText({ To: 'manager' }, 'x') + messageText({ To: 'eve' }, 'y'),
      '.cstack/PLAN.md': '- [?] a\n',
      '.cstack/INBOX.md/folder': '',
    }),
  ).toEqual([
    expect.stringMatching(/^AGENTS.md:9 error /),
    'ann/.cstack/INBOX.md:4 warning impossible-time',
    'ann/.cstack/OUTBOX.md:21 error unknown-recipient',
    '.cstack/INBOX.md:1 error broken-file',
    '.cstack/PLAN.md:1 warning unknown-box',
  ]);
});

it('reports nothing in an empty folder', () => {
  expect(diagnosed({})).toEqual([]);
});
