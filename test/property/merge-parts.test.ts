import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTextLines } from '../../src/engine/platform/git/merge-lines.ts';
import { stackMerging } from '../../src/engine/stack/index.ts';
import { mergeParts } from '../../src/engine/text/conflicts/merge-parts.ts';

/** Changes of a plan's tasks on one branch. */
interface Edits {
  /** By task number: `null` removes the task, a text is the content of its box. */
  readonly changes: ReadonlyMap<number, string | null>;
  /** Titles of new tasks, each with the number of the task before it. */
  readonly added: readonly (readonly [after: number, title: string])[];
}

const TASKS = 6;
const editsOf = (side: string): fc.Arbitrary<Edits> =>
  fc.record({
    changes: fc
      .array(fc.tuple(fc.nat(TASKS - 1), fc.option(fc.constantFrom('x', '>', '!'), { nil: null })))
      .map((entries) => new Map(entries)),
    added: fc
      .uniqueArray(fc.nat(9), { maxLength: 4 })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.nat(TASKS - 1), fc.constant(`${side} ${name}`))))),
  });

const line = (box: string, title: string): string => `- [${box}] ${title}`;

function planOf({ changes, added }: Edits): string {
  const lines = Array.from({ length: TASKS }, (_, n) => {
    const box = changes.has(n) ? changes.get(n) : ' ';
    const own = box === null || box === undefined ? [] : [line(box, `task ${n}`)];
    return [...own, ...added.filter(([after]) => after === n).map(([, title]) => line(' ', title))];
  });
  return `# Plan\n\n## Tasks\n${lines.flat().join('\n')}\n\n## Notes\n`;
}

const BASE = planOf({ changes: new Map(), added: [] });

const linesOf = (text: string, end: string): string[] => text.split('\n').filter((line) => line.endsWith(end));

/** Returns the line of a task after its side's changes; none if it is removed. */
function wantedOf(task: number, { changes }: Edits): string[] {
  const box = changes.has(task) ? changes.get(task) : ' ';
  return box === null || box === undefined ? [] : [line(box, `task ${task}`)];
}

function requireAll(text: string, ours: Edits, theirs: Edits, disputed: ReadonlySet<number>): void {
  for (const [, title] of [...ours.added, ...theirs.added]) expect(linesOf(text, title)).toEqual([line(' ', title)]);
  for (let task = 0; task < TASKS; task += 1) {
    if (!disputed.has(task)) expect(linesOf(text, `task ${task}`)).toEqual(wantedOf(task, ours.changes.has(task) ? ours : theirs));
  }
  expect(text).toMatch(/[^\n]\n\n## Notes\n$/);
}

describe('merging plans of two branches', () => {
  it('keeps every change of both sides, or reports a conflict for exactly the tasks that both changed differently', async () => {
    await fc.assert(
      fc.asyncProperty(editsOf('ours'), editsOf('theirs'), async (ours, theirs) => {
        const merged = await mergeParts(
          { base: BASE, ours: planOf(ours), theirs: planOf(theirs) },
          stackMerging('PLAN.md').divide,
          mergeTextLines,
        );
        const both = [...ours.changes.keys()].filter((task) => theirs.changes.has(task));
        const disputed = new Set(both.filter((task) => ours.changes.get(task) !== theirs.changes.get(task)));
        expect(merged?.isClean).toBe(disputed.size === 0);
        requireAll(merged?.text ?? '', ours, theirs, disputed);
      }),
      { numRuns: 60 },
    );
  });
});
