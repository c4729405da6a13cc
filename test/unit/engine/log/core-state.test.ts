import { expect, test } from 'vitest';
import { CoreState } from '../../../../src/engine/log/core-state.ts';
import type { LogRecord } from '../../../../src/engine/log/record.ts';

let made = 0;

function record(op: string, fields: Readonly<Record<string, unknown>> = {}, t = 1_000): LogRecord {
  made += 1;
  return { id: `rec_${made}`, t, op, ...fields };
}

const SPAN = { segment: '000001.jsonl', from: 0, to: 100 };
const note = (core: CoreState, one: LogRecord) => core.note(one, SPAN);
const begin = (fields: Readonly<Record<string, unknown>> = {}) =>
  record('begin', { version: 1, boot: 'boot-1', floor: 5_000, pinned: false, ...fields });
const publish = (hash: string, fields: Readonly<Record<string, unknown>> = {}) =>
  record('publish', { hash, checksum: 'c', upTo: 1, identity: 'i', ...fields });

const NOW = 1_000;

test('ordinals count records, times never decrease', () => {
  const core = new CoreState();
  expect(note(core, record('note', {}, 500))?.place).toMatchObject({ ordinal: 1, time: 500 });
  expect(note(core, record('note', {}, 400))?.place).toMatchObject({ ordinal: 2, time: 500 });
  expect(note(core, record('note', {}, 600))?.place).toMatchObject({ ordinal: 3, time: 600 });
});

test('the first begin record of a boot sets the floor, the second changes nothing', () => {
  const core = new CoreState();
  expect(note(core, begin({ pinned: true }))?.place.ordinal).toBe(5_000);
  expect(note(core, begin({ floor: 9_000, pinned: false }))?.place.ordinal).toBe(5_001);
  expect(core).toMatchObject({ boot: 'boot-1', pinned: true, version: 1 });
});

test('a begin record of another boot raises the floor, never lowers it, and does not change whether the log is pinned', () => {
  const core = new CoreState();
  note(core, begin());
  expect(note(core, begin({ boot: 'boot-2', floor: 8_000 }))?.place.ordinal).toBe(8_000);
  expect(note(core, begin({ boot: 'boot-3', floor: 7_000, pinned: true }))?.place.ordinal).toBe(8_001);
  expect(core.pinned).toBe(false);
});

test('a newer version is remembered after a begin record of an older one', () => {
  const core = new CoreState();
  note(core, begin({ version: 7 }));
  note(core, begin({ version: 1, boot: 'boot-2' }));
  expect(core.version).toBe(7);
});

test.each([
  ['begin', { version: 'x' }],
  ['seal', { next: '../../etc/passwd' }],
  ['seal', { next: '000001.jsonl' }],
  ['seal', { next: '000001-0123456789abcdef.jsonl' }],
  ['seal', { next: '000003-0123456789abcdef.jsonl' }],
  ['begin', { version: 1, boot: 'b', floor: Number.MAX_SAFE_INTEGER, pinned: false }],
  ['publish', { hash: 1 }],
  ['adopt', { hash: 'h' }],
])('a malformed %s is ignored', (op, fields) => {
  const core = new CoreState();
  expect(note(core, record(op, fields))).toBeNull();
  expect(core.ordinal).toBe(0);
});

test('a seal names the next segment', () => {
  const next = '000002-0123456789abcdef.jsonl';
  expect(note(new CoreState(), record('seal', { next }))).toMatchObject({ next, counts: false });
});

test("a publication's `upTo` is limited to the records before it", () => {
  const core = new CoreState();
  note(core, begin());
  note(core, publish('p', { upTo: Number.MAX_SAFE_INTEGER }));
  expect(core.published?.upTo).toBe(5_000);
  expect(core.content('p').upTo).toBe(5_000);
});

test('the same content is adopted once, and not at all after another adoption in between', () => {
  const core = new CoreState();
  const first = note(core, record('adopt', { hash: 'a', after: 0 }));
  expect(first?.counts).toBe(true);
  expect(note(core, record('adopt', { hash: 'a', after: core.adopted }))?.counts, 'once per hash').toBe(false);
  expect(note(core, record('adopt', { hash: 'b', after: 0 }))?.counts, 'based on a state before the first adoption').toBe(false);
  expect(core.knows('b')).toBe(false);
  expect(note(core, record('adopt', { hash: 'b', after: first?.place.ordinal }))?.counts).toBe(true);
});

