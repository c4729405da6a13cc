import { test } from 'vitest';
import { appendToHistory } from '../../../../src/engine/stack/files/history.ts';
import type { StackMessage } from '../../../../src/engine/stack/messages/all-messages.ts';
import { examineInbox } from '../../../../src/engine/stack/messages/examine-messages.ts';
import { parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { findOverdue } from '../../../../src/engine/stack/messages/threads/overdue.ts';
import { groupIntoThreads } from '../../../../src/engine/stack/messages/threads/threads.ts';
import { examinePlan } from '../../../../src/engine/stack/plan/examine-plan.ts';
import { findOldTasks } from '../../../../src/engine/stack/plan/old-tasks.ts';
import { parsePlanText } from '../../../../src/engine/stack/plan/plan.ts';
import { taskBlocks } from '../../../../src/engine/stack/plan/task-blocks.ts';
import { TaskGraph } from '../../../../src/engine/stack/plan/task-graph.ts';
import { expectLinear } from '../../../support/processor-time.ts';

const lines = (count: number, line: (n: number) => string): string => Array.from({ length: count }, (_, n) => line(n)).join('');

function placed(text: string): StackMessage[] {
  return parseMessages(text).messages.map((message) => ({ ...message, stack: 'ann', box: 'inbox', file: '/INBOX.md', unread: true }));
}

const HEADING = '## 2026-01-19 INBOX.md\n';
const AGE = { cutoff: 1, written: 0 };

/** Functions that prepare work of a given size. */
const CASES: Readonly<Record<string, (n: number) => () => unknown>> = {
  'half headers': (n) =>
    after(
      lines(n, () => '---\nFrom: a\n'),
      (text) => examineInbox(text, '/INBOX.md'),
    ),
  'one header of many lines': (n) => after(`---\n${lines(n, () => 'From: a\n')}`, (text) => examineInbox(text, '/INBOX.md')),
  'messages with one ID': (n) =>
    after(
      lines(n, (m) => `---\nID: x\nFrom: a\n---\n${m}\n`),
      (text) => examineInbox(text, '/INBOX.md'),
    ),
  'blank lines and headings in a message of HISTORY.md': (n) =>
    after(`---\nFrom: a\n---\n${lines(n, () => `\n\n\n${HEADING}`)}`, (text) =>
      appendToHistory(text, { source: 'INBOX.md', day: '2026-01-19', blocks: [] }),
    ),
  'messages with one header in HISTORY.md': (n) =>
    after(
      lines(n, (m) => `---\nFrom: a\n---\n${m}\n`),
      (text) => appendToHistory(text, { source: 'INBOX.md', day: '2026-01-19', blocks: [] }),
    ),
  'tasks with one beginning in HISTORY.md': (n) =>
    after(
      lines(n, (m) => `- [x] a\n  ${m}\n\n`),
      (text) => {
        const blocks = taskBlocks(text.replaceAll('\n\n', '0\n'));
        return appendToHistory(`## 2026-01-19 PLAN.md\n${text}`, { source: 'PLAN.md', day: '2026-01-19', blocks });
      },
    ),
  'tasks of one id that depend on each other': (n) =>
    after(
      lines(n, (m) => `- [x] a (id: ${m % 2}, depends: 0, 1, parent: 0)\n`),
      (text) => [findOldTasks(text, AGE), examinePlan(text, '/PLAN.md')],
    ),
  'a chain of tasks': (n) =>
    after(`- [ ] a (id: ${n})\n${lines(n, (m) => `- [x] a (id: ${m}, depends: ${m + 1})\n`)}`, (text) => findOldTasks(text, AGE)),
  'tasks that are each a part of the one before': (n) =>
    after(parsePlanText(lines(n, (m) => `- [ ] a (id: ${m}, parent: ${m - 1})\n`)), (tasks) => new TaskGraph(tasks).blocked()),
  'tasks that are each a part of the one before, and wait': (n) =>
    after(parsePlanText(lines(n, (m) => `- [ ] a (id: ${m}, depends: x${m}, parent: ${m - 1})\n`)), (tasks) =>
      new TaskGraph(tasks).blocked(),
    ),
  'tasks that wait for each other in one cycle': (n) =>
    after(parsePlanText(lines(n, (m) => `- [ ] a (id: ${m}, depends: ${(m + 1) % n})\n`)), (tasks) => new TaskGraph(tasks).blocked()),
  'one task that depends on many': (n) => after(`- [ ] a (id: a, depends: ${'b, '.repeat(n)}c)\n`, parsePlanText),
  'tasks in one another': (n) =>
    after(
      lines(Math.sqrt(n) * 8, (m) => `${' '.repeat(m)}- [x] a\n`),
      (text) => [taskBlocks(text), examinePlan(text, '/')],
    ),
  'code behind tasks': (n) =>
    after(
      lines(n, () => '- [x] a\n\n  ```\n  b\n  ```\n'),
      taskBlocks,
    ),
  'a chain of replies': (n) =>
    after(
      placed(lines(n, (m) => `---\nID: ${m}\nFrom: a\nTo: b\nReplyTo: ${m + 1}\nType: task\nTime: 2026-01-19T10:30:00Z\n---\n`)),
      (messages) => findOverdue(messages, 2e12),
    ),
  'one long title': (n) => after(placed(`---\nFrom: a\n---\n${' '.repeat(20 * n)}\n${'é'.repeat(20 * n)}`), groupIntoThreads),
};

/** Returns a function that works on prepared input. */
function after<T>(input: T, work: (input: T) => unknown): () => unknown {
  return () => work(input);
}

test.each(Object.entries(CASES))('%s take linear time', (_name, prepare) => {
  expectLinear(prepare, 1_000);
});
