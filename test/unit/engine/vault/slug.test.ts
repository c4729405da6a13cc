import { describe, expect, it } from 'vitest';
import { folderForType, NOTE_TYPES } from '../../../../src/engine/vault/note-fields.ts';
import { inferProject, inferTags, newNoteId, toSlug } from '../../../../src/engine/vault/notes/slug.ts';

describe('slugOf', () => {
  it.each([
    ['Deploy freeze during release windows', 'deploy_freeze_during_release_windows'],
    ['  API: rate limits! ', 'api_rate_limits'],
    ['Déjà vu à Łódź, Größe', 'deja_vu_a_lodz_grosse'],
    ['__v2.3__', 'v2_3'],
    ['日本 3', '3'],
    ['ﬁne', 'fine'],
    ['x'.repeat(80), 'x'.repeat(60)],
    [`${'x'.repeat(59)} yz`, 'x'.repeat(59)],
  ])('returns for %j the slug %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it.each(['', '日本', '…?!', '___'])('throws for %j, which has no Latin letters or digits', (name) => {
    expect(() => toSlug(name)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        data: expect.objectContaining({ value: name, next: expect.stringContaining('Latin') }),
      }),
    );
  });
});

describe('newNoteId', () => {
  it('is the day and the slug, with a number if that is taken', () => {
    const taken = new Set<string>();
    const ids = [1, 2, 3].map(() => {
      const id = newNoteId('First rule', '2026-04-12', (other) => taken.has(other));
      taken.add(id);
      return id;
    });
    expect(ids).toEqual(['20260412_first_rule', '20260412_first_rule_2', '20260412_first_rule_3']);
  });
});

it('newNoteId makes at most two lookups for each of thousands of notes with the same name', () => {
  const ids = new Set<string>();
  const reached = new Map<string, number>();
  let looks = 0;
  const taken = (id: string) => {
    looks += 1;
    return ids.has(id);
  };
  for (let n = 0; n < 2_000; n += 1) ids.add(newNoteId('Untitled', '2026-04-12', taken, reached));
  expect([ids.size, ids.has('20260412_untitled_2000')]).toEqual([2_000, true]);
  expect(looks).toBeLessThan(4_000);
});

describe('inferTags', () => {
  const config = {
    tags: new Map([
      ['risk', ['risk', 'loss', 'halt']],
      ['Deploy', ['deploy', 'Commit', 'push']],
      ['café', ['cafe\u0301']],
    ]),
  };

  it.each([
    ['Deploys halted at a loss', ['risk', 'deploy']],
    ['all the COMMITS', ['deploy']],
    ['no redeploy, no glossary, no x_push', []],
    ['(push)', ['deploy']],
    ['a Café', ['café']],
    ['𝒳push', []],
    ['', []],
  ])('returns for %j the tags %j', (text, tags) => {
    expect(inferTags(text, config)).toEqual(tags);
  });
});

describe('inferProject', () => {
  const config = {
    directories: new Map([
      ['rules', 'meta'],
      ['research', 'lab'],
      ['research/deep', 'sea'],
      ['research/deep/down', 'floor'],
    ]),
  };

  it.each([
    ['rules/a.md', 'meta'],
    ['research/rules/a.md', 'lab'],
    ['x/rules/deep/a.md', 'meta'],
    ['research/deep/a.md', 'sea'],
    ['research/deep/down/rules/a.md', 'floor'],
    ['research/deeper/a.md', 'lab'],
    ['x/research/deep/a.md', 'lab'],
    ['atoms/a.md', 'unknown'],
    ['rules', 'unknown'],
    ['Rules/a.md', 'unknown'],
  ])('returns for %s the project %s', (file, project) => {
    expect(inferProject(file, config)).toBe(project);
  });
});

it('folderForType returns the folder of a type, or atoms', () => {
  const named = Object.fromEntries(NOTE_TYPES.map((type) => [type, folderForType(type)]).filter(([, folder]) => folder !== 'atoms'));
  expect(named).toEqual({
    rule: 'rules',
    feedback: 'feedback',
    insight: 'insights',
    incident: 'incidents',
    person: 'people',
    reference: 'reference',
    user: 'user',
  });
  expect(folderForType('constructor')).toBe('atoms');
});
