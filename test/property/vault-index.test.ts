import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCodePoints } from '../../src/engine/text/code-point-order.ts';
import { indexFiles } from '../../src/engine/vault/cache/index-files.ts';
import { VaultIndex } from '../../src/engine/vault/cache/vault-index.ts';
import type { Backlink, Resolution } from '../../src/engine/vault/links/link-table.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../support/vault-config.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';

/** Few names, so that notes share them and links find them; some differ only by case, composition, extension or folder. */
const NAMES = ['a', 'A', 'b', 'c', 'a.md', 'caf\u00e9', 'cafe\u0301', 'x/a', 'x/b', '\ue000', '\u{1f600}', 'b c'];
const PATHS = NAMES.map((name) => `${name.replace(/\.md$/, '')}.md`);
const TARGETS = [...NAMES, ...PATHS, './a', '../b', '/x/a', '', ' a ', 'nowhere', 'X/A'];
const VALUES = ['1', '10', '2', '__proto__', 'ops', 'Ops'];

const RELATIONS = ['supersedes', 'supersededBy', 'contradicts'] as const;

const link = fc.record({
  target: fc.constantFrom(...TARGETS),
  line: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom('wikilink' as const, 'embed' as const, 'file' as const),
});
const day = fc.constantFrom('2026-11-22', '2026-11-20', '2026-11-15', '2026-01-01', null);
const note: fc.Arbitrary<Note> = fc
  .record({
    path: fc.constantFrom(...new Set(PATHS)),
    id: fc.constantFrom('', ...NAMES),
    name: fc.constantFrom(...NAMES),
    project: fc.constantFrom(...VALUES),
    type: fc.constantFrom(...VALUES),
    status: fc.constantFrom('active', 'archived', 'review'),
    problems: fc.constantFrom([], [{ code: 'bad-date' as const, message: 'no date', line: 1, column: 1 }]),
    tags: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 3 }),
    updated: day,
    created: day,
    links: fc.array(link, { maxLength: 4 }).map((links) => links.sort((one, other) => one.line - other.line)),
    related: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    confidence: fc.constantFrom(null, 0.5),
    ...Object.fromEntries(RELATIONS.map((field) => [field, fc.array(fc.constantFrom(...NAMES), { maxLength: 1 })])),
  })
  .map(({ path, ...parts }) => makeNote(path, parts));
const step = fc.oneof({ weight: 3, arbitrary: note }, fc.constantFrom(...new Set(PATHS)), fc.constant('look' as const));

/** Returns all answers of an index, except its revision. */
function answers(index: VaultIndex) {
  const targets = TARGETS.flatMap((target) => [undefined, ...PATHS].map((from) => index.resolve(target, from)));
  return {
    size: index.size,
    notes: [...index.notes()],
    counts: [index.byProject, index.byType, index.byStatus, index.byTag].map((counts) =>
      [...counts].sort(([one], [other]) => compareCodePoints(one, other)),
    ),
    chosen: [index.replacing(), index.disputing(), index.faulty(), index.waiting()],
    ids: NAMES.map((id) => index.byId(id)),
    targets,
    backlinks: PATHS.map((path) => index.backlinks(path)),
    files: [...indexFiles(index, vaultConfig(), '2026-11-22')],
  };
}

function builtAnew(notes: Iterable<Note>): VaultIndex {
  const index = new VaultIndex();
  for (const each of notes) index.set(each);
  return index;
}

/** Resolves a link by looking at every note. */
function naiveAnswers(notes: readonly Note[], target: string, from: string): string[] {
  const spell = (text: string) => text.normalize('NFC').trim().replace(/\.md$/i, '');
  const folder = from.split('/').slice(0, -1);
  const parts = /^\.\.?\//.test(target) ? [...folder, ...target.split('/')] : target.replace(/^\//, '').split('/');
  const way: string[] = [];
  for (const part of parts) {
    if (part === '..' && way.length > 0 && way.at(-1) !== '..') way.pop();
    else if (part !== '.') way.push(part);
  }
  const wanted = spell(target.trim() === '' ? from : way.join('/'));
  const called: ((note: Note) => string)[] = [
    ({ id }) => id,
    ({ path }) => path,
    ({ path }) => path.split('/').at(-1) ?? '',
    ({ name }) => name,
  ];
  for (const how of called) {
    const exact = notes.filter((each) => spell(how(each)) === wanted);
    const alike = notes.filter((each) => spell(how(each)).toLowerCase() === wanted.toLowerCase());
    const found = exact.length > 0 ? exact : alike;
    if (found.length > 0) return found.map(({ path }) => path).sort(compareCodePoints);
  }
  return [];
}

function pathsOf(resolution: Resolution): readonly string[] {
  if (resolution.kind === 'found') return [resolution.path];
  return resolution.kind === 'ambiguous' ? resolution.paths : [];
}

/** Equal spellings in one line may come in any order. */
function filledInOrder(notes: Iterable<Note>): VaultIndex {
  const index = new VaultIndex();
  for (const each of notes) index.append(each);
  return index;
}

const linesOf = (links: readonly Backlink[]) => links.map(({ from, link: { line } }) => [from, line]);

describe('an index updated note by note', () => {
  test('answers like a newly built one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        const index = new VaultIndex();
        const model = new Map<string, Note>();
        for (const each of steps) {
          const revision = index.revision;
          // Cached answers must not outlive their validity.
          if (each === 'look') answers(index);
          else if (typeof each !== 'string') {
            index.set(each);
            model.set(each.path, each);
            expect(index.revision).not.toBe(revision);
          } else expect(index.delete(each)).toBe(model.delete(each));
        }
        const notes = [...model.values()].sort((one, other) => compareCodePoints(one.path, other.path));
        expect([...index.notes()]).toEqual(notes);
        expect(index.replacing()).toEqual(notes.filter(({ supersedes, supersededBy }) => supersedes.length + supersededBy.length > 0));
        expect(index.disputing()).toEqual(notes.filter(({ contradicts }) => contradicts.length > 0));
        expect(index.faulty()).toEqual(notes.filter((each) => each.problems.length > 0));
        expect(index.waiting()).toEqual(notes.filter((each) => each.status === 'review'));
        expect(answers(index)).toEqual(answers(builtAnew(notes)));
        expect(answers(builtAnew(notes.toReversed()))).toEqual(answers(builtAnew(notes)));
        expect(answers(filledInOrder(notes))).toEqual(answers(builtAnew(notes)));
      }),
      { numRuns: 100 },
    );
  });

  test('resolves links like a search of all notes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(note, { selector: ({ path }) => path, maxLength: 10, size: 'max' }), (notes) => {
        const index = builtAnew(notes);
        const pairs = notes.flatMap(({ path }) => TARGETS.map((target) => [target, path] as const));
        expect(pairs.map((pair) => pathsOf(index.resolve(...pair)))).toEqual(pairs.map((pair) => naiveAnswers(notes, ...pair)));
        const links = [...index.notes()].flatMap((from) => from.links.map((each) => ({ from: from.path, link: each })));
        for (const { path } of notes) {
          const meant = links.filter(({ from, link: { target } }) => naiveAnswers(notes, target, from).join('|') === path);
          expect(linesOf(index.backlinks(path))).toEqual(linesOf(meant));
        }
      }),
      { numRuns: 150 },
    );
  });
});
