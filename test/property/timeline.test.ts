import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';
import type { Ledger } from '../../src/engine/timeline/ledger.ts';
import { timelineMachine } from '../../src/engine/timeline/machine.ts';
import { timelineProjection } from '../../src/engine/timeline/projection.ts';
import type { TimelineRecord } from '../../src/engine/timeline/records.ts';
import { dataOf } from './crtx-arbitraries.ts';
import { TimelineModel } from './timeline-model.ts';

const projection = timelineProjection({ file: '/repo/.cortex/timeline.crtx', project: () => 'shop' });

/** Restores a ledger like a process that starts from a checkpoint. */
const reopened = (ledger: Ledger) => timelineMachine.restore(JSON.parse(JSON.stringify(timelineMachine.snapshot(ledger))));

/** Returns a record as a process reads it from the log. */
function logged(record: object, ordinal: number): TimelineRecord {
  const operation = timelineMachine.parse(JSON.parse(JSON.stringify({ ...record, id: `rec_${ordinal}`, t: ordinal })));
  if (operation === null) throw new Error(`not an operation: ${JSON.stringify(record)}`);
  return operation;
}

function fileOf(data: readonly TimelineEntry[]): ReturnType<typeof projection.parse> {
  return projection.parse(Buffer.from(renderCortexFile('timeline', 'shop', [...data], { created: 1, updated: 2 })));
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const outcome = fc.constantFrom('pending', 'success', 'failure', 'partial');
const optional = { requiredKeys: ['id', 'timestamp', 'action', 'outcome'] as const };
const entry: fc.Arbitrary<TimelineEntry> = fc
  .record(
    {
      id: name,
      timestamp: fc.integer({ min: 1, max: 4 }),
      action: fc.constantFrom('x', 'y'),
      outcome,
      outcomeDetail: fc.constantFrom('one', 'two'),
      parent: name,
      children: fc.uniqueArray(name, { maxLength: 3 }),
    },
    { requiredKeys: [...optional.requiredKeys] },
  )
  .map((given) => ({ agentId: 'ada', type: 'fix', reasoning: '', confidence: 1, context: { files: [], state: {} }, refs: [], ...given }));

/** An edit of an entry by another program; `null` removes the entry. */
const edit = fc.option(
  fc.record(
    {
      outcome,
      outcomeDetail: fc.constantFrom('one', 'three'),
      action: fc.constantFrom('x', 'z'),
      children: fc.uniqueArray(name, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
);

const step = fc.oneof(
  fc.record({ kind: fc.constant('tell' as const), entry }),
  fc.record({
    kind: fc.constant('end' as const),
    id: name,
    outcome,
    outcomeDetail: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('foreign' as const),
    /** How many steps ago the program read the file. */
    age: fc.nat(4),
    edits: fc.array(edit, { maxLength: 6 }),
    added: fc.uniqueArray(entry, { maxLength: 3, selector: ({ id }) => id }),
  }),
  fc.record({ kind: fc.constant('reopen' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Foreign = Extract<Step, { kind: 'foreign' }>;

/** Returns the file after a program's edits. */
function edited(base: readonly TimelineEntry[], { edits, added }: Foreign): TimelineEntry[] {
  const kept = base.flatMap((each, index) => {
    const change = edits[index];
    return change === null ? [] : [{ ...each, ...(each.type === 'conflict' ? {} : change) }];
  });
  return [...kept, ...added.filter(({ id }) => !base.some((each) => each.id === id))];
}

const isConflict = ({ type }: TimelineEntry) => type === 'conflict';

/** One log, read by a live process and by one that restarts sometimes, beside the model. */
class Run {
  readonly #model = new TimelineModel();
  readonly #past: Ledger[] = [];
  #live = timelineMachine.create();
  #late = timelineMachine.create();
  #ordinal = 0;

  take(step: Step): void {
    this.#past.unshift(reopened(this.#live));
    if (step.kind === 'reopen') this.#late = reopened(this.#late);
    if (step.kind === 'tell') {
      this.#model.tell(step.entry);
      this.#apply({ op: 'entry', entry: step.entry });
    }
    if (step.kind === 'end') {
      const ending = { outcome: step.outcome, ...(step.outcomeDetail !== undefined && { outcomeDetail: step.outcomeDetail }) };
      this.#model.end(step.id, ending);
      this.#apply({ op: 'outcome', entryId: step.id, ...ending });
    }
    if (step.kind === 'foreign') this.#foreign(step);
    this.#compare();
  }

  #foreign(step: Foreign): void {
    const base = this.#past[Math.min(step.age, this.#past.length - 1)] ?? timelineMachine.create();
    const now = edited(base.entries(), step);
    this.#model.adopt({ now, base: base.entries() });
    this.#apply(projection.difference(fileOf(now), base).operation('hash'));
  }

  #apply(record: object): void {
    this.#ordinal += 1;
    const place = { ordinal: this.#ordinal, time: 1_000 + this.#ordinal, id: `rec_${this.#ordinal}` };
    const [live, late] = [this.#live, this.#late].map((ledger) => timelineMachine.apply(ledger, logged(record, this.#ordinal), place));
    expect(late).toEqual(live);
  }

  #compare(): void {
    const entries = this.#live.entries();
    expect(entries.filter((each) => !isConflict(each))).toEqual(this.#model.entries());
    const told = entries.filter(isConflict).map(({ context }) => context.state.refused);
    expect(told.map((each) => JSON.stringify(each))).toEqual(this.#model.conflicts.map(asState));
    expect(this.#late.entries()).toEqual(entries);
    expect(reopened(this.#live).entries()).toEqual(entries);
  }
}

function asState(refused: readonly string[]): string {
  return JSON.stringify(
    refused.map((text) => {
      const [id, field, value] = JSON.parse(text);
      return { id, field, value };
    }),
  );
}

describe('the timeline', () => {
  test('matches the model in every process, with any edits of the file', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const run = new Run();
        for (const each of steps) run.take(each);
      }),
      { numRuns: 600 },
    );
  });

  test('of two clones that merge each other is equal in both, and neither has to be rewritten', () => {
    const own = (side: string) =>
      fc
        .array(fc.tuple(entry, fc.nat(9)), { maxLength: 5 })
        .map((list) => list.map(([each, n]) => ({ ...each, id: `${side}${n}`, timestamp: 10 * n + (side === 'l' ? 1 : 2) })));
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 4 }), own('l'), own('r'), (common, left, right) => {
        const make = (entries: readonly TimelineEntry[]) => {
          const ledger = timelineMachine.create();
          ledger.created = 1;
          ledger.add([...common, ...entries]);
          return ledger;
        };
        const pull = (into: Ledger, from: Ledger) => {
          const record = projection.difference(fileOf(from.entries()), into).operation('h');
          timelineMachine.apply(into, logged(record, 9), { ordinal: 9, time: 9_000, id: 'rec_9' });
        };
        const [ours, theirs] = [make(left), make(right)];
        pull(ours, theirs);
        pull(theirs, ours);
        expect(theirs.entries()).toEqual(ours.entries());
        const ids = [...common, ...left, ...right].map(({ id }) => id);
        expect(new Set(ours.entries().map(({ id }) => id))).toEqual(new Set(ids));
        expect(projection.difference(fileOf(ours.entries()), theirs).size).toBe(0);
      }),
    );
  });

  test('round-trips through its file byte for byte, also in a clone', () => {
    const hostile = dataOf.timeline.filter((entries) => new Set(entries.map(({ id }) => id)).size === entries.length);
    fc.assert(
      fc.property(hostile, (entries) => {
        const ledger = timelineMachine.create();
        const adopt = (into: Ledger, file: ReturnType<typeof projection.parse>) =>
          timelineMachine.apply(into, logged(projection.difference(file, null).operation('h'), 1), { ordinal: 1, time: 5, id: 'rec_1' });
        adopt(ledger, fileOf(entries));
        const view = projection.render(ledger, 5);
        if (view === null) throw new Error('there is something to show');
        const foreign = projection.parse(view.bytes);
        expect(projection.difference(foreign, ledger).size).toBe(0);
        expect(projection.checksum(foreign)).toBe(view.checksum);
        const clone = timelineMachine.create();
        adopt(clone, foreign);
        expect(projection.render(clone, 5)?.bytes.toString()).toBe(view.bytes.toString());
        expect(new Set(clone.entries().map(({ id }) => id))).toEqual(new Set(entries.map(({ id }) => id)));
      }),
    );
  });
});
