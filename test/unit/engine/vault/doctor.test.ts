import { describe, expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import { type ExaminedVault, listFindings } from '../../../../src/engine/vault/doctor.ts';
import type { NoteProblem } from '../../../../src/engine/vault/notes/note.ts';
import { listOpenDecisions } from '../../../../src/engine/vault/open-decisions.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

function examine(index: VaultIndex, parts: Partial<ExaminedVault> = {}) {
  return listFindings({ index, config: vaultConfig(), problems: [], links: [], ...parts });
}

/** Returns the findings about these files, one line each. */
const told = (files: Readonly<Record<string, string>>) =>
  examine(readVault(files)).map(({ severity, code, path, line, message }) => `${severity} ${code} ${path}:${line} ${message}`);

test('a valid vault has no findings; pending decisions are not findings', () => {
  expect(told({ 'a.md': noteText({ name: 'A', status: 'review', contradicts: 'b' }, 'See [[b]].'), 'b.md': 'x' })).toEqual([]);
});

test('reports both notes with the same id', () => {
  expect(
    told({ 'a.md': noteText({ id: 'same' }), 'b.md': noteText({ id: 'same' }), 'c.md': noteText({ id: 'own' }), 'd.md': 'x', 'e.md': 'x' }),
  ).toEqual([
    'error duplicate-id a.md:1 the id "same" is also used by "b.md"',
    'error duplicate-id b.md:1 the id "same" is also used by "a.md"',
  ]);
});

test('reports links and header references that match no note, or several', () => {
  const files = {
    'a.md': noteText({ supersedes: '[gone]', contradicts: 'twin' }, '[[nobody]]\n[[twin]]\n'),
    'x/twin.md': '',
    'y/twin.md': '',
  };
  expect(told(files)).toEqual([
    'warning dead-reference a.md:1 contradicts does not name exactly one note: "twin"',
    'warning dead-reference a.md:1 supersedes does not name exactly one note: "gone"',
    'warning dead-link a.md:6 no such note: "nobody"',
    'warning ambiguous-link a.md:7 "twin" may mean "x/twin.md" or "y/twin.md"',
  ]);
});

test('reports notes that supersede one another in a cycle', () => {
  expect(told({ 'a.md': noteText({ supersedes: 'b' }), 'b.md': noteText({ supersedes: 'a' }), 'c.md': '' })).toEqual([
    'error supersession-cycle a.md:1 these notes supersede each other in a cycle: "a.md", "b.md"',
  ]);
});

test('listOpenDecisions lists notes in review with their day, and unresolved contradictions', () => {
  const files = {
    'b.md': noteText({ status: 'review', created: '2026-01-01', updated: '2026-04-02', contradicts: 'd' }),
    'a.md': noteText({ status: 'review' }),
    'd.md': '',
    'e.md': noteText({ contradicts: 'd', status: 'archived' }),
  };
  const findings = listOpenDecisions(readVault(files));
  expect(findings.map(({ severity, code, path, line, message }) => `${severity} ${code} ${path}:${line} ${message}`)).toEqual([
    'warning review a.md:1 waits for review',
    'warning contradiction b.md:1 contradicts "d.md"',
    'warning review b.md:1 waits for review since 2026-04-02',
  ]);
});

test('names only some of many notes with a shared id or name, to bound the size of all findings', () => {
  const files = Array.from({ length: 40 }, (_, n) => [`n${10 + n}.md`, noteText({ id: 'same', name: 'Shared' }, '[[Shared]]')] as const);
  const findings = told(Object.fromEntries(files));
  expect(findings.filter((finding) => finding.includes('duplicate-id')).length).toBe(40);
  expect(findings.find((finding) => finding.startsWith('error duplicate-id n10.md'))).toMatch(
    /: "n11\.md", .*, "n20\.md", others$|by "n11\.md", .*, "n20\.md", others$/,
  );
  expect(findings.find((finding) => finding.startsWith('warning ambiguous-link n10.md'))).toMatch(/ or "n19\.md" or others$/);
});

describe('severity of a problem of a note', () => {
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

  test.each(['yaml', 'bad-header', 'repeated-key', 'bad-value', 'unknown-type', 'unknown-status', 'bad-date'] as const)(
    '%s is a warning, as the note is still found',
    (code) => {
      expect(severity(code)).toBe('warning');
    },
  );
});

test('unreadable paths are errors and configuration problems are warnings, sorted by path', () => {
  const index = readVault({ 'b.md': noteText({ type: 'odd' }) });
  const problems = [
    { path: 'c', error: new CortexError('read-only', 'cannot list the folder', { file: 'c', next: 'Make it readable.' }) },
    { path: 'a.md', error: new CortexError('broken-file', 'is a pipe', { file: 'a.md' }) },
  ];
  const found = examine(index, { problems, config: vaultConfig({ problems: ['No note is warm.'] }) });
  expect(found.map(({ severity, code, path, message }) => [severity, code, path, message])).toEqual([
    ['error', 'broken-file', 'a.md', 'a.md: is a pipe.'],
    ['warning', 'unknown-type', 'b.md', expect.stringContaining('"odd"')],
    ['error', 'read-only', 'c', 'c: cannot list the folder. Make it readable.'],
    ['warning', 'configuration', 'cortex.toml', 'No note is warm.'],
  ]);
});
