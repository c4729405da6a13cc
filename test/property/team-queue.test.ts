import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { claimTask, finishTask, reopenTask } from '../../src/engine/team/queue/moves.ts';
import { addTask } from '../../src/engine/team/queue/new-task.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue, type QueueShape, readFields } from '../../src/engine/team/queue/queue.ts';

const slug = 'web';

const shapes = fc.constantFrom(PROJECT_QUEUE, AGENT_QUEUE);
const line = fc.oneof(
  fc.constantFrom(
    ...['## Work Queue', '### 2026-03-28T10:00', '### soon', '## A title', '# Top', '#### deep', '', '   ', '```', '~~~', '<!--', '-->'],
    ...['**Status:** ready', '**Status:** In Progress', '- **Status**: done', '**Status:**', '**Agent:** a', '**Scope:** long', '\\## no'],
    ...['Summary: it is', '**Task:** do it', '### Summary', '---', '**Blocked:** why', '**Completed:** 2026-01-01', '> ### quoted'],
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
);
const note = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, ended]) => ['## Work Queue', '', ...lines].join(eol) + (ended ? eol : ''));

/** Returns the changed text, or the same text if the change is refused. */
function tried(text: string, change: () => string): string {
  try {
    return change();
  } catch (error) {
    if (error instanceof CortexError) return text;
    throw error;
  }
}

/** Expects that the text outside one task is unchanged. */
function expectOnlyTask(before: string, after: string, shape: QueueShape, index: number): void {
  const [old, now] = [parseQueue(before, shape)[index], parseQueue(after, shape)[index]];
  expect(now).toBeDefined();
  // The last line of a file may have had no line break.
  expect(after.slice(0, now?.body.from).trimEnd()).toBe(before.slice(0, old?.body.from).trimEnd());
  expect(after.slice(now?.range.to)).toBe(before.slice(old?.range.to));
}

describe('any work queue', () => {
  it('changes only in the task that is edited', () => {
    fc.assert(
      fc.property(note, shapes, fc.nat(9), fc.string({ maxLength: 40 }), (text, shape, nth, said) => {
        const tasks = parseQueue(text, shape);
        const index = tasks.length === 0 ? -1 : nth % tasks.length;
        const id = tasks[index]?.id;
        if (id === undefined) return;
        const by = { agent: 'a', at: '2026-03-28T14:30' };
        let now = text;
        for (const change of [
          () => claimTask(now, { shape, slug }, { id }, by),
          () => finishTask(now, { shape, slug }, { id }, by, `done ${said}`),
          () => reopenTask(now, { shape, slug }, { id }),
          () => claimTask(now, { shape, slug }, { id }, by),
        ]) {
          const next = tried(now, change);
          expect(parseQueue(next, shape)).toHaveLength(tasks.length);
          expectOnlyTask(now, next, shape, index);
          now = next;
        }
      }),
    );
  });

  it('gets a new task with the given scope, and keeps every other byte', () => {
    const scope = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(note, shapes, scope, (text, shape, said) => {
        const before = parseQueue(text, shape);
        const open = unclosed(text);
        const after = addTask(text, shape, { heading: '2030-01-01T00:00', title: 'New', scope: said });
        const tasks = parseQueue(after, shape);
        // After an unclosed fence or comment, the rest is code.
        if (open) return;
        const added = tasks.find(({ heading }) => heading === '2030-01-01T00:00');
        const wanted = said
          .split('\n')
          // Empty lines are kept below the fields; in a field they would end it.
          .filter((each) => shape.section === null || each.trim() !== '')
          .map((each) => each.trimEnd())
          .join('\n')
          .trim();
        expect(added?.scope ?? '').toBe(wanted);
        expect(tasks.filter((task) => task !== added).map((task) => [task.heading, readFields(after, task).length])).toEqual(
          before.map((task) => [task.heading, readFields(text, task).length]),
        );
      }),
    );
  });
});

function unclosed(text: string): boolean {
  return !parseQueue(`${text}\n\n## Work Queue\n### probe\n**Status:** ready\n`, PROJECT_QUEUE).some(({ heading }) => heading === 'probe');
}
