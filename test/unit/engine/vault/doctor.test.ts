import { describe, expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/kernel/errors.ts';
import { diagnose, type ExaminedVault } from '../../../../src/engine/vault/doctor.ts';
import type { NoteProblem } from '../../../../src/engine/vault/note.ts';
import { VaultIndex } from '../../../../src/engine/vault/vault-index.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

function examine(index: VaultIndex, parts: Partial<ExaminedVault> = {}) {
  return diagnose({ index, config: { problems: [] }, problems: [], ...parts });
}

/** Findings in short. */
const told = (files: Readonly<Record<string, string>>) =>
  examine(readVault(files)).map(({ severity, code, path, line, message }) => `${severity} ${code} ${path}:${line} ${message}`);

test('a vault with nothing wrong has no findings; notes that wait for a review are none', () => {
  expect(told({ 'a.md': noteText({ name: 'A', status: 'review' }, 'See [[b]].'), 'b.md': 'x' })).toEqual([]);
});

test('two notes with one id are both named', () => {
  expect(
    told({ 'a.md': noteText({ id: 'same' }), 'b.md': noteText({ id: 'same' }), 'c.md': noteText({ id: 'own' }), 'd.md': 'x', 'e.md': 'x' }),
  ).toEqual([
    'error duplicate-id a.md:1 the id "same" is also that of "b.md"',
    'error duplicate-id b.md:1 the id "same" is also that of "a.md"',
  ]);
});

test('links and names in the header that mean no note, or several', () => {
  const files = {
    'a.md': noteText({ supersedes: '[gone]', contradicts: 'twin' }, '[[nobody]]\n[[twin]]\n'),
    'x/twin.md': '',
    'y/twin.md': '',
  };
  expect(told(files)).toEqual([
    'warning dead-reference a.md:1 contradicts names no one note: "twin"',
    'warning dead-reference a.md:1 supersedes names no one note: "gone"',
    'warning dead-link a.md:6 no note is called "nobody"',
    'warning ambiguous-link a.md:7 "twin" may mean "x/twin.md" or "y/twin.md"',
  ]);
});

test('circles of notes that replace one another, and notes that contradict each other', () => {
  const files = {
    'a.md': noteText({ supersedes: 'b' }),
    'b.md': noteText({ supersedes: 'a' }),
    'c.md': noteText({ contradicts: 'd' }),
    'd.md': '',
    'e.md': noteText({ contradicts: 'd', status: 'archived' }),
  };
  expect(told(files)).toEqual([
    'error supersession-circle a.md:1 these notes replace one another in a circle: "a.md", "b.md"',
    'warning contradiction c.md:1 contradicts "d.md"',
  ]);
});

describe('what is wrong with a note', () => {
  const severity = (code: NoteProblem['code']) => {
    const index = new VaultIndex();
    index.set(makeNote('a.md', { problems: [{ code, message: 'm', line: 3, column: 4 }] }));
    const [finding] = examine(index);
    expect(finding).toMatchObject({ code, path: 'a.md', line: 3, column: 4, message: 'm' });
    return finding?.severity;
  };

  test.each(['not-utf8', 'too-large', 'unreadable', 'code-header', 'unclosed-header', 'unclosed-marker'] as const)(
    '%s is an error',
    (code) => {
      expect(severity(code)).toBe('error');
    },
  );

  test.each(['yaml', 'bad-value', 'unknown-type', 'unknown-status', 'bad-date'] as const)(
    '%s is a warning: the note is found all the same',
    (code) => {
      expect(severity(code)).toBe('warning');
    },
  );
});

test('what cannot be looked at is an error, what is odd in the configuration a warning; all are in the order of paths', () => {
  const index = readVault({ 'b.md': noteText({ type: 'odd' }) });
  const problems = [
    { path: 'c', error: new CortexError('read-only', 'cannot list the folder', { file: 'c', next: 'Make it readable.' }) },
    { path: 'a.md', error: new CortexError('broken-file', 'is a pipe', { file: 'a.md' }) },
  ];
  const found = examine(index, { problems, config: { problems: ['No note is warm.'] } });
  expect(found.map(({ severity, code, path, message }) => [severity, code, path, message])).toEqual([
    ['error', 'broken-file', 'a.md', 'a.md: is a pipe.'],
    ['warning', 'unknown-type', 'b.md', expect.stringContaining('"odd"')],
    ['error', 'read-only', 'c', 'c: cannot list the folder. Make it readable.'],
    ['warning', 'configuration', 'cortex.toml', 'No note is warm.'],
  ]);
});
