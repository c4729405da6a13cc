/** The cursor file of `cortex events` says no more than what the reader has taken. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waitFor } from '../../harness/wait.ts';
import { cortexFile } from '../../support/cortex-cli.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';
import { TEAM } from '../../support/stack-project.ts';
import { project, useProject } from '../../support/swarm-project.ts';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;

useProject();

test.skipIf(process.platform === 'win32')('a reader that leaves before it has read everything', async () => {
  project.write('AGENTS.md', TEAM);
  const message = '---\nFrom: agent-frontend\nTo: agent-backend\nType: question\nTime: 2026-01-19T10:30:00Z\n---\nWhich?\n\n';
  project.write('backend/.cstack/INBOX.md', `# Inbox\n\n${message.repeat(2_000)}`);
  const [pipe, cursor] = [path.join(project.root, 'pipe'), path.join(project.root, 'cursor.json')];
  makeNamedPipe(pipe);
  const [from, to] = [fs.openSync(pipe, O_RDONLY | O_NONBLOCK), fs.openSync(pipe, O_WRONLY | O_NONBLOCK)];
  const args = ['events', '--json', '--since', '2026-01-01', '--cursor-file', cursor];
  const child = spawn(process.execPath, [cortexFile, ...args], { cwd: project.root, stdio: ['ignore', to, 'inherit'] });
  const ended = once(child, 'close');
  // Node sets the pipes of its children to blocking mode. A socket on the same pipe makes both ends non-blocking.
  const unwaiting = new Socket({ fd: to, readable: false, writable: true });
  const bytes = Buffer.alloc(100);
  await waitFor('the first change', async () => {
    try {
      return fs.readSync(from, bytes) > 0;
    } catch {
      return false;
    }
  });
  unwaiting.destroy();
  // Nothing shows that it waits. A program that does not wait would have written the file long before.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(fs.existsSync(cursor)).toBe(false);
  fs.closeSync(from);
  await ended;
  expect(fs.existsSync(cursor)).toBe(false);
});
