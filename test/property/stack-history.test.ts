import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArchivedFile, appendToHistory } from '../../src/engine/stack/files/history.ts';
import { parseMessages } from '../../src/engine/stack/messages/format.ts';
import { type Block, taskBlocks } from '../../src/engine/stack/plan/task-blocks.ts';
import { withoutLineBreaks } from '../../src/engine/text/line-breaks.ts';

const DAY = '2026-01-19';
const HEADINGS = [`## ${DAY} INBOX.md`, `## ${DAY} PLAN.md`, '## Notes'];
const joined = (line: fc.Arbitrary<string>, maxLength: number) =>
  fc.tuple(fc.array(line, { maxLength }), fc.constantFrom('\n', '\r\n')).map(([parts, eol]) => parts.join(eol));

const messageLines = fc.oneof(
  fc.constantFrom('---', '\\---', 'From: a', 'From: b', 'ID: 1', 'Fro', '', ' ', 'x', '\0', ...HEADINGS),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const inboxes = joined(fc.oneof({ weight: 2, arbitrary: fc.constant('---\nFrom: a\n---') }, { weight: 5, arbitrary: messageLines }), 16);
const taskLines = fc.constantFrom(
  '- [x] a',
  '- [ ] b',
  '  - [x] c',
  '    - [x] d',
  '  e',
  'f',
  '',
  '  ```',
  '```',
  '  <!-- g',
  '-->',
  ...HEADINGS,
);
const plans = joined(taskLines, 14);
const histories = fc.option(fc.oneof(inboxes, plans));

function messageBlocks(text: string): Block[] {
  return parseMessages(text).messages.map(({ place: { from, to } }) => {
    return { from, to, raw: text.slice(from, withoutLineBreaks(text, to)), indent: 0 };
  });
}

function expectArchivedOnce(history: string | null, source: ArchivedFile, blocks: readonly Block[]): void {
  const after = appendToHistory(history, { source, day: DAY, blocks }) ?? history ?? '';
  expect(after.startsWith(history ?? '')).toBe(true);
  // Tasks that differ only in line breaks are equal.
  const plain = (text: string) => (source === 'PLAN.md' ? text.replaceAll('\r', '') : text);
  for (const { raw } of blocks) expect(plain(after)).toContain(plain(raw));
  expect(appendToHistory(after, { source, day: DAY, blocks }), 'all blocks are archived').toBeNull();
}

describe('HISTORY.md', () => {
  it('contains all archived messages, and recognises them', () => {
    fc.assert(
      fc.property(histories, inboxes, (history, inbox) => expectArchivedOnce(history, 'INBOX.md', messageBlocks(inbox))),
      { numRuns: 5_000 },
    );
  });

  it('contains all archived tasks, and recognises them', () => {
    fc.assert(
      fc.property(histories, plans, (history, plan) => expectArchivedOnce(history, 'PLAN.md', taskBlocks(plan))),
      { numRuns: 5_000 },
    );
  });
});

describe('the blocks of a PLAN.md', () => {
  it('are whole lines in order, and contain each task once', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        let end = 0;
        for (const { from, to, tasks } of taskBlocks(plan)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect([0, 1].includes(from) || plan[from - 1] === '\n').toBe(true);
          expect(to === plan.length || plan[to - 1] === '\n').toBe(true);
          for (const { range } of tasks) expect(range.from >= from && range.to <= to).toBe(true);
          end = to;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
