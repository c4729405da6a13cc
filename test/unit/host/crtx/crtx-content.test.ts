import { expect, test } from 'vitest';
import { CrtxContent } from '../../../../src/host/crtx/crtx-content.ts';
import type { CrtxView, ValueRow } from '../../../../src/host/crtx/protocol.ts';
import { formatValueId } from '../../../../src/host/crtx/value-path.ts';
import { MAX_FOUND } from '../../../../src/host/crtx/value-search.ts';
import { MAX_DEPTH } from '../../../../src/host/crtx/value-tree.ts';
import { waitFor } from '../../../harness/wait.ts';

const view = (more: Partial<CrtxView> = {}): CrtxView => ({
  values: { from: 0, count: 50 },
  unfolded: [],
  search: '',
  chosen: null,
  ...more,
});

/** Returns content whose clock advances by one millisecond per reading. */
function content() {
  const told = { changes: 0, looks: 0 };
  const around = {
    changed: () => {
      told.changes += 1;
    },
    monotonic: () => {
      told.looks += 1;
      return told.looks;
    },
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
  return { told, it: new CrtxContent(around) };
}

const FILE = {
  header: { type: 'swarm', created: 1_700_000_000_000 },
  data: {
    tasks: [
      { id: 't1', text: 'Mend the ROOF', done: false },
      { id: 't2', text: 'Paint', done: true, of: null },
    ],
  },
};

test('rows show the text of a value and its named members', () => {
  const { values } = content().it.look(
    FILE,
    view({ unfolded: [formatValueId(['header']), formatValueId(['data']), formatValueId(['data', 'tasks'])] }),
  );
  const said = ({ text, named }: ValueRow) => [text, ...named.map((each) => `${each.key}: ${each.text}`)].join('');
  expect(values.rows.map((row) => ({ key: row.key, kind: row.kind, text: said(row), holds: row.holds, moment: row.moment }))).toEqual([
    { key: 'header', kind: 'object', text: 'type: swarmcreated: 1700000000000', holds: 2, moment: null },
    { key: 'type', kind: 'string', text: 'swarm', holds: null, moment: null },
    { key: 'created', kind: 'number', text: '1700000000000', holds: null, moment: 1_700_000_000_000 },
    { key: 'data', kind: 'object', text: '', holds: 1, moment: null },
    { key: 'tasks', kind: 'array', text: '', holds: 2, moment: null },
    { key: '0', kind: 'object', text: 'id: t1text: Mend the ROOFdone: false', holds: 3, moment: null },
    { key: '1', kind: 'object', text: 'id: t2text: Paintdone: trueof: null', holds: 4, moment: null },
  ]);
});

test('times and durations are recognized, also in the row of the object that contains them', () => {
  const times = { at: 1_700_000_000_000, maxDurationMs: 3_600_000, waited_ms: 20, forms: 3_000, longMs: 1e15, textMs: '5' };
  const { values } = content().it.look({ times }, view({ unfolded: [formatValueId(['times'])] }));
  const said = ({ moment, lasts }: { readonly moment: number | null; readonly lasts: number | null }) => moment ?? lasts;
  expect(values.rows[0]?.named.map(said)).toEqual([1_700_000_000_000, 3_600_000, 20, null]);
  expect(values.rows.slice(1).map(said)).toEqual([1_700_000_000_000, 3_600_000, 20, null, null, null]);
  const { values: found, detail } = content().it.look(
    { times },
    view({ search: 'maxd', chosen: formatValueId(['times', 'maxDurationMs']) }),
  );
  expect([...found.rows, detail].map((each) => each?.lasts)).toEqual([3_600_000, 3_600_000]);
});

test('a search for pasted text ignores differences in white space and line breaks', async () => {
  const { it } = content();
  const look = (search: string) => it.look({ a: 'One  line,\r\n\tanother', b: 'One line, another!' }, view({ search }));
  for (const search of ['line, another', 'LINE,\tanother']) {
    await waitFor(search, async () => look(search).found?.searching === false);
    expect(look(search).values.rows.map(({ key }) => key)).toEqual(['a', 'b']);
  }
});

test('a search finds keys and values regardless of case, and gives the path of each', async () => {
  const { it } = content();
  const look = (search: string) => it.look(FILE, view({ search }));
  for (const [search, found] of [
    ['roof', ['data.tasks[0].text']],
    ['DONE', ['data.tasks[0].done', 'data.tasks[1].done']],
    ['17000', ['header.created']],
    ['null', ['data.tasks[1].of']],
    ['nothing of it', []],
  ] as const) {
    await waitFor(search, async () => look(search).found?.searching === false);
    expect(look(search).values.rows.map(({ key }) => key)).toEqual(found);
  }
  expect(look('').found).toBeNull();
});

test('a long search yields to other work, stops at the limit of results, and is cancelled by a new search or on leaving', async () => {
  const many = { data: Array.from({ length: 100_000 }, (_, n) => `number ${n}`) };
  const { it, told } = content();
  const look = (search: string) => it.look(many, view({ search }));
  expect(look('number').found).toMatchObject({ searching: true });
  expect(look('number 99999').found).toMatchObject({ searching: true });
  await waitFor('the last', async () => look('number 99999').found?.searching === false);
  expect(look('number 99999').values.rows.map(({ key }) => key)).toEqual(['data[99999]']);
  expect(told.changes).toBeGreaterThan(10);
  look('number');
  await waitFor('so much', async () => look('number').found?.searching === false);
  expect(look('number').found).toEqual({ total: MAX_FOUND, searching: false, isFull: true });
  look('number 1');
  it.leave();
  const changes = told.changes;
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.changes).toBe(changes);
});

