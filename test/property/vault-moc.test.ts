import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VaultIndex } from '../../src/engine/vault/cache/vault-index.ts';
import { CollectorRegistry, mocFacts } from '../../src/engine/vault/moc/collectors.ts';
import { findMarkers } from '../../src/engine/vault/moc/markers.ts';
import { refreshMoc } from '../../src/engine/vault/moc/refresh.ts';
import { expectLinear } from '../support/processor-time.ts';
import { vaultConfig } from '../support/vault-config.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';

const NAMES = ['vault_count', 'recent', 'by_project', 'own', 'unknown', '__proto__', '$&', '(a+)+', 'x'.repeat(100), 'x'.repeat(101)];
const name = fc.constantFrom(...NAMES);
const marker = fc.tuple(fc.constantFrom('', '/'), name).map(([slash, of]) => `<!-- ${slash}AUTO:${of} -->`);
const rest = fc.constantFrom(
  ...[
    '\n',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    'text',
    '`',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<!-- AUTO:',
    'AUTO:a -->',
    '---',
    '---\n',
    '- ',
    '> ',
  ],
  ...['\\', '\ufeff', '\u{1f600}', '\ud800', '$&', '$1', '\u2028', '# '],
);
const piece = fc.oneof(rest, marker);
const hostile = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const section = fc
  .record({
    of: name,
    inner: fc.array(
      rest.filter((part) => !/[`~<-]/.test(part)),
      { maxLength: 4 },
    ),
    after: fc.constantFrom('\n\n', '\r\n', ' x\n', ''),
  })
  .map(({ of, inner, after }) => `<!-- AUTO:${of} -->${inner.join('')}<!-- /AUTO:${of} -->${after}`);
const text = fc.oneof(
  hostile,
  fc.array(fc.oneof(section, section, rest), { maxLength: 8 }).map((parts) => parts.join('')),
);

/** Note names that could end a section, a cell or a link, or start something. */
const evil = fc.oneof(
  marker,
  rest,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('](x)', '| a |', '[[a]]', '#tag', '<b>', '&lt;', '`x/y.md`'),
);
const note = fc
  .record({
    path: fc.string({ minLength: 1 }),
    name: evil,
    project: evil,
    type: evil,
    updated: fc.constantFrom('2026-04-12', null),
    status: fc.constantFrom('active', 'review'),
  })
  .map(({ path, ...parts }) => makeNote(`${path}.md`, parts));

function factsOf(notes: Parameters<VaultIndex['set']>[0][]) {
  const index = new VaultIndex();
  for (const each of notes) index.set(each);
  return mocFacts(index, vaultConfig(), '2026-04-13')('_moc/map.md');
}

describe('marked sections', () => {
  test('keep all bytes outside when they are filled, and the whole file when there is a problem', () => {
    fc.assert(
      fc.property(text, fc.array(note, { maxLength: 3 }), (before, notes) => {
        const { text: after, problems, sections } = refreshMoc(before, new CollectorRegistry(), factsOf(notes));
        const found = findMarkers(before);
        if (found.problems.length > 0) {
          expect(after).toBe(before);
          expect(problems).toEqual(found.problems);
          return;
        }
        if (problems.length > 0) expect({ after, sections }).toEqual({ after: before, sections: [] });
        expect(sections.every((filled) => !['own', 'unknown', '__proto__'].includes(filled))).toBe(true);
        // Each part between two sections stays in place and in order, and only text between markers is replaced.
        let kept = 0;
        let at = 0;
        for (const { name: of, open, close } of found.sections.filter((each) => sections.includes(each.name))) {
          const outside = before.slice(kept, open.to);
          expect(after.startsWith(outside, at)).toBe(true);
          at = after.indexOf(`<!-- /AUTO:${of} -->`, at + outside.length);
          kept = close.from;
        }
        expect(after.slice(at)).toBe(before.slice(kept));
      }),
      { numRuns: 800 },
    );
  });

  test('are the same after a refresh, and a second refresh changes nothing', () => {
    fc.assert(
      fc.property(text, fc.array(note, { maxLength: 3 }), (before, notes) => {
        const facts = factsOf(notes);
        const collectors = new CollectorRegistry();
        const once = refreshMoc(before, collectors, facts);
        const names = (shown: string) => findMarkers(shown).sections.map(({ name: of }) => of);
        expect(names(once.text)).toEqual(names(before));
        expect(refreshMoc(once.text, collectors, facts).text).toBe(once.text);
      }),
      { numRuns: 800 },
    );
  });

  test("contain the collector's text or their old one, for any text", () => {
    fc.assert(
      fc.property(hostile, (content) => {
        const collectors = new CollectorRegistry();
        collectors.register({ name: 'own', collect: () => content });
        const before = 'a\n<!-- AUTO:own -->\nold\n<!-- /AUTO:own -->\n\n<!-- AUTO:orphans -->\n<!-- /AUTO:orphans -->\nz';
        const { text: after, problems } = refreshMoc(before, collectors, factsOf([]));
        expect(after.endsWith('<!-- /AUTO:own -->\n\n<!-- AUTO:orphans -->\nNo orphans.\n<!-- /AUTO:orphans -->\nz')).toBe(true);
        expect(findMarkers(after).sections.map(({ name: of }) => of)).toEqual(['own', 'orphans']);
        expect(after.startsWith('a\n<!-- AUTO:own -->\nold\n<!-- /AUTO:own -->')).toBe(problems.length > 0);
      }),
      { numRuns: 800 },
    );
  });
});

test.each(['<!-- AUTO:', '<!--', '<!-- AUTO:a', `<!--${' '.repeat(50)}`, '<!-- /AUTO:b -->', 'AUTO:`'])(
  'a text of nothing but %j takes time linear in its length',
  (part) => {
    expectLinear((count) => {
      const text = `AUTO:${part.repeat(count)}`;
      return () => findMarkers(text);
    }, 5_000);
  },
);
