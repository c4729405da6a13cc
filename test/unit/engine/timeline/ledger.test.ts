import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { Ledger } from '../../../../src/engine/timeline/ledger.ts';
import { timelineMachine } from '../../../../src/engine/timeline/machine.ts';
import type { TimelineRecord } from '../../../../src/engine/timeline/records.ts';
import { entryOf, ids } from './make.ts';

/** A ledger built by applying records in order. */
class Reader {
  ledger = timelineMachine.create();
  ordinal = 0;

  apply(record: TimelineRecord) {
    this.ordinal += 1;
    return timelineMachine.apply(this.ledger, record, { ordinal: this.ordinal, time: 5_000 + this.ordinal, id: `rec_${this.ordinal}` });
  }

  record(...entries: TimelineEntry[]) {
    return entries.map((entry) => this.apply({ op: 'entry', entry }));
  }

  adopt(more: Partial<Extract<TimelineRecord, { op: 'adopt' }>>) {
    return this.apply({ op: 'adopt', hash: 'h', created: 7, beside: {}, entries: [], changes: [], refused: [], ...more });
  }

  /** Restores the ledger like a process that starts at a checkpoint. */
  reopen(): void {
    this.ledger = timelineMachine.restore(JSON.parse(JSON.stringify(timelineMachine.snapshot(this.ledger))));
  }

  get ids() {
    return ids(this.ledger.entries());
  }
}

test('the unknown keys of an adoption cannot change known keys', () => {
  const reader = new Reader();
  reader.record(entryOf('a'));
  reader.adopt({ changes: [{ id: 'a', rest: { action: 'FORGED', agentId: 'lead', mood: 'good' } }] });
  expect(reader.ledger.entries()).toEqual([{ ...entryOf('a'), mood: 'good' }]);
});

describe('the order of entries', () => {
  test('is by time, and by arrival for equal times', () => {
    const reader = new Reader();
    reader.record(entryOf('c', { timestamp: 30 }), entryOf('a', { timestamp: 10 }), entryOf('b', { timestamp: 20 }));
    expect(reader.ids).toEqual(['a', 'b', 'c']);
    reader.record(entryOf('b2', { timestamp: 20 }), entryOf('a2', { timestamp: 10 }), entryOf('c2', { timestamp: 30 }));
    expect(reader.ids).toEqual(['a', 'a2', 'b', 'b2', 'c', 'c2']);
  });

  test('keeps the order of a foreign file for equal times', () => {
    const reader = new Reader();
    reader.record(entryOf('m', { timestamp: 20 }));
    reader.adopt({ entries: [entryOf('z', { timestamp: 20 }), entryOf('y', { timestamp: 20 }), entryOf('x', { timestamp: 1 })] });
    expect(reader.ids).toEqual(['x', 'm', 'z', 'y']);
  });

  test('does not depend on reads in between', () => {
    const asked = new Reader();
    const silent = new Reader();
    for (const [index, timestamp] of [5, 3, 5, 9, 1, 3, 5].entries()) {
      for (const reader of [asked, silent]) reader.record(entryOf(`e${index}`, { timestamp }));
      expect(asked.ids).toHaveLength(index + 1);
    }
    expect(silent.ids).toEqual(['e4', 'e1', 'e5', 'e0', 'e2', 'e6', 'e3']);
    expect(asked.ids).toEqual(silent.ids);
  });
});

describe('an entry', () => {
  test('is recorded once: a second one with its id changes nothing', () => {
    const reader = new Reader();
    reader.record(entryOf('a'));
    const [again] = reader.record(entryOf('a', { action: 'other', outcome: 'failure' }));
    expect(again).toEqual({ answer: { op: 'entry', result: { entry: entryOf('a'), again: true } }, changed: false });
    expect(reader.ledger.entries()).toEqual([entryOf('a')]);
  });

  test('with a parent is added once to the sorted children, whichever came first', () => {
    for (const order of [
      ['p', 'x', 'y'],
      ['x', 'y', 'p'],
      ['x', 'p', 'y'],
    ]) {
      const reader = new Reader();
      for (const id of order) reader.record(id === 'p' ? entryOf('p', { children: ['y'] }) : entryOf(id, { parent: 'p' }));
      expect(reader.ledger.get('p')?.children, order.join()).toEqual(['x', 'y']);
    }
  });

  test('that is its own parent is not its own child', () => {
    const reader = new Reader();
    reader.record(entryOf('a', { parent: 'a' }));
    expect(reader.ledger.entries()).toEqual([entryOf('a', { parent: 'a' })]);
  });

  test('whose parent comes later is the same child for a process that starts at a checkpoint', () => {
    const live = new Reader();
    const late = new Reader();
    for (const reader of [live, late])
      reader.record(
        entryOf('y', { parent: 'p', timestamp: 20 }),
        entryOf('z', { parent: 'p', timestamp: 10 }),
        entryOf('w', { parent: 'p', timestamp: 20 }),
      );
    late.reopen();
    for (const reader of [live, late]) reader.record(entryOf('v', { parent: 'p', timestamp: 20 }), entryOf('p', { timestamp: 1 }));
    expect(live.ledger.get('p')?.children).toEqual(['v', 'w', 'y', 'z']);
    expect(late.ledger.entries()).toEqual(live.ledger.entries());
  });

  test('that was returned is not mutated by later records', () => {
    const reader = new Reader();
    reader.record(entryOf('p'), entryOf('x', { parent: 'p' }));
    const before = reader.ledger.get('p');
    reader.record(entryOf('y', { parent: 'p' }));
    reader.apply({ op: 'outcome', entryId: 'p', outcome: 'success' });
    expect(before).toEqual(entryOf('p', { children: ['x'] }));
    expect(reader.ledger.get('p')).toEqual(entryOf('p', { children: ['x', 'y'], outcome: 'success' }));
  });

  test('keeps unknown keys and values, including a key named __proto__', () => {
    const reader = new Reader();
    const text = JSON.stringify(entryOf('a', { type: 'hunch', outcome: 'partial' })).replace('{', '{"__proto__":{"x":1},"mood":"😀",');
    const record = { id: 'rec_1', t: 1, op: 'entry', entry: JSON.parse(text) };
    const operation = timelineMachine.parse(record);
    if (operation === null) throw new Error('it is an operation');
    reader.apply(operation);
    reader.apply({ op: 'outcome', entryId: 'a', outcome: 'failure', outcomeDetail: 'x' });
    reader.reopen();
    const expected = text.replace('"partial"', '"failure"').replace(/}$/, ',"outcomeDetail":"x"}');
    expect(JSON.stringify(reader.ledger.get('a'))).toBe(expected);
  });
});

