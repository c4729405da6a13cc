import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CortexError } from '../../src/engine/platform/errors.ts';
import type { VaultIndex } from '../../src/engine/vault/cache/vault-index.ts';
import { applyEdits } from '../../src/engine/vault/links/auto-link.ts';
import { findNameKind } from '../../src/engine/vault/links/link-table.ts';
import { findPlacedLinks } from '../../src/engine/vault/links/placed-links.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { checkRenaming, type NoteRenaming, renamingEdits } from '../../src/engine/vault/notes/rename-note.ts';
import { readVault } from '../unit/engine/vault/read-vault.ts';

/** Names, and texts that may surround them in prose. */
const word = fc.constantFrom(
  'alpha',
  'Alpha',
  'a1',
  'beta',
  'one: two',
  'the "big" one',
  "it's",
  'x, y',
  'ä',
  'notes/alpha',
  './alpha',
  'nobody',
);
const link = fc
  .tuple(
    fc.constantFrom('[[', '![[', '[[ '),
    word,
    fc.constantFrom('', '#Why', '#a|b', '|alpha', '\\|a1', ' ', '.md'),
    fc.constantFrom(']]', ']', ''),
  )
  .map((parts) => parts.join(''));
const piece = fc.oneof(
  link,
  link,
  word,
  fc.constantFrom('`', '```\n', '\n', '\n\n', '<!-- ', ' -->', ' ', '[', ']', '> ', '| ', '`notes/alpha.md`'),
);
const prose = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));

/** Field values as people write them; not all are valid YAML. */
const item = fc
  .tuple(fc.constantFrom('', '"', "'"), fc.constantFrom(['', ''], ['[[', ']]'], ['[[', '|x]]']), word)
  .map(([quote, [open, close], name]) => {
    return `${quote}${open}${name}${close}${quote}`;
  });
const items = fc.array(item, { maxLength: 3 });
const field = fc.oneof(
  item,
  items.map((all) => `[${all.join(', ')}]`),
  items.map((all) => all.map((each) => `\n  - ${each}`).join('')),
);
const header = fc
  .array(fc.tuple(fc.constantFrom('links', 'related', 'supersedes', 'contradicts', 'description'), field), { maxLength: 3 })
  .map((fields) => fields.map(([key, value]) => `${key}: ${value}\n`).join(''));
const note = fc.tuple(header, prose).map(([fields, body]) => `---\n${fields}---\n${body}`);

const vault = fc.record({ first: header, body: prose, other: note, third: note }).map(({ first, body, other, third }) => ({
  'notes/alpha.md': `---\nid: a1\nname: "one: two" # so\n${first}---\n${body}`,
  'notes/beta.md': other,
  'third.md': third,
}));
const change = fc.record({
  field: fc.constantFrom('id' as const, 'name' as const),
  next: fc.constantFrom(
    'gamma',
    'Gamma: "delta"',
    "that's",
    'p, q',
    '20260101',
    'true',
    '- x',
    'ALPHA',
    'é (é)',
    '{a}',
    '*b',
    'beta',
    'third',
    'a1',
  ),
});

type Files = Readonly<Record<string, string>>;

/** Returns the meaning of each link in the prose, with its parts except the target. */
function meanings(index: VaultIndex, path: string, text: string) {
  const links = findPlacedLinks(text, path).filter(({ field: of }) => of === null);
  return links.map(({ target, heading, label, kind }) => ({ means: index.resolve(target, path, kind), heading, label, kind }));
}

/** Returns the meaning of header fields; two names of one note may have become one. */
function fieldMeanings(index: VaultIndex, path: string) {
  const { related = [], supersedes = [], contradicts = [] } = index.get(path) ?? {};
  return [related, supersedes, contradicts].map((targets) => {
    const found = targets.map((target) => index.resolve(target, path)).filter(({ kind }) => kind === 'found');
    return found.map((resolution) => JSON.stringify(resolution));
  });
}

function renamed(index: VaultIndex, files: Files, renaming: NoteRenaming): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, applyEdits(text, renamingEdits(index, renaming, { path, text }))]),
  );
}

/** Returns the vault before and after, or `null` if the renaming is refused. */
function tried(files: Files, { field: of, next }: { field: 'id' | 'name'; next: string }) {
  const index = readVault(files);
  const alpha = index.get('notes/alpha.md');
  if (alpha === undefined) throw new Error('no note');
  const renaming = { note: alpha, field: of, next };
  try {
    checkRenaming(index, renaming);
    const after = renamed(index, files, renaming);
    return { index, alpha, after, now: readVault(after) };
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns the links of a text that must be rewritten. */
function staleLinks({ index, alpha }: { index: VaultIndex; alpha: Note }, of: 'id' | 'name', path: string, text: string) {
  return findPlacedLinks(text, path).filter(({ target, kind }) => {
    const means = index.resolve(target, path, kind);
    return kind !== 'file' && means.kind === 'found' && means.path === alpha.path && findNameKind(alpha, { target, kind }, path) === of;
  });
}

const bodyOf = (text: string) => text.slice(text.indexOf('---\n', 4) + 4);

test('a renamed note keeps the links that mean it, and nothing else changes', () => {
  const seen = { links: 0, refused: 0 };
  fc.assert(
    fc.property(vault, change, (files, wish) => {
      const both = tried(files, wish);
      if (both === null) {
        seen.refused += 1;
        return;
      }
      const { index, after, now } = both;
      expect(now.get('notes/alpha.md')).toMatchObject({ [wish.field]: wish.next });
      for (const [path, text] of Object.entries(files)) {
        const written = after[path] ?? '';
        const stale = staleLinks(both, wish.field, path, text);
        seen.links += stale.length;
        if (stale.length === 0 && path !== 'notes/alpha.md') expect(written).toBe(text);
        const edits = stale.filter(({ field: of }) => of === null).map(({ targetAt }) => ({ ...targetAt, text: wish.next }));
        expect(bodyOf(written)).toBe(bodyOf(applyEdits(text, edits)));
        // A link with no or several meanings may mean this note now.
        const meant = meanings(index, path, text).map((each) =>
          each.means.kind === 'found' ? each : { ...each, means: expect.anything() },
        );
        expect(meanings(now, path, written)).toEqual(meant);
        const fields = fieldMeanings(now, path);
        for (const [at, before] of fieldMeanings(index, path).entries()) expect(fields[at]).toEqual(expect.arrayContaining(before));
      }
    }),
    { numRuns: 300 },
  );
  expect(seen.links).toBeGreaterThan(60);
  expect(seen.refused).toBeLessThan(220);
});
