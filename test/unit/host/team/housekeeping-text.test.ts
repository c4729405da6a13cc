import { expect, test } from 'vitest';
import { housekeepingPage, removedText } from '../../../../src/host/team/model/housekeeping-text.ts';

const task = (file: string, text: string) => ({ file, kind: 'task' as const, text });
const session = (file: string, text: string) => ({ file, kind: 'session' as const, text });

test('removed items are counted by kind', () => {
  expect(removedText([task('projects/a.md', 'x')])).toBe('1 done task');
  expect(removedText([task('projects/a.md', 'x'), task('projects/b.md', 'y'), session('agents/a.md', 'z')])).toBe(
    '2 done tasks and 1 entry of session logs',
  );
  expect(removedText([session('agents/a.md', 'z'), session('agents/a.md', 'z')])).toBe('2 entries of session logs');
  expect(removedText([])).toBe('nothing');
});

test('the page lists everything that would be removed, file by file, with control characters escaped', () => {
  const text = housekeepingPage([
    task('projects/a.md', '### 2026-03-01T09:00\n**Task:** One\n'),
    session('agents/a\u202eb.md', 'Last session: 2026-03-01'),
    task('projects/a.md', '### 2026-03-01T09:01\n**Task:** [Two](command:evil)'),
  ]);
  expect(text.split('\n## ').slice(1)).toEqual([
    'projects/a.md\n\n### 2026-03-01T09:00\n**Task:** One\n\n### 2026-03-01T09:01\n**Task:** [Two](command:evil)\n',
    'agents/a\\u{202e}b.md\n\nLast session: 2026-03-01\n',
  ]);
});
