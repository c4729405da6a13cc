import fc from 'fast-check';
import matter from 'gray-matter';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument, visit } from 'yaml';
import { readHeader } from '../../src/engine/text/frontmatter/frontmatter.ts';
import { editHeader, type HeaderValue } from '../../src/engine/text/frontmatter/frontmatter-edit.ts';
import { readFlatHeader } from '../../src/engine/text/frontmatter/frontmatter-lines.ts';
import { splitHeader } from '../../src/engine/text/frontmatter/split-header.ts';
import { processorMs } from '../support/processor-time.ts';

/** Pieces that YAML interprets. */
const bits = fc.constantFrom(
  ...[
    'a',
    'b c',
    'null',
    '~',
    'true',
    'False',
    '12',
    '-3.50',
    '0x1f',
    '007',
    '1e3',
    '.5',
    '2026-04-12',
    '20260412_x',
    ':',
    ': ',
    ' #',
    '#',
    ',',
  ],
  ...[
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '- ',
    '-',
    '|',
    '>',
    '&x',
    '*x',
    '!',
    '%',
    '@',
    '`',
    '?',
    'é',
    '😀',
    '\u00a0',
    '\t',
    '\\',
    '.',
    '/',
    '(x)',
    ' ',
  ],
);
const value = fc.array(bits, { maxLength: 5 }).map((parts) => parts.join(''));
const key = fc.constantFrom('a', 'b', 'name', 'tags', 'null', 'true', 'x-y', '__proto__', 'A1');
const indentation = fc.constantFrom('', '  ', '    ');
function blockList(name: string, indent: string, items: readonly string[]): string {
  return [`${name}:`, ...items.map((item) => `${indent}- ${item}`)].join('\n');
}
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, value).map(([k, v]) => `${k}: ${v}`) },
  { weight: 2, arbitrary: fc.tuple(key, fc.array(value, { maxLength: 3 })).map(([k, v]) => `${k}: [${v.join(', ')}]`) },
  { weight: 2, arbitrary: fc.tuple(key, indentation, fc.array(value, { maxLength: 3 })).map(([k, by, v]) => blockList(k, by, v)) },
  fc.tuple(indentation, value).map(([by, v]) => `${by}- ${v}`),
  fc.constantFrom('', '# comment', '  - item', 'a:', '  indented', 'b:  ', '   ', '- x'),
);
const headers = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, eol]) => lines.map((each) => each + eol).join(''));

/** Parses a text with the library, with numbers as written. */
function asWritten(yaml: string): object {
  const document = parseDocument(yaml, { uniqueKeys: false, resolveKnownTags: false, logLevel: 'error' });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number') node.value = node.source ?? node.value;
    },
  });
  return document.toJS() ?? {};
}

describe('readFlatHeader', () => {
  it('matches the library, or returns null to leave the header to it', () => {
    let flat = 0;
    fc.assert(
      fc.property(headers, (yaml) => {
        const values = readFlatHeader(yaml);
        if (values === null) return;
        flat += 1;
        expect(Object.fromEntries(values)).toEqual(asWritten(yaml));
      }),
      { numRuns: 6_000 },
    );
    expect(flat).toBeGreaterThan(600);
  });

  it('reads the header of the specification', () => {
    const yaml =
      'id: 20260412_x\nname: Deploy freeze\ncreated: 2026-04-12\ntags: [deploy, risk]\nlinks: []\nconfidence: 0.8\npnl_impact: -120.5\nproject:\n';
    expect(Object.fromEntries(readFlatHeader(yaml) ?? [])).toEqual({
      id: '20260412_x',
      name: 'Deploy freeze',
      created: '2026-04-12',
      tags: ['deploy', 'risk'],
      links: [],
      confidence: '0.8',
      pnl_impact: '-120.5',
      project: null,
    });
  });

  it('reads lists with one item on each line, as Obsidian writes them', () => {
    const yaml = 'tags:\n  - deploy\n\n# why\n  - 2026\naliases:\n- Freeze\n- "[[x]]"\nlinks:\nname: x\n';
    const values = { tags: ['deploy', '2026'], aliases: ['Freeze', '[[x]]'], links: null, name: 'x' };
    expect(Object.fromEntries(readFlatHeader(yaml) ?? [])).toEqual(values);
  });

  it.each<[string, string]>([
    ['items of two indentations', 'tags:\n  - a\n    - b\n'],
    ['an item below a value', 'name: x\n- a\n'],
    ['an item below a null that is written', 'tags: null\n  - a\n'],
    ['an item that is a map', 'tags:\n  - a: b\n'],
    ['an item that goes on in the next line', 'tags:\n  - a\n    b\n'],
    ['an item without text', 'tags:\n  - a\n  -\n'],
  ])('leaves %s to the library', (_, yaml) => {
    expect(readFlatHeader(yaml)).toBeNull();
  });
});

