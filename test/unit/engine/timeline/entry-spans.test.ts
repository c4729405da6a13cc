import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import { hasWords, splitSearchWords } from '../../../../src/engine/crtx/words.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { scanArchive } from '../../../../src/engine/timeline/archives/archive-index.ts';
import { entrySpans } from '../../../../src/engine/timeline/archives/entry-spans.ts';
import {
  decodeColumns,
  decodeHeader,
  describeColumns,
  encodeIndex,
  HEADER_BYTES,
} from '../../../../src/engine/timeline/archives/index-file.ts';
import { findRowsWithText } from '../../../../src/engine/timeline/text-rows.ts';
import { entryOf } from './make.ts';

/** Returns the elements that the scanner finds, parsed. */
function elements(text: string): unknown[] | null {
  const bytes = Buffer.from(text);
  const spans = entrySpans(bytes);
  return spans?.starts.map((start, n) => JSON.parse(bytes.toString('utf8', start, spans.ends[n]))) ?? null;
}

describe('entrySpans', () => {
  test('finds the elements of data in any formatting', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', '\\', '{', '[', ']', '}', ',', ':', 'a', 'ß', '\u2028', ' ') });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        hostile,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(hostile, tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    const indent = fc.constantFrom(undefined, 2, '\t', '\r\n ');
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), value, hostile, indent, fc.boolean(), (data, other, key, space, first) => {
        const rest = key === 'data' || key === '__proto__' ? {} : { [key]: other };
        const file = first ? { data, ...rest } : { ...rest, data };
        const text = `${first ? '\ufeff' : ''}${JSON.stringify(file, null, space)}\n`;
        expect(elements(text)).toEqual(JSON.parse(JSON.stringify(data)));
        const envelope = entrySpans(Buffer.from(text))?.envelope.replace(/^\ufeff/, '');
        expect(JSON.parse(envelope ?? '')).toEqual({ ...JSON.parse(JSON.stringify(rest)), data: [] });
      }),
    );
  });

  test.each(['', '[]', '{', '{"data"', '{"data":', '{"data":[', '{"data":[1', '{"data":[1,', '{"data":{}}', '{"dat":[]}'])(
    'returns null for %s, and terminates',
    (text) => expect(entrySpans(Buffer.from(text))).toBeNull(),
  );

  test('uses the last of several data lists, like JSON.parse, and a name in escapes', () => {
    expect(elements('{"data":[1],"d\\u0061ta":[2, 3]}')).toEqual([2, 3]);
  });
});

