import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { MAX_FINDINGS, savedFindings } from '../../../../src/host/vault/model/saved-findings.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from '../../engine/vault/make-note.ts';
import { makeVault } from '../../engine/vault/make-vault.ts';

const problem = { code: 'unknown-type', message: 'type is none', line: 3, column: 7 } as const;

const found = (notes: readonly Note[], problems: readonly string[] = []) =>
  savedFindings({ index: makeVault(notes).index, config: vaultConfig({ problems }), problems: [], links: [], mapConflicts: () => [] });

test('savedFindings includes merge conflicts of the map, also in a large vault', () => {
  const conflict = { code: 'merge-conflict', message: 'a conflict', line: 2, column: 1 } as const;
  for (const size of [1, 2_001]) {
    const { index } = makeVault(Array.from({ length: size }, (_, n) => makeNote(`n${n}.md`)));
    const shown = savedFindings({ index, config: vaultConfig(), problems: [], links: [], mapConflicts: () => [conflict] });
    expect(shown.get('MEMORY.md')).toMatchObject([{ code: 'merge-conflict', severity: 'error', line: 2 }]);
  }
});

const codes = (notes: readonly Note[]) => [...found(notes)].map(([path, findings]) => [path, findings.map(({ code }) => code)]);

describe('the findings of saved notes', () => {
  test('are the problems of each note', () => {
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

  test('exclude problems of the whole vault and of several notes together', () => {
    const cycle = [makeNote('a.md', { supersedes: ['b'] }), makeNote('b.md', { supersedes: ['a'] })];
    expect([...found(cycle, ['layers.hot is odd'])]).toEqual([]);
  });

  test('are limited to 1,000', () => {
    const notes = Array.from({ length: MAX_FINDINGS / 2 }, (_, at) => makeNote(`${at}.md`, { problems: [problem, problem, problem] }));
    expect([...found(notes).values()].flat()).toHaveLength(MAX_FINDINGS);
  });

  test('exclude problems of links in a large vault', () => {
    const notes = Array.from({ length: 2_001 }, (_, at) =>
      makeNote(`${at}.md`, at === 7 ? { problems: [problem] } : { related: ['nowhere'] }),
    );
    expect(codes(notes)).toEqual([['7.md', ['unknown-type']]]);
  });
});