test('an adoption counts if the one that it names was damaged', () => {
  const core = new CoreState();
  note(core, begin());
  core.skip(Buffer.from('{"c":"an adoption'));
  expect(note(core, record('adopt', { hash: 'b', after: core.ordinal }))?.counts).toBe(true);
});

test('published content is not adopted', () => {
  const core = new CoreState();
  note(core, begin());
  note(core, publish('p', { identity: 'mine', upTo: 3 }));
  expect(note(core, record('adopt', { hash: 'p', after: 0 }))?.counts).toBe(false);
  expect(core.content('p')).toEqual({ identity: 'mine', upTo: 3, checksum: 'c', adoption: null });
  expect(core.content('unknown')).toEqual({ identity: '', upTo: 0, checksum: '', adoption: null });
  expect(core.published).toEqual({ hash: 'p', checksum: 'c', upTo: 3, identity: 'mine' });
});

test('adoptions are remembered with their places, also when their content was published later', () => {
  const core = new CoreState();
  const places = ['a', 'b', 'c'].map((hash, n) => {
    const span = { ...SPAN, from: n * 100, to: n * 100 + 100 };
    const place = core.note(record('adopt', { hash, after: core.adopted }), span)?.place;
    return { ordinal: place?.ordinal, time: place?.time, span };
  });
  note(core, publish('b'));
  expect(core.adoptionsSince(0, null, NOW)).toEqual(places);
  expect(core.adoptionsSince(places[0]?.ordinal ?? 0, null, NOW)).toEqual(places.slice(1));
  expect(core.adoptionsSince(core.ordinal, null, NOW)).toEqual([]);
});

test('adoptionsSince returns adoptions with the given checksum or an unknown one', () => {
  const core = new CoreState();
  for (const said of [{ hash: 'a', checksum: 'p1' }, { hash: 'b', checksum: 'p2' }, { hash: 'c' }]) {
    note(core, record('adopt', { ...said, after: core.adopted }));
  }
  const all = core.adoptionsSince(0, null, NOW);
  expect(all).toHaveLength(3);
  expect(core.adoptionsSince(0, 'p2', NOW)).toEqual(all.slice(1));
  expect(CoreState.restore(core.snapshot()).adoptionsSince(0, 'p1', NOW)).toEqual([all[0], all[2]]);
});

test('adoptionsSince returns adoptions written no later than the given time or at an unknown time', () => {
  const core = new CoreState();
  for (const said of [{ hash: 'a', written: 2 }, { hash: 'b', written: 1 }, { hash: 'c' }]) {
    note(core, record('adopt', { ...said, after: core.adopted }));
  }
  const all = core.adoptionsSince(0, null, 2);
  expect(all).toHaveLength(3);
  expect(core.adoptionsSince(0, null, 1)).toEqual(all.slice(1));
  expect(CoreState.restore(core.snapshot()).adoptionsSince(0, null, 0)).toEqual(all.slice(2));
});

test('the latest few hundred contents are remembered', () => {
  const core = new CoreState();
  for (let n = 0; n < 262; n++) note(core, publish(`h${n}`));
  expect([core.knows('h5'), core.knows('h6'), core.knows('h261')]).toEqual([false, true, true]);
  note(core, publish('h6'));
  note(core, publish('new'));
  expect([core.knows('h6'), core.knows('h7')]).toEqual([true, false]);
});

test('a snapshot restores the same state', () => {
  const core = new CoreState();
  note(core, begin());
  note(core, publish('p'));
  note(core, record('adopt', { hash: 'a', after: 0 }, 2_000));
  const noted = note(core, record('note', {}, 3_000));
  if (noted !== null) core.change(noted.place);
  const again = CoreState.restore(JSON.parse(JSON.stringify(core.snapshot())));
  expect(again.snapshot()).toEqual(core.snapshot());
  const after = core.adopted;
  for (const each of [core, again]) note(each, record('adopt', { hash: 'b', after }));
  expect([again.knows('p'), again.knows('a'), again.ordinal, again.changedAt]).toEqual([true, true, core.ordinal, 3_000]);
});

test.each([null, 1, {}, { ordinal: 'x' }])('an invalid snapshot is refused: %j', (value) => {
  expect(() => CoreState.restore(value)).toThrow();
});
