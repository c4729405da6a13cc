import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { type PlanTask, parsePlanText } from '../../src/engine/stack/plan/plan.ts';
import { addTask, moveTask } from '../../src/engine/stack/plan/plan-edit.ts';
import { planSteps } from '../../src/engine/stack/plan/plan-file.ts';
import { detectLineBreak } from '../../src/engine/text/markdown/markdown.ts';

const words = fc.oneof(
  fc.constantFrom(
    'x',
    'a (b)',
    'P1: y',
    '#label z',
    '(id: a)',
    '| blocked: no',
    ' | ',
    '|',
    ':)',
    '```',
    '<!--',
    '-->',
    '[x]',
    '\\',
    '​',
    '🚧',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
/** Characters that no line of ours may contain. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const hostile = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const oneLine = hostile.map((text) => text.replace(/[\r\n]/g, ''));
const indents = fc.constantFrom('', '', '  ', '   ', '    ', '\t', ' \t', '\t\t', '\t  ');
const taskLines = fc
  .record({
    indent: indents,
    bullet: fc.constantFrom('-', '*', '+'),
    gap: fc.constantFrom(' ', '\t', '  '),
    box: fc.constantFrom(' ', ' ', '>', 'x', 'X', '!', '~', '?', '🚧'),
    title: oneLine,
    note: fc.constantFrom('', '', ' | blocked: why', ' | modified: 2026-01-01 | blocked: a', ' | Blocked: '),
    reference: fc.constantFrom('', '', ' (id: a)', ' (id: b, depends: a, c)', ' (parent: a)  '),
  })
  .map(({ indent, bullet, gap, box, title, note, reference }) => `${indent}${bullet}${gap}[${box}] ${title}${note}${reference}`);
const otherLines = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    '# Plan',
    '## Tasks',
    '## tasks',
    '## Notes',
    '```',
    '  ```',
    '\t~~~',
    '<!--',
    '-->',
    '  <!-- x',
    'y -->',
    '- item',
    '  words',
  ),
  oneLine,
);
const eols = fc.constantFrom('\n', '\r\n');
const plans = fc
  .tuple(fc.array(fc.tuple(fc.oneof(taskLines, taskLines, otherLines), eols), { maxLength: 14 }), fc.option(eols), fc.boolean())
  .map(([lines, only, isEnded]) => {
    const text = lines.map(([line, eol]) => line + (only ?? eol)).join('');
    return isEnded ? text : text.replace(/\r?\n$/, '');
  });

const steps = fc.record({
  step: fc.constantFrom('start', 'done', 'block', 'unblock', 'add', 'move'),
  at: fc.nat(),
  to: fc.nat(),
  why: hostile,
});
const targets = fc.constantFrom<'before' | 'after' | 'into'>('before', 'after', 'into');

/**
 * Splits a text into lines with their breaks; the last line gets one, as an edit may add it. @param plan text whose line breaks the edit
 * uses
 */
function linesOf(text: string, plan: string): string[] {
  const ended = text === '' || text.endsWith('\n') ? text : text + detectLineBreak(plan);
  return ended.split(/(?<=\n)/).filter((line) => line !== '');
}

/** The properties of other tasks that an edit must not change. */
const lookOf = ({ text, status, depends, partOf, section, title, id }: PlanTask) => ({ text, status, depends, partOf, section, title, id });

/** Runs an edit that may be refused. Then the text is unchanged. */
function orRefused(text: string, edit: () => string): string {
  try {
    return edit();
  } catch (error) {
    if (error instanceof CortexError && error.data.next !== undefined) return text;
    throw error;
  }
}

const STATUS = { start: 'in progress', done: 'completed', block: 'blocked', unblock: 'pending' } as const;

const NOW = Date.parse('2026-11-29T10:00:00Z');
const DATES = ['completed', 'closed', 'modified'];

/** A step of one task changes only its box, the reason why it is blocked, and for a completed task its date. */
function checkStep(text: string, task: PlanTask, step: keyof typeof STATUS, why: string): string {
  if (step === 'block' && CONTROL.test(why.replace(/\s+/g, ' '))) {
    expect(() => planSteps.block(text, task, why)).toThrow('must not contain');
    return text;
  }
  const after = step === 'done' ? planSteps.done(text, task, NOW) : planSteps[step](text, task, why);
  const [before, now] = [text.split('\n'), after.split('\n')];
  const tasks = parsePlanText(after);
  const [wasTasks, same] = [parsePlanText(text), tasks[task.number - 1]];
  expect(now.length).toBe(before.length);
  expect(now.filter((line, n) => line !== before[n] && n !== task.line - 1)).toEqual([]);
  expect(tasks.filter(({ number }) => number !== task.number).map(lookOf)).toEqual(
    wasTasks.filter(({ number }) => number !== task.number).map(lookOf),
  );
  const { title, id, depends, partOf, priority, line, indent } = task;
  expect(same).toMatchObject({ title, id, depends, partOf, priority, line, indent });
  const others = (notes: ReadonlyMap<string, string> = new Map()) =>
    [...notes].filter(([key]) => key !== 'blocked' && !(step === 'done' && DATES.includes(key)));
  expect(others(same?.notes)).toEqual(others(task.notes));
  if (step === 'done' || step === 'block') expect(same?.status).toBe(STATUS[step]);
  else if (after !== text) expect(same?.status).toBe(STATUS[step]);
  if (step === 'start') expect(same?.notes).toEqual(task.notes);
  return after;
}

/** A new task adds one line, and a heading if there was no section for it. */
function checkAdded(text: string, title: string, parent: PlanTask | undefined): string {
  const after = orRefused(text, () => addTask(text, { title, ...(parent !== undefined && { parent: String(parent.number) }) }));
  if (after === text) return text;
  const [before, now] = [linesOf(text, text), linesOf(after, text)];
  const [wasTasks, tasks] = [parsePlanText(text), parsePlanText(after)];
  const at = now.findIndex((line, n) => line !== before[n]);
  const added = now.length - before.length;
  expect([...now.slice(0, at), ...now.slice(at + added)]).toEqual(before);
  expect(added).toBeLessThanOrEqual(3);
  expect(tasks.length).toBe(wasTasks.length + 1);
  const first = tasks.findIndex((task, n) => JSON.stringify(lookOf(task)) !== JSON.stringify(wasTasks[n] && lookOf(wasTasks[n])));
  expect(tasks.filter((_task, n) => n !== first).map(lookOf)).toEqual(wasTasks.map(lookOf));
  expect(tasks[first]).toMatchObject({ status: 'pending', text: title.trim() });
  return after;
}

/** A moved task keeps its text and structure; all other lines stay unchanged and in order. */
function checkMoved(text: string, moved: PlanTask, target: PlanTask, where: 'before' | 'after' | 'into'): string {
  const after = orRefused(text, () => moveTask(text, moved, { where, task: target }));
  if (after === text) return text;
  const [before, now] = [linesOf(text, text), linesOf(after, text)];
  const count = linesOf(text.slice(moved.range.from, moved.blockEnd), text).length;
  const block = before.splice(moved.line - 1, count);
  const bare = (lines: readonly string[]) => lines.map((line) => line.trim());
  const places = now.map((_line, n) => n).filter((n) => JSON.stringify(bare(now.slice(n, n + count))) === JSON.stringify(bare(block)));
  expect(places.map((n) => now.toSpliced(n, count))).toContainEqual(before);
  const shape = (tasks: readonly PlanTask[]) => tasks.map(({ text: words, status }) => JSON.stringify([words, status])).sort();
  expect(shape(parsePlanText(after))).toEqual(shape(parsePlanText(text)));
  return after;
}

type Edit = readonly [{ step: 'add' | 'move' | keyof typeof STATUS; at: number; to: number; why: string }, 'before' | 'after' | 'into'];

function checkEdit(text: string, [{ step, at, to, why }, where]: Edit): string {
  const tasks = parsePlanText(text);
  const [task, target] = [tasks[at % Math.max(tasks.length, 1)], tasks[to % Math.max(tasks.length, 1)]];
  if (step === 'add') return checkAdded(text, why, to % 2 === 0 ? undefined : task);
  if (task === undefined || target === undefined) return text;
  return step === 'move' ? checkMoved(text, task, target, where) : checkStep(text, task, step, why);
}

describe('edits of any plan', () => {
  it('change only the lines of their task', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.tuple(steps, targets), { minLength: 1, maxLength: 5 }), (plan, edits) => {
        edits.reduce(checkEdit, plan);
      }),
      { numRuns: 1_500 },
    );
  });

  it('keep the parts of a moved task below it', () => {
    const nested = fc.array(fc.tuple(indents, fc.boolean()), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(nested, fc.nat(), fc.nat(), targets, (lines, at, to, where) => {
        const text = lines.map(([indent], n) => `${indent}- [ ] t${n}\n`).join('');
        const tasks = parsePlanText(text);
        const [moved, target] = [tasks[at % tasks.length], tasks[to % tasks.length]];
        if (moved === undefined || target === undefined) return;
        const after = orRefused(text, () => moveTask(text, moved, { where, task: target }));
        const parents = (plan: readonly PlanTask[]) =>
          new Map(plan.map(({ title, parent }) => [title, parent === null ? null : (plan[parent - 1]?.title ?? null)]));
        const [was, is] = [parents(tasks), parents(parsePlanText(after))];
        if (after === text) return;
        const isPart = ({ range }: PlanTask) => range.from > moved.range.from && range.from < moved.blockEnd;
        for (const { title } of tasks.filter(isPart)) expect([title, is.get(title)]).toEqual([title, was.get(title)]);
        expect(is.get(moved.title)).toBe(where === 'into' ? target.title : was.get(target.title));
      }),
      { numRuns: 1_500 },
    );
  });
});