describe('an outcome', () => {
  test('replaces the previous one and its detail', () => {
    const reader = new Reader();
    reader.record(entryOf('a', { outcome: 'failure', outcomeDetail: 'tests are red' }));
    expect(reader.apply({ op: 'outcome', entryId: 'a', outcome: 'success' }).changed).toBe(true);
    expect(reader.ledger.get('a')).toEqual(entryOf('a', { outcome: 'success' }));
    expect(reader.apply({ op: 'outcome', entryId: 'a', outcome: 'success' }).changed).toBe(false);
  });

  test('of an unknown entry returns null, and changes nothing', () => {
    expect(new Reader().apply({ op: 'outcome', entryId: 'a', outcome: 'success' })).toEqual({
      answer: { op: 'outcome', result: null },
      changed: false,
    });
  });
});

describe('an adoption', () => {
  test('of an entry that was recorded meanwhile applies allowed changes and records the others as refused', () => {
    const reader = new Reader();
    reader.record(entryOf('a'));
    reader.adopt({ entries: [Object.assign(entryOf('a', { outcome: 'success', action: 'Other', children: ['k'] }), { extra: 1 })] });
    expect(reader.ledger.get('a')).toEqual({ ...entryOf('a', { outcome: 'success', children: ['k'] }), extra: 1 });
    expect(reader.ledger.entries()).toContainEqual(
      expect.objectContaining({
        type: 'conflict',
        context: expect.objectContaining({ state: { refused: [{ id: 'a', field: 'action', value: 'Other' }] } }),
      }),
    );
  });

  test('records a repeated refusal once, also after a checkpoint', () => {
    const reader = new Reader();
    reader.record(entryOf('a'));
    const refused = [{ id: 'a', field: 'action', value: 'Other' }];
    expect(reader.adopt({ refused }).changed).toBe(true);
    expect(reader.ids).toEqual(['tle_2', 'a']);
    expect(reader.adopt({ refused }).changed).toBe(false);
    reader.reopen();
    expect(reader.adopt({ refused }).changed).toBe(false);
    expect(reader.adopt({ refused: [{ id: 'a', field: 'action', value: 'Third' }] }).changed).toBe(true);
    expect(reader.ledger.size).toBe(3);
  });

  test('of a thousand refusals records fifty with values, and counts the others', () => {
    const reader = new Reader();
    reader.adopt({ refused: Array.from({ length: 1_000 }, (_, n) => ({ id: `e${n}`, field: 'action', value: n })) });
    const [told] = reader.ledger.entries();
    expect(told?.reasoning).toContain('action of e49 and 950 more.');
    expect(told?.context.state.refused).toHaveLength(50);
  });
});

test('a checkpoint preserves the whole state', () => {
  const reader = new Reader();
  reader.adopt({ beside: { $schema: 'x' }, entries: [entryOf('a'), entryOf('b', { parent: 'a', timestamp: 3 })] });
  const before = JSON.stringify(timelineMachine.snapshot(reader.ledger));
  reader.reopen();
  expect(JSON.stringify(timelineMachine.snapshot(reader.ledger))).toBe(before);
  expect(reader.ledger).toMatchObject({ created: 7, beside: { $schema: 'x' } });
});

test('many children of one parent and many unsorted entries are handled in time', () => {
  const ledger = new Ledger();
  ledger.add([entryOf('p', { timestamp: 0 })]);
  const count = 60_000;
  for (let n = 0; n < count; n++) ledger.add([entryOf(`e${n}`, { parent: 'p', timestamp: count - n })]);
  expect(ledger.get('p')?.children).toHaveLength(count);
  expect(ledger.entries().at(-1)).toEqual(entryOf('e0', { parent: 'p', timestamp: count }));
});