describe('an archive', () => {
  const file = '/repo/.cortex/archive/a.crtx';
  const bytesOf = (...entries: ReturnType<typeof entryOf>[]) =>
    Buffer.from(renderCortexFile('timeline', 'shop', entries, { created: 1, updated: 2 }));
  const scan = (bytes: Buffer) => scanArchive(bytes, file);
  const spanOf = (bytes: Buffer) => (offset: number, length: number) => bytes.subarray(offset, offset + length);

  test.each([
    ['has no header', '{"data":[]}', 'header'],
    ['is cut', '{"header":HEADER,"data":[', 'truncated in data'],
    ['has a comma too many', '{"header":HEADER,"data":[ENTRY,]}', 'is not JSON'],
    ['is a swarm', '{"header":SWARM,"data":[]}', 'header.type'],
  ])('that %s is rejected with the reason', (_, template, words) => {
    const header = { cortex: 1, type: 'timeline', project: 'p', created: 1, updated: 2, checksum: '' };
    const text = template
      .replace('HEADER', JSON.stringify(header))
      .replace('SWARM', JSON.stringify({ ...header, type: 'swarm' }))
      .replace('ENTRY', JSON.stringify(entryOf('a')));
    expect(() => scan(Buffer.from(text))).toThrow(CortexError);
    expect(() => scan(Buffer.from(text))).toThrow(words);
  });

  test('is indexed without invalid elements, which are reported', () => {
    const text = bytesOf(entryOf('a'), entryOf('b')).toString().replace('"id": "a"', '"id": 7');
    const { columns, problems } = scan(Buffer.from(text));
    expect(columns.times).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/^\/repo\/\.cortex\/archive\/a\.crtx:\d+:\d+: data\[0\]\.id /)]);
  });

  test('is indexed in order of time, with files, their folders and refs', () => {
    const context = { files: ['src/a/b.ts'], state: {} };
    const { columns } = scan(bytesOf(entryOf('late', { timestamp: 9 }), entryOf('early', { timestamp: 3, context, refs: ['r'] })));
    expect([...columns.times]).toEqual([3, 9]);
    expect(columns.offsets[0]).toBeGreaterThan(columns.offsets[1] ?? 0);
    expect(columns.mentions).toHaveLength(4);
    expect([...columns.mentionRows]).toEqual([0, 0, 0, 0]);
  });

  test('has an index of at most 64 bytes per entry that survives a round trip', () => {
    const entries = Array.from({ length: 2_000 }, (_, n) =>
      entryOf(`tle_${n}`, {
        timestamp: n,
        context: { files: [`src/part${n % 40}/file${n % 300}.ts`], task: `T${n % 99}`, state: {} },
        refs: [],
      }),
    );
    const { columns, plain } = scan(bytesOf(...entries));
    const header = { version: 1 as const, identity: 'i', hash: 'h', plain, ...describeColumns(columns) };
    const bytes = encodeIndex(header, columns);
    expect((bytes.length - HEADER_BYTES) / entries.length).toBeLessThanOrEqual(64);
    expect(decodeHeader(bytes)).toEqual(header);
    expect(decodeColumns(bytes, header)).toEqual(columns);
    bytes[HEADER_BYTES + 77] = (bytes[HEADER_BYTES + 77] ?? 0) ^ 1;
    expect(decodeColumns(bytes, header)).toBeNull();
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(decodeHeader(bytes)).toBeNull();
  });

  test('without mentions has a valid index', () => {
    const { columns, plain } = scan(bytesOf(entryOf('a')));
    const header = { version: 1 as const, identity: 'i', hash: 'h', plain, ...describeColumns(columns) };
    expect(decodeColumns(encodeIndex(header, columns), header)).toEqual(columns);
  });

  test('is searched for text without visiting entries that do not contain it', () => {
    const bytes = bytesOf(...['Cache', 'nothing', 'the CACHE, again'].map((action, n) => entryOf(`${n}`, { action, timestamp: n })));
    const { columns, plain } = scan(bytes);
    const rowsWith = (text: string) => findRowsWithText(spanOf(bytes), columns, plain, text);
    expect(plain).toBe(true);
    expect([...(rowsWith('cAche') ?? [])]).toEqual([0, 2]);
    expect([...(rowsWith('again cache') ?? [])]).toEqual([2]);
    expect([...(rowsWith('ж THE') ?? [])]).toEqual([2]);
    expect([...(rowsWith('nothing cache') ?? [])]).toEqual([]);
    expect(rowsWith('ж')).toBeNull();
    for (const odd of ['\u212a', '\u0130', '\u0001']) expect(scan(bytesOf(entryOf('a', { action: odd }))).plain).toBe(false);
  });

  test('of many parts is searched with the same result as a scan of each entry', () => {
    const word = fc.constantFrom('cache', 'Cache', 'the', 'queue');
    const action = fc
      .tuple(word, fc.constantFrom(0, 10, 9_000, 40_000, 70_000), word)
      .map(([one, room, other]) => one + '.'.repeat(room) + other);
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('cache', 'the queue', 'queue THE cache', 'lock'),
        (actions, text) => {
          const bytes = bytesOf(...actions.map((each, n) => entryOf(`${n}`, { action: each, timestamp: n })));
          const { columns, plain } = scan(bytes);
          const looked = actions.flatMap((each, n) => (hasWords(each, splitSearchWords(text)) ? [n] : []));
          expect([...(findRowsWithText(spanOf(bytes), columns, plain, text) ?? [])]).toEqual(looked);
        },
      ),
    );
  });
});
