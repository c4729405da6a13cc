import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClauseWords, parseClauses } from '../../../../../src/engine/vault/trust/clauses.ts';
import type { ShortNote } from '../../../../../src/engine/vault/trust/note-clauses.ts';
import { compareShortNotes, findSimilarNotes, type SimilarPair, SimilarPairs } from '../../../../../src/engine/vault/trust/short-notes.ts';

let number = 0;

/** Creates a note. @param text `name | summary` */
function note(text: string, project = 'ops'): ShortNote {
  const [name = '', summary = ''] = text.split(' | ');
  number += 1;
  return { path: `${number}.md`, name, summary, project };
}

function pairsOf(notes: readonly ShortNote[]): SimilarPair[] {
  const pairs = new SimilarPairs();
  for (const each of notes) pairs.add(each);
  return pairs.find();
}

const kindOf = (one: string, other: string) => {
  const found = compareShortNotes(note(one), note(other));
  expect(compareShortNotes(note(other), note(one))).toEqual(found);
  return found?.kind ?? null;
};

test.each([
  ['Use tabs', 'Do not use tabs'],
  ['Use tabs', "Don't use tabs"],
  ['Indent | Use tabs for indentation.', 'No tabs | Never use tabs for indentation.'],
  ['Always deploy on Friday', 'Never deploy on Friday'],
  ['Deploys | Deploy on Fridays.', 'Fridays | We do not deploy on Friday.'],
  ['Enable the query cache', 'Disable the query cache'],
  ['Use tabs, not spaces', 'Use spaces instead of tabs'],
  ['Run migrations before the deploy', 'Run migrations after the deploy'],
  ['Avoid global state', 'Prefer global state'],
  ['Retry a failed payment', "A failed payment can't be retried; never retry a failed payment"],
  ['Retry failed requests three times.', 'Retry failed requests 5 times'],
  ['Retry failed requests three times.', 'Retries of failed requests are forbidden.'],
  ['Timeout | Cancel queries after 30 seconds.', 'Queries | Cancel queries after 60 seconds'],
  ['T1 | Timeouts are 30 seconds', 'T2 | Timeouts are 60 seconds'],
  ['The API listens on port 8080', 'The API listens on port 9090'],
])('%j and %j are opposite', (one, other) => {
  expect(kindOf(one, other)).toBe('opposite');
});

test.each([
  ['Pin the base image', 'Always pin base images'],
  ['Use tabs, not spaces', 'Use tabs instead of spaces'],
  ['Indentation | Use tabs for indentation, never spaces.', 'Tabs | For indentation use tabs and never spaces.'],
  ['No deploy without tests', 'Deploy with tests'],
  ['Do not merge before tests pass', 'Merge after tests pass'],
  ['Retry failed requests three times.', 'Retry failed requests 3 times'],
  ['Keep twelve backups', 'Always keep 12 backups'],
])('%j and %j are nearly the same', (one, other) => {
  expect(kindOf(one, other)).toBe('same');
});

test.each([
  ['Cap Retry-After at 60 s | Servers may ask for hours.', 'Cap the Retry-After at 60 s | dup'],
  ['Pin the base image! | Builds differ otherwise.', 'Pin base images | For the sake of caches.'],
])('%j and %j have nearly the same name', (one, other) => {
  expect(compareShortNotes(note(one), note(other))).toEqual({ kind: 'same', likeness: 1, alike: 'name' });
  expect(compareShortNotes(note(one), note(other, 'web'))).toBeNull();
  const [earlier, later] = [note(one), note(other)];
  expect(pairsOf([earlier, later])).toMatchObject([{ path: later.path, other: earlier.path, relation: { alike: 'name' } }]);
});

test.each([
  ['Project plan | The API allows 100 requests a minute.', 'Project plan | Hire two people.'],
  ['Hooks | One thing.', 'The hooks | Another one.'],
  ['Cap Retry-After at 60 s | Servers may ask for hours.', 'Cap Retry-After at 90 s | dup'],
  ['Use tabs', 'Use spaces'],
  ['Tabs', 'No tabs'],
  ['Cron', 'Avoid cron'],
  ['Weekly report 12', 'Weekly report 13'],
  ['Deploy on Friday', 'Never restart the database on Friday'],
  ['Makefiles | Use tabs.', 'Go | Use tabs.'],
  ['API rate limits | The API allows 100 requests a minute.', 'API versions | The API never drops a version within a year.'],
  ['Retry with jitter', 'Retries are not logged'],
  ['A | Took 3 hours', 'B | Took 5 hours'],
  ['A | 30 seconds', 'B | 60 seconds'],
  ['One | See `src/none.ts:1` for helpers', 'Two | See `src/some.ts:1` for helpers'],
  ['One | The parser in `lib/no-op.ts` handles quotes', 'Two | The parser in `lib/op.ts` handles quotes'],
  ['', ''],
])('%j and %j are neither opposite nor nearly the same', (one, other) => {
  expect(kindOf(one, other)).toBeNull();
});

