import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitHeader } from '../../src/engine/text/frontmatter/split-header.ts';
import { markdownParts } from '../../src/engine/text/markdown/markdown.ts';
import { VaultIndex } from '../../src/engine/vault/cache/vault-index.ts';
import { applyEdits, proposeLinks } from '../../src/engine/vault/links/auto-link.ts';
import { readNoteText } from '../../src/engine/vault/notes/format.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { linkReport } from '../../src/engine/vault/report.ts';
import { expectLinear } from '../support/processor-time.ts';
import { vaultConfig } from '../support/vault-config.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';

const NOTES = [
  makeNote('atoms/alpha_plan.md', { id: '20260101_alpha', name: 'Alpha plan' }),
  makeNote('atoms/beta_plan.md', { name: 'Beta plan' }),
  makeNote('atoms/long.md', { name: 'Alpha plan of Beta' }),
  makeNote('x/twin.md', { name: 'Twin notes' }),
  makeNote('y/twin.md', { name: 'Twin notes' }),
  makeNote('odd[1].md', { name: 'Odd plan' }),
];

/** Names of notes, and texts that may surround them. */
const piece = fc.constantFrom(
  ...['Alpha plan', 'alpha PLAN', 'Beta plan', 'Alpha plan of Beta', 'Twin notes', 'Odd plan', 'Own plan', '20260101_alpha'],
  ...['`atoms/alpha_plan.md`', '`x/twin.md`', '`atoms/none.md`', '[[beta_plan]]', '[[atoms/long|Alpha plan]]', '[[twin]]', '[[nobody]]'],
  ...['`', '``', '```', '~~~', '<!--', '-->', '[', ']', '[[', ']]', '](', '(', ')', '<', '<a ', '>', '|', '\\', '!', '#', '://', '@'],
  ...[' ', ' ', ' ', '\n', '\n', '\n\n', '\r\n', '\t', '    ', '-', '.', ':', 'x', 'é', '\u0301', '_', '---', '===', '# ', '- ', '> '],
  ...['<!-- AUTO:recent -->', '<!-- /AUTO:recent -->', '---\n', '\ufeff', '[ref]: ', '\u{1f600}', '\ud800'],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

function vaultWith(body: string): { index: VaultIndex; note: Note } {
  const index = new VaultIndex();
  for (const note of NOTES) index.set(note);
  const read = readNoteText('own.md', body, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());
  const note = { ...read, name: 'Own plan' };
  index.set(note);
  return { index, note };
}

function inside(ranges: readonly { from: number; to: number }[], edit: { from: number; to: number }): boolean {
  return ranges.some(({ from, to }) => from <= edit.from && edit.to <= to);
}

/** Returns the visible text: links as their labels, references without backticks. */
const asRead = (shown: string) => shown.replace(/\[\[([^[\]|]*)\|([^[\]]*)\]\]/g, '$2');

describe('proposed links', () => {
  test('are in prose or replace a reference, keep the visible text, and lead to one other note', () => {
    fc.assert(
      fc.property(text, (before) => {
        const { index, note } = vaultWith(before);
        const edits = proposeLinks(index, note, before);
        const { prose, spans } = markdownParts(before, splitHeader(before).bodyFrom);
        let end = 0;
        const targets = new Set<string>();
        for (const edit of edits) {
          expect(edit.from).toBeGreaterThanOrEqual(end);
          end = edit.to;
          const replaced = before.slice(edit.from, edit.to);
          const [, target = '', label] = /^\[\[([^[\]|]+)(?:\|([^[\]|]+))?\]\]$/.exec(edit.text) ?? [];
          expect(index.resolve(target)).toMatchObject({ kind: 'found', path: expect.not.stringMatching(/^own/) });
          if (label === undefined) {
            expect(inside(spans, edit)).toBe(true);
            expect(replaced.replace(/^`+|`+$/g, '')).toBe(`${target}.md`);
          } else {
            expect(inside(prose, edit)).toBe(true);
            expect(label).toBe(replaced);
            expect(targets.has(target)).toBe(false);
            targets.add(target);
          }
        }
        const references = edits.filter((edit) => !edit.text.includes('|'));
        expect(asRead(applyEdits(before, edits))).toBe(asRead(applyEdits(before, references)));
      }),
      { numRuns: 800 },
    );
  });

  test('are not proposed again after they are applied', () => {
    fc.assert(
      fc.property(text, (before) => {
        const first = vaultWith(before);
        const after = applyEdits(before, proposeLinks(first.index, first.note, before));
        const second = vaultWith(after);
        expect(proposeLinks(second.index, second.note, after)).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });

  test('add no dead or ambiguous links and no orphans', () => {
    fc.assert(
      fc.property(text, (before) => {
        const first = vaultWith(before);
        const after = applyEdits(before, proposeLinks(first.index, first.note, before));
        const [old, now] = [linkReport(first.index), linkReport(vaultWith(after).index)];
        const targets = ({ dead, ambiguous }: typeof old) => [...dead, ...ambiguous].map(({ target }) => target);
        expect(targets(old)).toEqual(expect.arrayContaining(targets(now)));
        expect(old.orphans).toEqual(expect.arrayContaining([...now.orphans]));
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['[', ''],
  ['[[', ''],
  ['[]', ''],
  [',`a`', ''],
  ['](', ''],
  ['<a', ''],
  ['[', ']'],
  ['Alpha ', ''],
  ['Alpha plan', ''],
  ['\\', ''],
  ['://', ''],
  ['<!-- AUTO:a -->', ''],
  ['<!-- /AUTO:a -->', ''],
  ['<!-- AUTO:a -->', '<!-- /AUTO:a -->'],
  ['[x]: ', ''],
  ['|', '\n'],
  ['İ ', ''],
  [' \n', ''],
])('a text of repeated %j takes linear time', (piece_, closing) => {
  expectLinear((count) => {
    const body = piece_.repeat(count) + closing.repeat(count);
    const { index, note } = vaultWith('');
    return () => proposeLinks(index, note, body);
  }, 5_000);
});
