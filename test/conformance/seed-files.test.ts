import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { changeAgent, cstack, STACK_FILES, Stacks } from '../../src/engine/stack/index.ts';
import { temporaryFolder } from '../support/folders.ts';

/** The files as the specifications of both versions show them, templates included. */
const FILES: Readonly<Record<string, string>> = {
  '.gitignore': '.local/\n',
  '.cstack/CURRENT.md':
    '# Current State\n\n## Current Task\n<description of active task>\n\n## Focus\n<what the agent is currently focused on>\n\n## Next Steps\n- Step 1\n- Step 2\n- Step 3\n',
  '.cstack/PLAN.md':
    '# Plan\n\n## Tasks\n- [ ] Pending task\n- [>] In progress task\n- [x] Completed task\n- [!] Blocked task\n\n## Notes\nAdditional context and notes\n',
  '.cstack/INBOX.md':
    '---\nID: msg-a7f3\nFrom: agent-id\nTo: agent-id (or "manager")\nThread: optional-thread-id\nType: task|question|milestone|blocked|done\nTime: 2026-01-19T10:30:00Z\n---\nMessage content here.\n',
  'backend/.cstack/INBOX.md':
    '---\nID: msg-a7f3bc\nFrom: manager\nTo: agent-backend\nType: task\nTime: 2026-01-19T10:30:00Z\n---\nImplement the login endpoint.\n',
  'frontend/.cstack/OUTBOX.md':
    '---\nID: msg-b8c4de\nFrom: agent-frontend\nThread: auth-implementation\nReplyTo: msg-a7f3bc\nType: question\nTime: 2026-01-19T11:00:00Z\n---\nShould login return user profile data?\n',
  'AGENTS.md':
    '# Agents\n\n## agent-backend\n- Role: API and backend development\n- Stack: ./backend/.cstack/\n- Skills: /deploy, /test, /migrate\n\n## agent-frontend\n- Role: UI and client development\n- Stack: ./frontend/.cstack/\n- Skills: /build, /lint, /preview\n',
};

it('reads the files of both versions, and leaves git no difference when what was changed is changed back', async () => {
  const root = temporaryFolder();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  git('init', '--quiet');
  git('-c', 'core.autocrlf=false', 'add', '.');

  expect(await cstack.parseCurrent(root)).toEqual({ task: '', focus: '', nextSteps: ['Step 1', 'Step 2', 'Step 3'] });
  const { tasks } = await cstack.parsePlan(root);
  expect(tasks.map(({ status }) => status)).toEqual(['pending', 'in progress', 'completed', 'blocked']);
  expect(await cstack.readInbox(root)).toMatchObject([{ id: 'msg-a7f3', content: 'Message content here.' }]);
  expect(await cstack.readOutbox(path.join(root, 'frontend'))).toMatchObject([{ replyTo: 'msg-a7f3bc', to: null }]);

  await cstack.startTask(root, '1');
  await cstack.blockTask(root, '1', 'nobody is there');
  await cstack.unblockTask(root, '1');
  const stacks = Stacks.open(nodeRuntime({}), root);
  expect(stacks.agents.map(({ name }) => name)).toEqual(['agent-backend', 'agent-frontend']);
  await stacks.editAgents((text) => changeAgent(text, 'backend', { skills: ['/deploy'], hooks: ['deploy'] }));
  expect(git('diff', '--stat')).toContain('AGENTS.md');
  await stacks.editAgents((text) => changeAgent(text, 'backend', { skills: ['/deploy', '/test', '/migrate'], hooks: null }));
  for (const { store } of stacks.all().stacks) {
    const draft = { from: 'a', to: null, thread: null, replyTo: null, type: 'done', time: null, content: 'Done.', fields: [] };
    const deliveries = await store.mailbox.deliver([draft]);
    const messages = deliveries.map(({ message }) => message);
    await store.remove(STACK_FILES.inbox, messages);
  }
  await stacks.whenIdle();
  expect(git('diff')).toBe('');
  expect(
    git('status', '--porcelain', '--untracked-files')
      .split('\n')
      .filter((line) => line.startsWith('??')),
  ).toEqual(['?? frontend/.cstack/INBOX.md']);
});
