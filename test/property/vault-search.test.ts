import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VaultIndex } from '../../src/engine/vault/cache/vault-index.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { queryWords, scoreNote } from '../../src/engine/vault/search/scoring.ts';
import { searchVault, type VaultQuery } from '../../src/engine/vault/search/search.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';
import { makeQuery, makeVault, PRESENT } from '../unit/engine/vault/make-vault.ts';

/** Few letters, so that words contain each other; some are combined, outside the basic plane, or separators. */
const letter = fc.constantFrom('a', 'b', 'B', 'e\u0301', '\u00e9', '\u{1f600}', '_', '-', '/', ' ', '3');
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
const word = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
const target = fc.constantFrom('n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'nowhere');
const targets = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(target, { maxLength: 2 }) });
const day = fc.constantFrom(null, '2026-04-20', '2026-04-13', '2026-04-11', '2026-04-10', '2026-04-06', '2026-04-05', '1999-12-31');

const note = fc
  .record({
    n: fc.nat(9),
    folder: fc.constantFrom('', 'ab/', 'b/a/'),
    name: text,
    project: fc.constantFrom('ab', 'Ab', 'ba', 'unknown'),
    type: fc.constantFrom('rule', 'lesson'),
    status: fc.constantFrom('active', 'review', 'archived', 'superseded'),
    tags: fc.array(fc.constantFrom('ab', 'ba', 'aa', 'cafe\u0301', '\u{1f600}\u{1f600}'), { maxLength: 3 }),
    description: text,
    updated: day,
    supersedes: targets,
    supersededBy: targets,
  })
  .map(({ n, folder, ...parts }) => makeNote(`${folder}n${n}.md`, parts));

const query = fc
  .record({
    words: fc.array(fc.oneof(word, fc.constantFrom('ab', 'ba', 'unknown', 'n1', 'md', 'caf\u00e9')), { maxLength: 4 }),
    projects: fc.constantFrom([], ['AB'], ['ba', 'unknown']),
    types: fc.constantFrom([], [], ['rule']),
    tags: fc.constantFrom([], [], ['aa', 'caf\u00e9']),
    statuses: fc.constantFrom([], [], ['Active', 'archived']),
    hot: fc.constantFrom(false, false, true),
    allStatuses: fc.boolean(),
    top: fc.constantFrom(1, 2, 3, 1_000),
  })
  .map(({ words, ...parts }) => makeQuery(words.join(' '), parts));

const plain = (value: string) => value.normalize('NFC').toLowerCase();

/** The rulings as a plain script, without optimisation. */
function pointsByRuling(of: Note, word: string): number {
  let points = 0;
  if (plain(of.name).indexOf(word) >= 0) points = points + 10;
  for (const tag of new Set(of.tags.map(plain))) if (tag === word) points = points + 8;
  if (plain(of.project) === word) points = points + 5;
  if (plain(of.description).indexOf(word) >= 0) points = points + 4;
  if (plain(of.path.slice(0, -'.md'.length)).indexOf(word) >= 0) points = points + 3;
  return points;
}

function scoreByRuling(of: Note, words: readonly string[], age: number): number {
  const points = words.map((word) => pointsByRuling(of, word));
  let score = points.reduce((sum, each) => sum + each, 0);
  if (score === 0) return 0;
  if (words.length >= 2 && !points.includes(0)) score = score * 1.5;
  if (age <= 2) score = score + 2.0;
  else if (age <= 7) score = score + 1.0;
  if (of.status === 'archived') score = score * 0.3;
  if (of.status === 'superseded') score = score * 0.5;
  return score;
}

function wordsByRuling(asked: string): string[] {
  const words: string[] = [];
  for (const each of plain(asked).split(' ')) if ([...each].length > 1 && !words.includes(each)) words.push(each);
  return words;
}

/** Days since the update; notes without one count as of 1970. */
const ageOf = ({ updated }: Note) => (Date.parse(PRESENT.today) - Date.parse(updated ?? '1970-01-01')) / 86_400_000;

function passesByRuling(of: Note, { query: asked, projects, types, tags, statuses, hot, allStatuses }: VaultQuery): boolean {
  const has = (wanted: readonly string[], values: readonly string[]) =>
    wanted.length === 0 || wanted.some((each) => values.map(plain).includes(plain(each)));
  if (asked.trim() === '' && !allStatuses && statuses.length === 0 && of.status !== 'active') return false;
  return (
    has(projects, [of.project]) && has(types, [of.type]) && has(tags, of.tags) && has(statuses, [of.status]) && !(hot && ageOf(of) > 2)
  );
}

