import { describe, expect, it } from 'vitest';
import { NOTE_STATUSES, NOTE_TYPES } from '../../../../src/engine/vault/note-fields.ts';
import { findNearNotes, sortByNearness } from '../../../../src/engine/vault/search/nearness.ts';
import { makeNote } from './make-note.ts';
import { makeVault } from './make-vault.ts';

describe('sortByNearness', () => {
  it.each([
    ['incidnet', 'incident'],
    ['Rules', 'rule'],
    ['persn', 'person'],
  ])('puts the nearest value of %s first: %s', (value, nearest) => {
    const [first, ...others] = sortByNearness(value, NOTE_TYPES);
    expect(first).toEqual({ value: nearest, isNear: true });
    expect(others).toHaveLength(NOTE_TYPES.length - 1);
  });

  it('does not mark a different word as near', () => {
    expect(sortByNearness('done', NOTE_STATUSES).filter(({ isNear }) => isNear)).toEqual([]);
    expect(sortByNearness('', NOTE_STATUSES).filter(({ isNear }) => isNear)).toEqual([]);
  });
});

describe('findNearNotes', () => {
  const freeze = makeNote('atoms/release_freeze.md', { id: '20260412_deploy_freeze', name: 'Deploy freeze during release windows' });
  const { index } = makeVault([
    freeze,
    makeNote('rules/rollback.md', { name: 'Roll back within minutes' }),
    makeNote('a/x.md'),
    makeNote('b/x.md'),
  ]);
  const near = (target: string) => findNearNotes(index, target, 3).map(({ path, target: name }) => `${path} as ${name}`);

  it.each([
    ['20260412_deploy_freze', '20260412_deploy_freeze'],
    ['Deploy freeze', '20260412_deploy_freeze'],
    ['release-freeze', 'release_freeze'],
    ['release_freez', 'release_freeze'],
    ['rules/release_freeze.md', 'release_freeze'],
    ['Deploy freeze during releas window', 'Deploy freeze during release windows'],
  ])('finds the note that a misspelt link %s means', (target, name) => {
    expect(near(target)).toEqual([`atoms/release_freeze.md as ${name}`]);
  });

  it('finds nothing for different names, and returns no ambiguous names', () => {
    expect(near('invoices')).toEqual([]);
    expect(near('x')).toEqual([]);
    expect(near('b/z')).toEqual([]);
  });

  it('returns the name of the note that is nearest to the text', () => {
    const { index: notes } = makeVault([makeNote('a/short_notes.md', { id: '20260411_short_notes', name: 'Short notes get read' })]);
    expect(findNearNotes(notes, 'short_note', 1).map(({ target }) => target)).toEqual(['short_notes']);
  });

  it('prefers names with the same words', () => {
    const { index: two } = makeVault([makeNote('a.md', { name: 'alpha betx' }), makeNote('b.md', { name: 'alpha-beta' })]);
    expect(findNearNotes(two, 'alpha beta', 2).map(({ path }) => path)).toEqual(['b.md', 'a.md']);
  });

  it('returns the nearest first, and at most the requested number', () => {
    const many = makeVault(
      ['alpha beta', 'alpha bets', 'alphx bety', 'alpha betz'].map((name, at) => makeNote(`${at}.md`, { name })),
    ).index;
    expect(findNearNotes(many, 'alpha bety', 2).map(({ target }) => target)).toEqual(['alpha beta', 'alpha bets']);
  });
});
