import { describe, expect, test } from 'vitest';
import { headerChoices } from '../../../../src/engine/vault/headers/header-choices.ts';
import { linkCandidates } from '../../../../src/engine/vault/links/link-candidates.ts';
import { NOTE_STATUSES, NOTE_TYPES } from '../../../../src/engine/vault/note-fields.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';
import { makeVault } from './make-vault.ts';

const NOTES = [
  makeNote('atoms/freeze.md', { id: '20260412_freeze', name: 'Deploy freeze', updated: '2026-04-12' }),
  makeNote('atoms/old.md', { id: '20260101_old', name: 'Deploy by hand', updated: '2026-04-13', status: 'archived' }),
  makeNote('rules/redeploy.md', { id: 'r', name: 'When to redeploy', updated: '2026-04-13' }),
  makeNote('rules/café.md', { name: 'Before a deploy', updated: '2026-04-10' }),
];

function found(typed: string, notes: readonly Note[] = NOTES, most = 200): string[] {
  return linkCandidates(makeVault(notes).index, typed, most).map(({ note, by, target }) => `${by} ${note.path} ${target}`);
}

describe('candidates for a link that is being typed', () => {
  test('are all notes for an empty text, newest first, archived notes last', () => {
    expect(found('')).toEqual([
      'name rules/redeploy.md rules/redeploy',
      'name atoms/freeze.md atoms/freeze',
      'name rules/café.md rules/café',
      'name atoms/old.md atoms/old',
    ]);
  });

  test('start with names that begin with the text, then names with a word that does', () => {
    expect(found('deploy')).toEqual([
      'name atoms/freeze.md atoms/freeze',
      'name rules/café.md rules/café',
      'name rules/redeploy.md rules/redeploy',
      'name atoms/old.md atoms/old',
    ]);
  });

  test('are found by words in any order, by path and by id, in any case and composition', () => {
    expect(found('FREEZE dep')).toEqual(['name atoms/freeze.md atoms/freeze']);
    expect(found('rules/cafe\u0301')).toEqual(['name rules/café.md rules/café']);
    expect(found('20260412')).toEqual(['id atoms/freeze.md 20260412_freeze']);
    expect(found('nobody')).toEqual([]);
  });

  test('have unambiguous link targets', () => {
    const twins = [
      makeNote('x/twin.md', { id: 'x/twin' }),
      makeNote('y.md', { id: 'x/twin' }),
      makeNote('z.md', { id: 'y' }),
      makeNote('a[1].md'),
    ];
    expect(found('', twins)).toEqual(['name z.md z']);
    expect(found('twin', [makeNote('a.md', { id: 'twin', name: 'One' }), makeNote('b.md', { id: 'twin', name: 'Two' })])).toEqual([
      'id a.md a',
      'id b.md b',
    ]);
  });

  test('are at most the requested number', () => {
    expect(found('deploy', NOTES, 2)).toHaveLength(2);
  });
});

describe('suggested header values', () => {
  const notes = [
    makeNote('1.md', { type: 'Rule', project: 'ops', status: 'done', tags: ['api', 'db'] }),
    makeNote('2.md', { type: 'rule', project: 'lab', tags: ['db'] }),
    makeNote('3.md', { project: 'lab', tags: ['risk'] }),
    makeNote('4.md', { project: 'meta' }),
  ];
  const config = vaultConfig({ projects: ['meta', 'ops'], tags: new Map([['Risk', ['loss']]]) });
  const values = (key: 'type' | 'status' | 'project' | 'tags') =>
    headerChoices(makeVault(notes).index, config, key).map(({ value, isKnown, notes: count }) => `${value} ${isKnown} ${count}`);

  test('are the known values, then values of notes, most frequent first', () => {
    expect(values('type')).toEqual([...NOTE_TYPES.map((type) => `${type} true ${type === 'rule' ? 1 : 0}`), 'Rule false 1']);
    expect(values('status')).toEqual([...NOTE_STATUSES.map((status) => `${status} true ${status === 'active' ? 3 : 0}`), 'done false 1']);
    expect(values('project')).toEqual(['meta true 1', 'ops true 1', 'lab false 2']);
    expect(values('tags')).toEqual(['risk true 1', 'db false 2', 'api false 1']);
  });
});
