import { describe, expect, it } from 'vitest';
import { newIdFor, planWantedNote } from '../../../../src/engine/vault/links/wanted-note.ts';
import { readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';
import { makeVault } from './make-vault.ts';

const wanted = (target: string, ...present: readonly Note[]) =>
  planWantedNote(makeVault(present).index, { target, from: 'rules/deep/x.md', day: '2026-04-13', project: 'ops' });

describe('planWantedNote', () => {
  it.each([
    ['Deploy freeze', 'atoms/deploy_freeze.md', '20260413_deploy_freeze', 'Deploy freeze'],
    ['retry_storm', 'atoms/retry_storm.md', '20260413_retry_storm', 'Retry storm'],
    ['20260101_retry_storm', 'atoms/retry_storm.md', '20260101_retry_storm', 'Retry storm'],
    ['rules/hold-and-watch', 'rules/hold-and-watch.md', '20260413_hold_and_watch', 'Hold and watch'],
    ['/rules/hold.md', 'rules/hold.md', '20260413_hold', 'Hold'],
    ['./hold', 'rules/deep/hold.md', '20260413_hold', 'Hold'],
    ['../../hold', 'hold.md', '20260413_hold', 'Hold'],
    ['hold.md', 'atoms/hold.md', '20260413_hold', 'Hold'],
    ['Über Alles', 'atoms/uber_alles.md', '20260413_uber_alles', 'Über Alles'],
    ['a-b', 'atoms/a_b.md', '20260413_a_b', 'a-b'],
  ])('creates the note that %j resolves to', (target, path, id, name) => {
    const made = wanted(target);
    expect(made?.path).toBe(path);
    const note = readNoteText(path, made?.text ?? '', { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());
    expect(note).toMatchObject({ id, name, project: 'ops', status: 'active', created: '2026-04-13', problems: [] });
    expect(makeVault([note]).index.resolve(target, 'rules/deep/x.md')).toEqual({ kind: 'found', path });
  });

  it.each(['../../../etc/passwd', 'index/x', '.git/x', '日本', 'a/b?', 'a\u0007', 'a/../../b', ''])('returns null for %j', (target) => {
    expect(wanted(target)).toBeNull();
  });

  it('does not use a path that is taken', () => {
    expect(wanted('Deploy freeze', makeNote('atoms/deploy_freeze.md', { id: '20260413_deploy_freeze' }))?.path).toBe(
      'atoms/deploy_freeze_2.md',
    );
    expect(wanted('rules/a', makeNote('rules/a.md'))).toBeNull();
  });
});

describe('newIdFor', () => {
  it.each([
    [{ id: '20260412_a', name: 'B c' }, '20260412_b_c'],
    [{ id: '20260412_a', name: 'A' }, '20260412_a_2'],
    [{ id: 'mine', name: 'A' }, '20260413_a'],
    [{ id: 'mine', name: '日本' }, 'mine_2'],
  ])('returns another id for %j', (note, id) => {
    const { index } = makeVault([makeNote('x.md', { id: '20260412_a' }), makeNote('y.md', { id: 'mine' })]);
    expect(newIdFor(index, note, '2026-04-13')).toBe(id);
  });
});
