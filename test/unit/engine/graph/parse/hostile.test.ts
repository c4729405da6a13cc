import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../../src/engine/graph/languages.ts';
import { parseSource } from '../../../../support/parse-source.ts';

const names = LANGUAGES.map(({ name }) => name);
/** Keywords and punctuation of all languages, so that random texts are sometimes valid. */
const PARTS = [
  ...[
    'import',
    'from',
    'export',
    'default',
    'class',
    'def',
    'func',
    'fn',
    'impl',
    'use',
    'mod',
    'type',
    'package',
    'return',
    'async',
    'await',
  ],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    ';',
    ':',
    '::',
    '.',
    ',',
    '=',
    '=>',
    '->',
    '*',
    '@',
    '#',
    '"',
    "'",
    '`',
    '${',
    '//',
    '/*',
    '*/',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    '    ',
    ' ',
    '\0',
    '\ufeff',
    '\ud800',
    '\udc00',
    'ü',
    '😀',
    'a',
    'b',
    'User',
    'require',
    'app.get',
    '/x',
    '__proto__',
  ],
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }).map((parts) => parts.join(' ')),
);

describe.each(names)('%s', (name) => {
  test('any text has valid facts', async () => {
    await parseSource(name, '');
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const facts = await parseSource(name, source);
        expect(facts.language).toBe(name);
        const lines = source.split('\n').length;
        for (const { line, endLine } of facts.symbols) expect(0 < line && line <= endLine && endLine <= lines).toBe(true);
        for (const each of facts.symbols) expect(new Set(each.uses).size).toBe(each.uses.length);
        expect(new Set(facts.symbols.map((each) => each.name)).size).toBe(facts.symbols.length);
      }),
      { numRuns: 60 },
    );
  });

  test('an empty text has empty facts', async () => {
    expect(await parseSource(name, '')).toEqual({
      language: name,
      packageName: '',
      hasTests: false,
      isBroken: false,
      imports: [],
      symbols: [],
      usedAtTop: [],
      apis: [],
      ...(name === 'go' && { types: { declared: [], used: [] } }),
      ...(name === 'rust' && { modules: [], scopes: [{ module: '', items: [], paths: [] }] }),
      ...(name === 'python' && { isIdle: true }),
    });
  });

  test('deep nesting does not overflow the stack', async () => {
    const texts = [
      `${'('.repeat(10_000)}${')'.repeat(10_000)}`,
      '['.repeat(10_000),
      `${'a('.repeat(2_000)}${')'.repeat(2_000)}`,
      'a.b(c).'.repeat(2_000),
    ];
    for (const nested of texts) expect((await parseSource(name, `x = ${nested}`)).language).toBe(name);
  });
});

test('facts are independent of line ends', async () => {
  const source = "import { a } from './a';\nexport function f() {\n  return a();\n}\n";
  const plain = await parseSource('typescript', source);
  expect(plain.symbols[0]).toMatchObject({ name: 'f', line: 2, endLine: 4, uses: ['a'] });
  expect(await parseSource('typescript', source.replaceAll('\n', '\r\n'))).toEqual(plain);
  const python = 'from a import b\ndef f():\n    return b\n';
  expect(await parseSource('python', python.replaceAll('\n', '\r\n'))).toEqual(await parseSource('python', python));
});

test('names of Object.prototype members are ordinary names', async () => {
  const source =
    "import { constructor, __proto__ as hasOwnProperty } from './a';\nfunction toString() { return constructor(hasOwnProperty); }";
  const [symbol] = (await parseSource('typescript', source)).symbols;
  expect(symbol).toMatchObject({ name: 'toString', uses: ['constructor', 'hasOwnProperty'] });
});
