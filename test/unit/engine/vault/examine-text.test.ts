import { describe, expect, it } from 'vitest';
import { findPlacedLinks } from '../../../../src/engine/vault/links/placed-links.ts';
import { examineMap, examineText, type TextFinding } from '../../../../src/engine/vault/notes/examine-text.ts';
import { readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';
import { makeVault } from './make-vault.ts';

const note = (file: string, text: string) => readNoteText(file, text, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());

function examine(text: string, ...others: readonly Note[]): TextFinding[] {
  return examineText({ text, note: note('x.md', text), links: findPlacedLinks(text, 'x.md') }, makeVault(others).index);
}

/** Returns `code: text under the finding` for each finding. */
const found = (text: string, ...others: readonly Note[]) =>
  examine(text, ...others).map(({ code, at }) => `${code}: ${text.slice(at.from, at.to)}`);

/** Applies all fixes to the text. */
const mended = (text: string, ...others: readonly Note[]) =>
  examine(text, ...others).reduceRight(
    (all, { repair }) => (repair === null ? all : all.slice(0, repair.from) + repair.text + all.slice(repair.to)),
    text,
  );

const header = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\nText.\n`;

describe('examineText', () => {
  it('finds nothing in a valid note', () => {
    const text = header('id: 20260412_x', 'name: X', 'type: rule', 'status: active', 'links: [a]').replace(
      'Text',
      '[[a]] ![[b.png]] `c/d.md`',
    );
    expect(examine(text, makeNote('a.md'), makeNote('x.md', { id: '20260412_x' }))).toEqual([]);
  });

  it.each([
    ['type: rul', 'unknown-type: rul'],
    ['type: "rul" # why', 'unknown-type: "rul"'],
    ["status: 'don''t'", "unknown-status: 'don''t'"],
    ['status: done # why', 'unknown-status: done'],
    ['status: "a # b" # why', 'unknown-status: "a # b"'],
    ['type:   rul  ', 'unknown-type: rul'],
    ['created: soon', 'bad-date: soon'],
    ['confidence:\n  - 1', 'bad-value: confidence:'],
    ['tags: {a: b}', 'bad-value: {a: b}'],
  ])('places the finding at the invalid value of %j', (line, expected) => {
    expect(found(header('name: X', line))).toEqual([expected]);
    expect(found(header('name: X', line).replaceAll('\n', '\r\n'))).toEqual([expected]);
  });

  it('quotes a value that is invalid YAML, and changes no other byte', () => {
    const text = header('name: X', 'description: Open question: what now?', 'type: rule');
    expect(found(text)).toEqual(['yaml: Open question: what now?']);
    expect(mended(text)).toBe(text.replace('Open question: what now?', '"Open question: what now?"'));
    expect(found(mended(text))).toEqual([]);
  });

  it('has no fix if the YAML is invalid for another reason', () => {
    const [finding] = examine(header('name: X', 'name: Y'));
    expect(finding).toMatchObject({ code: 'repeated-key', repair: null });
  });

  it.each([
    ['---\nname: X\ntags:\n- a\n  b\n\nText: more', '---\nname: X\ntags:\n- a\n  b\n---\n\nText: more'],
    ['---\nname: X\n# X\n', '---\nname: X\n---\n# X\n'],
    ['---\r\nname: X\r\nText\r\n', '---\r\nname: X\r\n---\r\nText\r\n'],
    ['---', '---\n---'],
    ['---\n', '---\n---\n'],
  ])('closes the header of %j', (text, expected) => {
    expect(found(text)).toEqual(['unclosed-header: ---']);
    expect(mended(text)).toBe(expected);
  });

  it('reports an id of several notes, and names the other notes', () => {
    const text = header('name: X', 'id: 20260412_a');
    const saved = makeNote('x.md', { id: '20260412_a' });
    expect(examine(text, saved, makeNote('b.md', { id: '20260412_a' }), makeNote('a.md', { id: '20260412_a' }))).toMatchObject([
      {
        code: 'duplicate-id',
        severity: 'error',
        at: { from: text.indexOf('2026'), to: text.indexOf('\n---\nText') },
        others: ['a.md', 'b.md'],
      },
    ]);
    expect(examine(text, saved)).toEqual([]);
  });

  it('reports dead links of header and text, at their target', () => {
    const text = header('supersedes: "[[gone]]"', 'links: [lost]').replace('Text', '[[nowhere#h|l]] [[no.png]] `no/such.md`');
    expect(found(text)).toEqual(['dead-reference: gone', 'dead-link: lost', 'dead-link: nowhere']);
  });

  it('reports ambiguous links, and names the notes that match', () => {
    const text = '[[twin]]';
    const [finding] = examine(text, makeNote('b/twin.md'), makeNote('a/twin.md'));
    expect(finding).toMatchObject({ code: 'ambiguous-link', at: { from: 2, to: 6 }, others: ['a/twin.md', 'b/twin.md'] });
  });

  it('resolves relative links from the folder of the note', () => {
    expect(found('[[./deep/b]] [[./c/b]]', makeNote('deep/b.md'))).toEqual(['dead-link: ./c/b']);
  });
});

describe('examineMap', () => {
  const markers = (text: string) =>
    examineMap(text, 'MEMORY.md').map(({ at, repair }) => [text.slice(at.from, at.to), repair?.text ?? null]);

  it('reports a section that is not closed, with a fix that closes it', () => {
    expect(markers('a\r\n  <!-- AUTO:recent -->\r\nb')).toEqual([['<!-- AUTO:recent -->', '\r\n<!-- /AUTO:recent -->']]);
  });

  it('has no fix for a closing marker without a section, or for a nested section', () => {
    expect(markers('<!-- /AUTO:a -->')).toEqual([['<!-- /AUTO:a -->', null]]);
    expect(markers('<!-- AUTO:a -->\n<!-- AUTO:b -->\n<!-- /AUTO:b -->\n<!-- /AUTO:a -->')).toEqual([['<!-- AUTO:b -->', null]]);
  });

  it('contributes to the findings of examineText', () => {
    expect(found('<!-- AUTO:a -->\n[[b]]')).toEqual(['unclosed-marker: <!-- AUTO:a -->', 'dead-link: b']);
  });
});