test.each([
  ['Upgrade to version 3', 'Upgrade to version 4'],
  ['Release 12 went out in 3 hours', 'Release 13 went out in 5 hours'],
  ['Took 3 hours', 'Took 5 hours'],
  ['Wait 3 seconds between 5 attempts', 'Wait 4 seconds between 5 attempts'],
  ['Retry failed requests 3 times', 'Retry failed uploads 5 times'],
])('%j and %j are not opposite', (one, other) => {
  expect(kindOf(one, other)).not.toBe('opposite');
});

test('notes of two different projects are not opposite', () => {
  expect(compareShortNotes(note('Use tabs', 'ops'), note('Do not use tabs', 'web'))).toBeNull();
  expect(compareShortNotes(note('Use tabs', 'ops'), note('Do not use tabs', 'unknown'))).toEqual({ kind: 'opposite' });
});

test('findSimilarNotes returns same and opposite notes for a new note', () => {
  const there = ['Use tabs', 'Never use tabs', 'Pin the base image', 'Other'].map((text) => note(text));
  const { same, opposite } = findSimilarNotes(note('Always use tabs'), there);
  expect([same.map(({ name }) => name), opposite.map(({ name }) => name)]).toEqual([['Use tabs'], ['Never use tabs']]);
});

test('findSimilarNotes finds the notes that compareShortNotes relates to the new one, in other forms of the words too', () => {
  const said = [
    ...['review the policy', 'review policies', 'never review the policies', 'deploy before the freeze', 'deploy after the freeze'],
    ...[
      'retry two times',
      'retry 2 times',
      'never retry five times',
      'fixes',
      'never do the fix',
      'caches expire',
      'the cache never expires',
    ],
  ];
  const text = fc.array(fc.constantFrom(...said), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('. '));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 6 }), (own, others) => {
      const [fresh, there] = [note(own), others.map((each) => note(each))];
      const { same, opposite } = findSimilarNotes(fresh, there);
      const related = (kind: string) => there.filter((each) => compareShortNotes(fresh, each)?.kind === kind).map(({ path }) => path);
      expect(same.map(({ path }) => path)).toEqual(related('same'));
      expect(opposite.map(({ path }) => path)).toEqual(related('opposite'));
    }),
  );
});

/** The cost is linear in the number of notes, even if all of them have the same words. */
test('SimilarPairs finds the opposite pair in a large vault, with a number of pairs linear in the notes', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => note(`Deploy the service number ${n} | Use the deploy service ${n % 50}.`));
  const [one, other] = [note('Always restart worker 77 at night'), note('Never restart worker 77 at night')];
  const pairs = pairsOf([one, ...many, other]);
  expect(pairs.filter(({ relation }) => relation.kind === 'opposite')).toEqual([
    { path: other.path, other: one.path, relation: { kind: 'opposite' } },
  ]);
  // Of many notes that are all alike, each is paired only with the last ones.
  expect(pairs.length).toBeLessThan(5_000 * 12 * 8);
});

test('parseClauses negates a clause for one negation, but not for two', () => {
  const words = fc.array(fc.constantFrom('deploy', 'friday', 'worker', 'queue'), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(words, fc.constantFrom('never', 'do not', "don't", 'avoid'), (said, no) => {
      const text = said.join(' ');
      if (new Set(said).size < 2) return;
      const numbered = new ClauseWords();
      const parsed = (each: string) => parseClauses(each, numbered);
      const [[plain], [denied], [twice]] = [parsed(text), parsed(`${no} ${text}`), parsed(`never ${no} ${text}`)];
      expect([plain?.isNegated, denied?.isNegated, twice?.isNegated]).toEqual([false, true, false]);
      expect(denied?.words).toEqual(plain?.words);
    }),
  );
});
