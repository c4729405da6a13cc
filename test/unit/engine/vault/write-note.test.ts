import { describe, expect, test } from 'vitest';
import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import { readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import { type NewNote, newNoteText, placeNewNote } from '../../../../src/engine/vault/notes/write-note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';

const NOTE: NewNote = {
  id: '20260412_deploy_freeze_during_release',
  name: 'Deploy freeze during release windows',
  type: 'decision',
  project: 'ops',
  status: 'active',
  day: '2026-04-12',
  tags: ['deploy', 'risk', 'decision'],
  links: [],
  description: '',
  body: 'No deploys allowed 24 hours before and after a release cut.\n\n**Why:** Conflicts.\n',
};

const read = (text: string) => readNoteText('a.md', text, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());

describe('text of a new note', () => {
  test('has the format of the seed, with the first line of the body as its description', () => {
    expect(newNoteText(NOTE)).toBe(`---
id: 20260412_deploy_freeze_during_release
name: Deploy freeze during release windows
type: decision
project: ops
status: active
created: 2026-04-12
updated: 2026-04-12
tags: [deploy, risk, decision]
links: []
description: No deploys allowed 24 hours before and after a release cut.
---

# Deploy freeze during release windows

No deploys allowed 24 hours before and after a release cut.

**Why:** Conflicts.
`);
  });

  test('contains optional fields', () => {
    const text = newNoteText({ ...NOTE, description: 'Short.', author: 'agent-7', confidence: 0.5, pnlImpact: -120.5, links: ['atoms/x'] });
    expect(text).toContain('\nlinks: [atoms/x]\ndescription: Short.\nauthor: agent-7\nconfidence: 0.5\npnl_impact: -120.5\n---\n');
    expect(read(text)).toMatchObject({ confidence: 0.5, pnlImpact: -120.5, related: ['atoms/x'], problems: [] });
  });

  test('has its description in one line, as the original program reads no more of it', () => {
    const [one, none] = ['  Two\r\nlines\tof it ', ' \n '].map((description) => newNoteText({ ...NOTE, description }));
    expect(one).toContain('\ndescription: Two lines of it\n---\n');
    expect(none).toContain('\ndescription: No deploys allowed ');
  });

  test('without a body has only a heading, and no description', () => {
    const text = newNoteText({ ...NOTE, body: ' \n\n' });
    expect(text.endsWith('links: []\n---\n\n# Deploy freeze during release windows\n')).toBe(true);
  });

  test('keeps a level 1 heading of the body instead of adding one', () => {
    expect(newNoteText({ ...NOTE, body: '\n# Own\n\nText' }).endsWith('---\n\n# Own\n\nText\n')).toBe(true);
    expect(newNoteText({ ...NOTE, body: '## Own\n' })).toContain('windows\n\n## Own\n');
  });

  test.each(['[WIP] x: y', '- a', '"quoted" # not a comment', 'true', '2026', '@x', '{a}', "it's", '---', 'null', '部署 \u{1f600}'])(
    'quotes values that YAML would read differently: %s',
    (name) => {
      const note = read(newNoteText({ ...NOTE, name, project: name, tags: ['a, b', '[c]'], description: name, body: '---\nx: y\n---\n' }));
      expect(note).toMatchObject({ name, project: name, description: name, tags: ['a, b', '[c]'], problems: [] });
    },
  );

  test.each(['', ' ', ' x', 'x ', 'a\nb', 'a\tb', 'a\u2028b', 'a\u0000', '\ud800'])(
    'throws for a name that is not one line of text: %j',
    (name) => {
      expect(() => newNoteText({ ...NOTE, name })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    },
  );
});

describe('path of a new note', () => {
  const place = (paths: readonly string[], parts: Partial<Parameters<typeof placeNewNote>[1]> = {}) => {
    const index = new VaultIndex();
    for (const path of paths) index.set(makeNote(path, { id: path.startsWith('id/') ? path.slice(3, -3) : '' }));
    return placeNewNote(index, { name: 'Deploy freeze!', type: 'decision', day: '2026-04-12', directory: null, ...parts });
  };

  test('is in the folder of its type or the given one, with the id without the day as file name', () => {
    expect(place([])).toEqual({ id: '20260412_deploy_freeze', path: 'atoms/deploy_freeze.md' });
    expect(place([], { type: 'rule' }).path).toBe('rules/deploy_freeze.md');
    expect(place([], { directory: 'a/b/' }).path).toBe('a/b/deploy_freeze.md');
    expect(place([], { directory: '.' }).path).toBe('deploy_freeze.md');
    expect(place([], { directory: 'a\\b/../c' }).path).toBe('a/c/deploy_freeze.md');
  });

  test('has the same number as the id if either is taken', () => {
    expect(place(['id/20260412_deploy_freeze.md'])).toEqual({ id: '20260412_deploy_freeze_2', path: 'atoms/deploy_freeze_2.md' });
    expect(place(['atoms/deploy_freeze.md', 'id/20260412_deploy_freeze_2.md'])).toEqual({
      id: '20260412_deploy_freeze_3',
      path: 'atoms/deploy_freeze_3.md',
    });
  });

  test('is not equal to another file on any file system', () => {
    expect(place(['Atoms/Deploy_Freeze.md']).path).toBe('atoms/deploy_freeze_2.md');
    expect(place([], { name: 'Memory', directory: '' }).path).toBe('memory_2.md');
    expect(place([], { name: 'con' }).path).toBe('atoms/con_2.md');
  });

  test.each(['..', '../x', 'a/../../x', '/x', '\\x', 'C:/x', 'a\0b'])('throws for a folder outside the vault: %j', (directory) => {
    expect(() => place([], { directory })).toThrow(expect.objectContaining({ code: 'outside-root' }));
  });

  test.each(['CON', 'a/b:c', 'line\nend', 'a/end. /x', `${'x'.repeat(300)}`])(
    'throws for a new folder with a name that is not portable: %j',
    (directory) => {
      expect(() => place([], { directory })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
      expect(place([`${directory}/other.md`], { directory }).path).toBe(`${directory}/deploy_freeze.md`);
    },
  );

  test.each(['.git', 'a/.obsidian', 'index', 'x/layers', 'node_modules'])('throws for a folder that vaults exclude: %s', (directory) => {
    expect(() => place([], { directory })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  test('throws for a name without a letter for an id', () => {
    expect(() => place([], { name: '部署' })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});