describe('readHeader', () => {
  it('never throws, and reports a problem exactly for texts that YAML refuses', () => {
    fc.assert(
      fc.property(fc.oneof(headers, fc.string({ unit: 'binary' })), (yaml) => {
        const { values, problem } = readHeader(yaml);
        if (problem === null) expect(Object.fromEntries(values)).toEqual(asWritten(yaml));
        else expect(problem.line).toBeLessThanOrEqual(yaml.split(/\r\n?|\n/).length);
      }),
      { numRuns: 5_000, examples: [['\r']] },
    );
  });

  it.each<[string, object, string | undefined]>([
    [
      'description: Open question: why\nname: x\n',
      { description: 'Open question: why', name: 'x' },
      'description: "Open question: why"\nname: x\n',
    ],
    ['name: [WIP] x\n', { name: '[WIP] x' }, 'name: "[WIP] x"\n'],
    ['tags: [#tide, b]\nn: 1\n', { tags: ['#tide', 'b'], n: '1' }, 'tags: ["#tide", b]\nn: 1\n'],
    [
      'name: "a" b\r\ntags:\r\n  - c\r\n  - "d e"\r\n',
      { name: '"a" b', tags: ['c', 'd e'] },
      'name: "\\"a\\" b"\r\ntags:\r\n  - c\r\n  - "d e"\r\n',
    ],
    ['related: [[a]], [[b]]\n', { related: ['[[a]]', '[[b]]'] }, 'related: ["[[a]]", "[[b]]"]\n'],
    ['text: |\n  one\n  two\nname: @x\n', { text: 'one two', name: '@x' }, 'text: |\n  one\n  two\nname: "@x"\n'],
    ['a: 1\na: 2\n', { a: '2' }, undefined],
    ['- a\n', {}, undefined],
    [
      'name: @x\nid: 20260412093015123\ntags:\n  - 3.10\nb: [007, 1e5]\n',
      { name: '@x', id: '20260412093015123', tags: ['3.10'], b: ['007', '1e5'] },
      'name: "@x"\nid: 20260412093015123\ntags:\n  - 3.10\nb: [007, 1e5]\n',
    ],
  ])('reads %j line by line, and suggests a fix', (yaml, values, mended) => {
    const read = readHeader(yaml);
    expect(Object.fromEntries(read.values)).toEqual(values);
    const { fix = null } = read.problem ?? {};
    const repaired = fix === null ? undefined : yaml.slice(0, fix.from) + fix.text + yaml.slice(fix.to);
    expect(repaired).toBe(mended);
    if (repaired === undefined || fix === null) return;
    expect(readHeader(repaired)).toMatchObject({ problem: null });
    expect(yaml.slice(0, fix.from).split('\n').length).toBe(fix.line);
  });

  it('does not expand large aliases, and executes nothing', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((k, n) => `${k}: &${k} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(',')}]`).join('\n')}\n`;
    expect(readHeader(bomb).problem?.message).toContain('alias');
    expect(readHeader('a: !!js/function "function () {}"\nb: !!binary aGk=\n').values.get('b')).toBe('aGk=');
  });

  it('takes time linear in the length of hostile headers', () => {
    const hostile = [
      '[',
      '{',
      '- ',
      '? ',
      '! ',
      '&a ',
      '"',
      'a: "',
      ': ',
      '[]',
      '\t',
      '#',
      'a:',
      'k: a: b\n',
      'a: |\n',
      '*a ',
      'a: 1\n',
      '- \n',
    ];
    for (const piece of hostile) {
      const text = `x: ${piece.repeat(Math.floor(16_000 / piece.length))}`;
      expect(
        processorMs(() => readHeader(text)),
        JSON.stringify(piece),
      ).toBeLessThan(30_000);
    }
    expect(readHeader('x'.repeat(65_537))).toMatchObject({ values: new Map(), problem: { line: 1, column: 1 } });
  });
});

describe('splitHeader', () => {
  it('splits like gray-matter where that is correct', () => {
    const bodies = fc.constantFrom('', 'body\n', '# a\n\n---\nb\n', '\nb', '---\n');
    fc.assert(
      fc.property(headers, bodies, fc.boolean(), (yaml, body, bom) => {
        // A line of dashes in a list would also end the header.
        fc.pre(yaml.trim() !== '' && !/^---/m.test(yaml));
        const text = `${bom ? '\ufeff' : ''}---\n${yaml}---\n${body}`;
        const engine = { parse: () => ({}), stringify: () => '' };
        const expected = matter(text, { engines: { yaml: engine } });
        const { header, bodyFrom } = splitHeader(text);
        expect(header?.yaml.trimEnd()).toBe(expected.matter.slice(1).trimEnd());
        expect(text.slice(bodyFrom)).toBe(expected.content);
      }),
    );
  });

  it.each([
    ['no header\n---\n', null, 0, false],
    ['---\na: 1\n---x\n', null, 0, true],
    ['---\na: 1\n---\t \r\nb', 'a: 1\n', 16, false],
    ['---\n---\n', '', 8, false],
    ['---', null, 0, true],
    ['\ufeffx', null, 1, false],
  ])('%j', (text, yaml, bodyFrom, unclosed) => {
    const split = splitHeader(text);
    expect([split.header?.yaml ?? null, split.bodyFrom, split.unclosed]).toEqual([yaml, bodyFrom, unclosed]);
  });

  it('names the language of a header that must not be executed', () => {
    expect(splitHeader('---js\nx\n---\n').header?.language).toBe('js');
    expect(splitHeader('---yaml\nx: 1\n---\n').header?.language).toBeNull();
  });
});

const scalars = fc.oneof(
  value,
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !/\p{Surrogate}/u.test(text)),
  fc.constantFrom('yes', ' x', 'x ', 'a\nb', '---', ''),
);
const values: fc.Arbitrary<HeaderValue> = fc.oneof(
  scalars,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(scalars, { maxLength: 4 }),
  fc.constant(null),
);
const changes = fc.dictionary(fc.constantFrom('a', 'name', 'tags', 'new', 'x-y'), values, { maxKeys: 3, noNullPrototype: true });

/** Numbers are read as written. */
function asRead(value: Exclude<HeaderValue, null>): string | readonly string[] {
  if (typeof value !== 'number') return value;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Headers as people write them, all valid YAML. */
const written = fc
  .shuffledSubarray([
    'id: x # the id',
    'name: "Deploy: x"',
    '# about the status',
    'status: active   # by hand',
    'tags:\n  - a # one\n  - b\n\n  # between\n  - c',
    'a: [ x,y ] # two',
    'empty:',
    'text: |\n  one\n\n  two',
    'multi: a\n  b',
    'nested:\n  x: 1',
    "'quoted': 'it''s'",
    'x-y:\n- 1\n- 2',
    '',
  ])
  .map((lines) => lines.map((each) => `${each}\n`).join(''));

describe('editHeader', () => {
  it('changes the given keys and no other byte', () => {
    fc.assert(
      fc.property(written, changes, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\ufeff'), (yaml, change, eol, bom) => {
        const text = `${bom}---\n${yaml}---\nbody\n\n---\nname: not this\n`.replaceAll('\n', eol);
        const edited = editHeader(text, change);
        const [before, after] = [splitHeader(text), splitHeader(edited)];
        expect(edited.slice(after.bodyFrom)).toBe(text.slice(before.bodyFrom));
        expect(edited.startsWith(`${bom}---${eol}`)).toBe(true);
        const expected = new Map(readHeader(before.header?.yaml ?? '').values);
        for (const [name, next] of Object.entries(change)) next === null ? expected.delete(name) : expected.set(name, asRead(next));
        expect(readHeader(after.header?.yaml ?? '')).toEqual({ values: expected, problem: null });
        const kept = (before.header?.yaml ?? '')
          .split('\n')
          .filter((each) => /^(?:#|id|status|text|multi|nested|'quoted'|empty)/.test(each));
        const lines = (after.header?.yaml ?? '').split('\n');
        expect(kept.filter((each) => !lines.includes(each))).toEqual([]);
        expect(edited.replaceAll('\r\n', '').includes('\n')).toBe(eol === '\n' && edited.includes('\n'));
      }),
      { numRuns: 500 },
    );
  });

  it('is idempotent: the same change again changes no byte', () => {
    fc.assert(
      fc.property(written, changes, (yaml, change) => {
        const once = editHeader(`---\n${yaml}---\n`, change);
        expect(editHeader(once, change)).toBe(once);
      }),
    );
  });

  it('adds quotes exactly where the library needs them', () => {
    fc.assert(
      fc.property(scalars, (text) => {
        const line = editHeader('---\nk: 1\n---\n', { k: text }).split('\n')[1] ?? '';
        const isPlain = line === `k: ${text}`;
        let needsNone = false;
        try {
          needsNone =
            text !== '' &&
            !/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u.test(text) &&
            parse(`k: ${text}\n`, { resolveKnownTags: false, logLevel: 'error' })?.k === text;
        } catch {}
        expect([line, isPlain]).toEqual([line, needsNone]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each<[string, Record<string, HeaderValue>, string]>([
    ['status: active # by hand\n', { status: 'review' }, 'status: review # by hand\n'],
    ['tags:\n  - a # one\n  - b\n', { tags: ['a', 'x: y', 'b'] }, 'tags:\n  - a # one\n  - "x: y"\n  - b\n'],
    ['tags: [ a,b ] # two\n', { tags: ['a', '#c'] }, 'tags: [a, "#c"] # two\n'],
    ['name: [WIP] x\nstatus: active\n', { status: 'review' }, 'name: [WIP] x\nstatus: review\n'],
    ['name: [WIP] x\nstatus: active\n', { name: '[WIP] y' }, 'name: "[WIP] y"\nstatus: active\n'],
    ['a: 1\n# end\n', { b: 'x' }, 'a: 1\n# end\nb: x\n'],
    ['a: |\n  x\n\n  y\nb: 1\n', { a: null }, 'b: 1\n'],
    ['description:\nb: 1\n', { description: null }, 'b: 1\n'],
  ])('%j with %j', (yaml, change, expected) => {
    expect(editHeader(`---\n${yaml}---\nbody`, change)).toBe(`---\n${expected}---\nbody`);
  });

  it('refuses headers larger than the limit for later edits', () => {
    const text = '---\nname: a\n---\n';
    for (const before of [text, 'x\n']) {
      expect(() => editHeader(before, { description: 'x'.repeat(65_536) })).toThrow('would have more than 65536 characters');
      const after = editHeader(before, { description: 'x'.repeat(65_000) });
      expect(editHeader(after, { description: null, name: 'b' })).toContain('name: b\n');
    }
  });

  it('adds a header to a text without one, and leaves the text unchanged when there is nothing to write', () => {
    expect(editHeader('\ufeffhello\r\n', { a: 'x' })).toBe('\ufeff---\r\na: x\r\n---\r\nhello\r\n');
    expect(editHeader('hello', { a: null })).toBe('hello');
  });

  it.each([
    ['---js\na\n---\n', { a: 'x' }],
    ['---\na: 1\n', { a: 'x' }],
    ['---\n{a: 1}\n---\n', { a: 'x' }],
    ['---\na: &q 1\nb: *q\n---\n', { a: 'x' }],
    [`---\na: ${'x'.repeat(66_000)}\n---\n`, { a: 'x' }],
  ])('refuses to guess: %.40s', (text, change) => {
    expect(() => editHeader(text, change)).toThrow(expect.objectContaining({ code: 'broken-file' }));
  });

  it('refuses NaN', () => {
    expect(() => editHeader('---\na: 1\n---\n', { a: Number.NaN })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('a key that is written twice', () => {
  const text = '---\nstatus: review\nname: N\nstatus: active\ntags: [a]\ntags: [b]\n---\nbody\n';

  it('has only the new value after a change', () => {
    expect(editHeader(text, { status: 'archived' })).toBe(text.replace('status: review\n', '').replace('active', 'archived'));
  });

  it('is not changed if it is a list, because items would be lost; the error names the line', () => {
    expect(() => editHeader(text, { tags: ['c'] })).toThrow(
      expect.objectContaining({ code: 'broken-file', data: expect.objectContaining({ line: 6 }) }),
    );
    expect(editHeader(text, { tags: null })).not.toContain('tags');
  });
});