test('the detail of the selected value has its full text and row index, and follows changes of the file', () => {
  const { it } = content();
  const chosen = formatValueId(['data', 'tasks', 1]);
  const folded = it.look(FILE, view({ chosen }));
  expect(folded.detail).toMatchObject({ path: 'data.tasks[1]', kind: 'object', index: null, isCut: false });
  expect(JSON.parse(folded.detail?.text ?? '')).toEqual(FILE.data.tasks[1]);
  expect(it.look(FILE, view({ chosen, unfolded: [formatValueId(['data']), formatValueId(['data', 'tasks'])] })).detail?.index).toBe(4);
  expect(it.look({ ...FILE, data: { tasks: [] } }, view({ chosen })).detail).toBeNull();
  expect(it.look(FILE, view({ chosen: 'nonsense' })).detail).toBeNull();
  expect(it.look(FILE, view({ chosen: '[]' })).detail).toBeNull();
});

test('the detail and the rows of a huge value are cut', () => {
  const { it } = content();
  const value = { text: 'x'.repeat(3_000_000), list: Array.from({ length: 1_000_000 }, (_, n) => n), ['k'.repeat(100_000)]: 1 };
  for (const key of ['text', 'list']) {
    const { detail } = it.look(value, view({ chosen: formatValueId([key]) }));
    expect(detail?.isCut).toBe(true);
    expect(detail?.text.length).toBeLessThanOrEqual(20_000);
  }
  const { values } = it.look(value, view());
  expect(values.rows.every(({ key, text, id }) => key.length + text.length + id.length < 3_000)).toBe(true);
});

test('results and the selected value are found quickly among 200,000 members', async () => {
  const value = { data: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`key${n}`, { of: n }])) };
  const { it } = content();
  const unfolded = Array.from({ length: 2_000 }, (_, n) => formatValueId(['data', `key${199_999 - n}`]));
  const chosen = formatValueId(['data', 'key300', 'of']);
  const look = (search: string) => it.look(value, view({ values: { from: 0, count: 500 }, unfolded, search, chosen }));
  // Listing so many keys takes tens of milliseconds, so it must happen once, not once per row.
  const begun = performance.now();
  await waitFor('so many', async () => look('3').found?.searching === false);
  expect(performance.now() - begun).toBeLessThan(60_000);
  const sight = look('3');
  const folded = { values: { from: 0, count: 500 }, search: '3', chosen: formatValueId(['data', 'key199999']) };
  const again = performance.now();
  for (let looks = 0; looks < 10; looks += 1) expect(it.look(value, view(folded)).detail?.index).toBeNull();
  expect(performance.now() - again).toBeLessThan(30_000);
  expect(sight.detail?.index).toBe(sight.values.rows.findIndex(({ id }) => id === chosen));
  expect(sight.values.rows[sight.detail?.index ?? -1]).toMatchObject({ key: 'data.key300.of', text: '300' });
});

test('a match below the deepest level of the tree is shown as the deepest value that contains it', async () => {
  const text = `${'{"a":'.repeat(2_000)}["needle","needle"]${'}'.repeat(2_000)}`;
  const value: unknown = { deep: JSON.parse(text), needle: 1 };
  const { it } = content();
  const look = (more: Partial<CrtxView>) => it.look(value, view({ search: 'needle', ...more }));
  await waitFor('both', async () => look({}).found?.searching === false);
  const [deep, flat, ...others] = look({}).values.rows;
  expect(others).toEqual([]);
  expect(flat?.key).toBe('needle');
  const way: string[] = JSON.parse(deep?.id ?? '');
  expect(way).toHaveLength(MAX_DEPTH);
  // The value is in the tree once its parents are unfolded.
  const unfolded = way.slice(0, -1).map((_, level) => formatValueId(way.slice(0, level + 1)));
  expect(look({ search: '', unfolded, chosen: deep?.id ?? null }).detail?.index).toBe(MAX_DEPTH - 1);
});

test('rows stay small even below long keys', async () => {
  const key = '\u0001'.repeat(119);
  let value: unknown = Array.from({ length: 500 }, () => 'needle');
  const unfolded: string[] = [];
  for (let level = 0; level < MAX_DEPTH - 1; level += 1) {
    value = { [key]: value };
    unfolded.push(formatValueId(Array.from({ length: level + 1 }, () => ({ at: 0 }))));
  }
  const { it } = content();
  const look = (search: string) => it.look(value, view({ values: { from: 100, count: 500 }, unfolded, search }));
  await waitFor('all', async () => look('needle').found?.searching === false);
  for (const search of ['', 'needle']) {
    expect(look(search).values.rows.length).toBeGreaterThan(300);
    expect(JSON.stringify(look(search)).length).toBeLessThan(2_000_000);
  }
});

test('without a value there are no rows', () => {
  const sight = content().it.look(undefined, view({ search: 'a', chosen: '["a"]' }));
  expect(sight).toEqual({ values: { total: 0, from: 0, rows: [] }, found: { total: 0, searching: false, isFull: false }, detail: null });
});