interface Ranked {
  readonly path: string;
  readonly score: number;
  readonly updated: string;
}

function rankedByRuling(notes: readonly Note[], asked: VaultQuery): Ranked[] {
  const words = wordsByRuling(asked.query);
  const ranked: Ranked[] = [];
  for (const each of notes) {
    const score = scoreByRuling(each, words, ageOf(each));
    if ((score > 0 || asked.query.trim() === '') && passesByRuling(each, asked)) {
      ranked.push({ path: each.path, score, updated: each.updated ?? '' });
    }
  }
  const later = (one: Ranked, other: Ranked) => Number(one.updated < other.updated) - Number(one.updated > other.updated);
  return ranked.sort((one, other) => other.score - one.score || later(one, other) || (one.path < other.path ? -1 : 1));
}

/** Returns which found notes replace which, directly from the headers. */
function replacementsByRuling(index: VaultIndex, ranked: readonly Ranked[]): Map<string, string[]> {
  const paths = ranked.map(({ path }) => path).sort();
  const meant = (targetsOf: readonly string[], from: string) =>
    targetsOf
      .map((each) => index.resolve(each, from))
      .flatMap((each) => (each.kind === 'found' && paths.includes(each.path) ? [each.path] : []));
  const own = (path: string) => meant(index.get(path)?.supersededBy ?? [], path);
  const accepted = paths.filter((path) => index.get(path)?.status !== 'review');
  const said = (path: string) => accepted.filter((other) => meant(index.get(other)?.supersedes ?? [], other).includes(path));
  return new Map(paths.map((path) => [path, [...own(path), ...said(path)]]));
}

function placedByRuling(index: VaultIndex, ranked: readonly Ranked[]): string[] {
  const edges = replacementsByRuling(index, ranked);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (edges.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  const parentOf = (path: string) => (edges.get(path) ?? []).find((fresh) => !reaches(fresh, path) && fresh !== path);
  const below = (parent: string | undefined): string[] =>
    ranked.filter(({ path }) => parentOf(path) === parent).flatMap(({ path }) => [path, ...below(path)]);
  return below(undefined);
}

test('every note has the score of the ruling', () => {
  const words = fc.array(fc.oneof(word, fc.constantFrom('ab', 'ba')), { maxLength: 4 });
  fc.assert(
    fc.property(note, words, (of, asked) => {
      const wanted = queryWords(asked.join(' '));
      expect(wanted).toEqual(wordsByRuling(asked.join(' ')));
      expect(scoreNote(of, wanted, 'hot')?.score ?? 0).toBe(scoreByRuling(of, wanted, 0));
      expect(scoreNote(of, wanted, 'warm')?.score ?? 0).toBe(scoreByRuling(of, wanted, 5));
      const score = scoreNote(of, wanted, 'cold');
      const sum = score?.parts.words.reduce((points, each) => points + each.points, 0) ?? 0;
      expect(score?.score ?? 0).toBe(sum * (score?.parts.allWords === true ? 1.5 : 1) * (score?.parts.factor ?? 1));
    }),
    { numRuns: 2_000 },
  );
});

test('a search finds the notes of the ruling in its order, after any changes, with and without the word index', () => {
  const change = fc.oneof({ weight: 4, arbitrary: note }, { weight: 1, arbitrary: note.map(({ path }) => path) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30, size: 'max' }), fc.array(query, { minLength: 1, maxLength: 3 }), (changes, queries) => {
      const { index, words } = makeVault([]);
      for (const each of changes) {
        for (const held of [index, words]) {
          if (typeof each === 'string') held.delete(each);
          else held.set(each);
        }
      }
      for (const asked of queries) {
        const answer = searchVault(index, words, asked, PRESENT);
        const ranked = rankedByRuling([...index.notes()], asked);
        expect(answer.total).toBe(ranked.length);
        expect(answer.results.map((each) => each.note.path)).toEqual(placedByRuling(index, ranked).slice(0, asked.top));
        expect(searchVault(index, null, asked, PRESENT)).toEqual(answer);
      }
    }),
    { numRuns: 500 },
  );
});
