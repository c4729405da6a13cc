import { describe, expect, test } from 'vitest';
import { planRoll } from '../../../../src/engine/timeline/archives/roll-plan.ts';
import type { Ledger } from '../../../../src/engine/timeline/ledger.ts';
import { timelineMachine } from '../../../../src/engine/timeline/machine.ts';
import type { TimelineRecord } from '../../../../src/engine/timeline/records.ts';
import { entryOf, ids } from './make.ts';

/** A log, applied by a process that runs throughout and by one that restores a checkpoint before each record. */
class Readers {
  #ordinal = 0;
  #live = timelineMachine.create();
  #late = timelineMachine.create();

  get live(): Ledger {
    return this.#live;
  }

  get ordinal(): number {
    return this.#ordinal;
  }

  apply(record: TimelineRecord): unknown {
    this.#ordinal += 1;
    this.#late = timelineMachine.restore(JSON.parse(JSON.stringify(timelineMachine.snapshot(this.#late))));
    const place = { ordinal: this.#ordinal, time: 1_000 + this.#ordinal, id: `rec_${this.#ordinal}` };
    const [live, late] = [this.#live, this.#late].map((ledger) => timelineMachine.apply(ledger, record, place));
    expect(late).toEqual(live);
    expect(timelineMachine.snapshot(this.#late)).toEqual(timelineMachine.snapshot(this.#live));
    return live?.answer.result;
  }

  tell(id: string, more: Parameters<typeof entryOf>[1] = {}): void {
    this.apply({ op: 'entry', entry: entryOf(id, { timestamp: this.#ordinal, ...more }) });
  }

  roll(names: string[], more: Partial<Extract<TimelineRecord, { op: 'roll' }>> = {}): unknown {
    return this.apply({ op: 'roll', beginning: 'rec_1', upTo: this.#ordinal, archives: [], ids: names, late: [], ...more });
  }

  end(id: string, outcome: string): unknown {
    return this.apply({ op: 'outcome', entryId: id, outcome, archived: true });
  }
}

function begun(...names: string[]): Readers {
  const readers = new Readers();
  for (const name of names) readers.tell(name);
  return readers;
}

describe('a roll', () => {
  test('drops exactly the entries that are in an archive', () => {
    const readers = begun('a', 'b', 'c');
    const { bytes } = readers.live;
    expect(readers.roll(['a', 'c', 'nobody'])).toBe(2);
    expect(ids(readers.live.entries())).toEqual(['b']);
    expect(readers.live.late.size).toBe(0);
    expect(readers.live.bytes).toBeLessThan(bytes / 2);
  });

  test('keeps changes made while the archive was written', () => {
    const readers = begun('a', 'b');
    const upTo = readers.ordinal;
    readers.end('a', 'failure');
    readers.tell('c', { parent: 'b' });
    readers.roll(['a', 'b'], { upTo });
    expect([...readers.live.late.all()]).toMatchObject([
      { id: 'a', ending: { outcome: 'failure' } },
      { id: 'b', children: ['c'] },
    ]);
  });

  test('of another log is ignored', () => {
    const readers = begun('a');
    expect(readers.roll(['a'], { beginning: 'rec_0' })).toBe(0);
    expect(readers.live.size).toBe(1);
  });

  test('that is repeated does not revert changes since the first', () => {
    const readers = begun('a');
    const late = [{ id: 'a', ending: { outcome: 'failure' } }];
    readers.roll(['a'], { late });
    readers.end('a', 'success');
    expect(readers.roll(['a'], { late })).toBe(0);
    expect(readers.live.late.get('a')).toMatchObject({ ending: { outcome: 'success' } });
  });

  test('lets a parent collect its children wherever it is stored', () => {
    const readers = begun('p');
    readers.tell('c', { parent: 'p' });
    readers.tell('d', { parent: 'p' });
    readers.roll(['p']);
    readers.roll(['c']);
    expect(readers.live.late.get('p')?.children).toEqual(['c']);
    readers.tell('p');
    expect(readers.live.get('p')?.children).toEqual(['c', 'd']);
    expect(readers.live.late.size).toBe(0);
  });
});

describe('late changes', () => {
  test('are settled up to the state that the archive contains', () => {
    const readers = begun('a', 'b');
    readers.roll(['a', 'b']);
    expect(readers.end('a', 'failure')).toBe('late');
    const upTo = readers.ordinal;
    readers.end('b', 'success');
    const settled = { op: 'settled' as const, beginning: 'rec_1', upTo, archive: { name: 'x', hash: 'h' }, ids: ['a', 'b'] };
    expect(readers.apply({ ...settled, beginning: 'rec_2' })).toBe(0);
    expect(readers.apply(settled)).toBe(1);
    expect([...readers.live.late.all()].map(({ id }) => id)).toEqual(['b']);
  });

  test('are rejected for an unknown id', () => {
    const readers = begun('a');
    expect(readers.apply({ op: 'outcome', entryId: 'x', outcome: 'failure' })).toBeNull();
    expect(readers.live.late.size).toBe(0);
  });
});

test('planRoll takes the oldest entries, keeps equal times together, and fills archives up to their size', () => {
  const size = Buffer.byteLength(JSON.stringify(entryOf('e0', { timestamp: 1 })));
  const entries = [1, 2, 2, 2, 3, 4, 5].map((timestamp, n) => entryOf(`e${n}`, { timestamp }));
  const plan = (keep: number, archive: number) =>
    planRoll(entries, { rollBytes: 0, keepBytes: keep * size, archiveBytes: archive * size }).map(ids);
  expect(plan(2, 4)).toEqual([['e0', 'e1', 'e2', 'e3'], ['e4']]);
  expect(plan(2, 1)).toEqual([['e0'], ['e1', 'e2', 'e3'], ['e4']]);
  expect(plan(5, 9)).toEqual([['e0', 'e1', 'e2', 'e3']]);
  expect(plan(7, 9)).toEqual([]);
});
