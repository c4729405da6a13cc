import { describe, expect, test } from 'vitest';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import { parseReading } from '../../../../src/host/crtx/crtx-reading.ts';
import { crtxState } from '../../../../src/host/crtx/crtx-state.ts';
import { crtxStepSchema, crtxViewSchema } from '../../../../src/host/crtx/protocol.ts';
import { membersReader, valueAtPath } from '../../../../src/host/crtx/value-path.ts';

const NOW = 1_760_000_000_000;
const NOTHING = { values: { total: 0, from: 0, rows: [] }, found: null, detail: null };
const GOOD = renderCortexFile('timeline', 'shop', [], { created: NOW, updated: NOW + 5 });

const read = (text: string) => parseReading(Buffer.from(text), 'a.crtx');
const shown = (text: string, isOfProject = true) =>
  crtxState({ name: 'a.crtx', reading: read(text), visible: NOTHING, isOfProject, now: NOW }).snapshot;

test('the head shows the fields of the header and that the checksum is verified', () => {
  const { head, problems, hidden } = shown(GOOD);
  expect(head).toEqual({
    name: 'a.crtx',
    type: 'timeline',
    version: '1',
    project: 'shop',
    created: NOW,
    updated: NOW + 5,
    size: GOOD.length,
    checksum: 'verified',
  });
  expect(problems).toEqual([]);
  expect(hidden).toBeNull();
});

describe('the state of an invalid file', () => {
  test('reports the value and the place of a wrong checksum', () => {
    const { head, problems } = shown(GOOD.replace(/sha256:..../, 'sha256:0000'));
    expect(head.checksum).toBe('wrong');
    expect(problems).toMatchObject([{ severity: 'warning', place: { file: 'a.crtx' } }]);
    expect(problems[0]?.message).toContain('sha256:0000');
  });

  test('shows an empty checksum as none', () => {
    expect(shown(GOOD.replace(/"sha256:[^"]*"/, '""')).head.checksum).toBe('none');
  });

  test.each([
    ['an unknown type', GOOD.replace('"timeline"', '"poem"'), 'header.type is not a known type', 'poem'],
    ['a newer version', GOOD.replace('"cortex": 1', '"cortex": 9'), 'newer than this program', 'timeline'],
    ['other data', GOOD.replace('"data": []', '"data": {"a": 1}'), 'data', 'timeline'],
  ])('reports %s, and still shows the content', (_name, text, message, type) => {
    expect(text).not.toBe(GOOD);
    const { head, problems, hidden } = shown(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'error', place: { file: 'a.crtx' } });
    expect(problems[0]?.message).toContain(message);
    expect(hidden).toBeNull();
    expect(read(text).value).toMatchObject({ header: { type } });
    expect(head).toMatchObject({ type, checksum: 'unchecked' });
  });

  test.each([
    ['{"header":', 2],
    ['', 1],
    [`${'['.repeat(9_000)}`, 1],
  ])('hides the content of %j, which is not JSON', (text) => {
    const { problems, hidden } = shown(text);
    expect(problems).toMatchObject([{ severity: 'error' }]);
    expect(hidden).toContain('JSON');
  });

  test('reports the position of bytes that are not valid UTF-8', () => {
    const reading = parseReading(Buffer.from([0x7b, 0xff, 0x7d]), 'a.crtx');
    expect(reading.problems).toMatchObject([{ severity: 'error', line: 1, column: 2 }]);
    expect(reading.hidden).toContain('JSON');
  });

  test.each(['null', '3', '"text"', '[]', '{"header":[1]}', '{"header":{"type":{"a":1},"cortex":[2],"created":"soon"}}'])(
    'has empty head fields for %s',
    (text) => {
      expect(shown(text).head).toMatchObject({ type: null, version: null, project: null, created: null, updated: null });
    },
  );
});

test('a duplicate key is reported with its position, and both values are shown', () => {
  const text = GOOD.replace('"project": "shop"', '"project": "first",\n"project": "shop"');
  const { head, problems } = shown(text);
  expect(head).toMatchObject({ project: 'shop', checksum: 'verified' });
  expect(problems).toMatchObject([{ severity: 'warning', place: { line: 6 } }]);
  expect(problems[0]?.message).toContain('duplicate key');
  const header = valueAtPath(read(text).value, ['header'])?.value;
  expect(membersReader(header)?.keys?.filter((key) => key === 'project')).toHaveLength(2);
});

test('a byte order mark is not part of the content', () => {
  expect(shown(`\ufeff${GOOD}`)).toMatchObject({ head: { type: 'timeline', checksum: 'verified' }, problems: [] });
});

test('only a file of the open project offers dashboards', () => {
  expect(shown(GOOD).dashboards).toEqual(['timeline']);
  expect(shown(GOOD, false).dashboards).toEqual([]);
  expect(shown('{}').dashboards).toEqual([]);
});

test('views and steps that do not match the schemas are rejected', () => {
  const view = { values: { from: 0, count: 5 }, unfolded: [], search: '', chosen: null };
  expect(crtxViewSchema.safeParse(view).success).toBe(true);
  const odd = [
    { ...view, values: { from: -1, count: 5 } },
    { ...view, unfolded: Array(2_001).fill('[]') },
    { ...view, search: 'x'.repeat(20_001) },
  ];
  for (const each of [...odd, {}, null]) expect(crtxViewSchema.safeParse(each).success).toBe(false);
  expect(crtxStepSchema.safeParse({ kind: 'open-dashboard', dashboard: 'terminal' }).success).toBe(false);
  expect(crtxStepSchema.safeParse({ kind: 'open-problem', file: 'a', line: 0, column: 1 }).success).toBe(false);
});
