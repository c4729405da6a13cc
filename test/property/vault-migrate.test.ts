import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHeader } from '../../src/engine/text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../src/engine/text/frontmatter/split-header.ts';
import { migrateHeader } from '../../src/engine/vault/notes/migrate.ts';
import { vaultConfig } from '../support/vault-config.ts';

const key = fc.constantFrom('id', 'name', 'type', 'project', 'status', 'created', 'updated', 'tags', 'links', 'description', 'zeta', 'x-y');
const value = fc.constantFrom(
  ...[
    '',
    ' ',
    ' ""',
    ' null',
    ' plain words',
    ' "quoted: x"  # why',
    " 'it''s'",
    ' [a, b]',
    ' []',
    '\n  - a\n  - b',
    ' |\n  two\n  lines',
    ' 2026-01-02',
    ' 12',
  ],
  ...[
    ' unknown',
    ' true',
    ' Open question: why?',
    ' [WIP] x',
    ' [#tide]',
    ' {',
    ' @x',
    ' - a',
    ' "unclosed',
    '\t',
    ' \u{1f600}',
    ' &a x',
    ' *a',
    ' !t x',
  ],
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, value).map(([name, given]) => `${name}:${given}`) },
  fc.constantFrom('# comment', '', '  ', 'no colon', '  indented: x', '--', '- item', '"quoted": y'),
);
const eol = fc.constantFrom('\n', '\r\n');
const body = fc.constantFrom(
  '',
  '\n',
  '\n# Title\n\nFirst line. \t\n\n',
  'Body without end',
  '---\n',
  '\n```\ncode\n',
  '- a\n---\nb: c\n---\n',
  '\u{1f600}\ud800\n',
);
const text = fc
  .record({
    bom: fc.constantFrom('', '\ufeff'),
    lines: fc.array(line, { maxLength: 8 }),
    end: eol,
    rest: body,
    fence: fc.constantFrom('---', '--- ', '---js', ''),
  })
  .map(({ bom, lines, end, rest, fence }) => {
    if (fence === '') return bom + rest.replaceAll('\n', end);
    return bom + [fence, ...lines, '---', ''].join('\n').replaceAll('\n', end) + rest.replaceAll('\n', end);
  });
const path = fc.constantFrom('a.md', 'rules/My rule.md', 'archive/x/1.md', '部署.md');

function migrate(before: string, file: string) {
  try {
    return migrateHeader(before, file, vaultConfig(), '2026-04-13', {
      committed: '2026-01-05',
      changed: '2026-02-06',
      written: null,
      taken: () => false,
    });
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-input' });
    return { text: before, fields: [], isLeft: true };
  }
}

const bodyOf = (shown: string) => shown.slice(splitHeader(shown).bodyFrom);
const valuesOf = (shown: string) => readHeader(splitHeader(shown).header?.yaml ?? '');

/** Reading line by line joins several lines to one. */
const asOneLine = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value);

/** Expects that all values except empty ones are kept. */
function expectValuesKept(before: string, after: string): void {
  const { values, problem } = valuesOf(before);
  const shown = problem === null ? (value: unknown) => value : asOneLine;
  for (const [name, old] of values) {
    if (old === null || old === '' || (name === 'type' && old === 'unknown')) continue;
    // An alias resolves to its anchor once its header is valid YAML.
    if (problem !== null && String(old).startsWith('*')) continue;
    expect([name, shown(valuesOf(after).values.get(name))]).toEqual([name, shown(old)]);
  }
}

/** Expects that all header lines except empty values are kept in order. */
function expectLinesKept(before: string, after: string, fields: readonly string[]): void {
  const [old, now] = [before, after].map((shown) => (splitHeader(shown).header?.yaml ?? '').split(/\r?\n/));
  let at = 0;
  for (const each of old?.filter((one) => !fields.some((field) => one.startsWith(`${field}:`))) ?? []) {
    at = (now?.indexOf(each, at) ?? -1) + 1;
    expect(at).toBeGreaterThan(0);
  }
}

test('a migration keeps the body, the byte order mark and all header values, and is complete after one run', () => {
  let migrated = 0;
  fc.assert(
    fc.property(text, path, (before, file) => {
      const { text: after, fields } = migrate(before, file);
      expect(after === before).toBe(fields.length === 0);
      expect(bodyOf(after)).toBe(bodyOf(before));
      expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
      expect(migrate(after, file)).toMatchObject({ text: after, fields: [] });
      if (fields.length === 0) return;
      migrated += 1;
      expect(valuesOf(after).problem).toBeNull();
      expectValuesKept(before, after);
      if (valuesOf(before).problem === null) expectLinesKept(before, after, fields);
    }),
    { numRuns: 400 },
  );
  expect(migrated).toBeGreaterThan(100);
});
