import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { MOST_FINDINGS, savedFindings } from '../../../../src/host/vault/model/saved-findings.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from '../../engine/vault/make-note.ts';
import { makeVault } from '../../engine/vault/make-vault.ts';

const problem = { code: 'unknown-type', message: 'type is none', line: 3, column: 7 } as const;

const found = (notes: readonly Note[], problems: readonly string[] = []) =>
  savedFindings({ index: makeVault(notes).index, config: vaultConfig({ problems }), problems: [], links: [], mapConflicts: () => [] });

test('what Problems shows has the conflicts of the map that is no note, also in a large vault', () => {
  const conflict = { code: 'merge-conflict', message: 'a conflict', line: 2, column: 1 } as const;
  for (const size of [1, 2_001]) {
    const { index } = makeVault(Array.from({ length: size }, (_, n) => makeNote(`n${n}.md`)));
    const shown = savedFindings({ index, config: vaultConfig(), problems: [], links: [], mapConflicts: () => [conflict] });
    expect(shown.get('MEMORY.md')).toMatchObject([{ code: 'merge-conflict', severity: 'error', line: 2 }]);
  }
});

const codes = (notes: readonly Note[]) => [...found(notes)].map(([path, findings]) => [path, findings.map(({ code }) => code)]);

describe('what Problems shows of saved notes', () => {
  test('is what is to be corrected in each of them', () => {
    const notes = [
      makeNote('a.md', { problems: [problem], related: ['nowhere'] }),
      makeNote('b.md', { id: 'i' }),
      makeNote('c.md', { id: 'i' }),
    ];
    expect(codes(notes)).toEqual([
      ['a.md', ['dead-link', 'unknown-type']],
      ['b.md', ['duplicate-id']],
      ['c.md', ['duplicate-id']],
    ]);
  });

  test('is nothing of the vault as a whole, and nothing that is the matter of several notes', () => {
    const cycle = [makeNote('a.md', { supersedes: ['b'] }), makeNote('b.md', { supersedes: ['a'] })];
    expect([...found(cycle, ['layers.hot is odd'])]).toEqual([]);
  });

  test('ends after the first thousand', () => {
    const notes = Array.from({ length: MOST_FINDINGS / 2 }, (_, at) => makeNote(`${at}.md`, { problems: [problem, problem, problem] }));
    expect([...found(notes).values()].flat()).toHaveLength(MOST_FINDINGS);
  });

  test('is in a large vault what each note says by itself, without following its links', () => {
    const notes = Array.from({ length: 2_001 }, (_, at) =>
      makeNote(`${at}.md`, at === 7 ? { problems: [problem] } : { related: ['nowhere'] }),
    );
    expect(codes(notes)).toEqual([['7.md', ['unknown-type']]]);
  });
});
