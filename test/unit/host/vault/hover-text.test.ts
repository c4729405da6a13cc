import { describe, expect, test } from 'vitest';
import { escapedMarkdown, hoverText } from '../../../../src/host/vault/language/hover-text.ts';
import { makeNote } from '../../engine/vault/make-note.ts';

const NOTE = makeNote('a.md', {
  name: 'Deploy [freeze](command:x)',
  type: 'decision',
  project: 'ops',
  updated: '2026-04-12',
  summary: '<img src=x onerror=1> **no** https://example.org\n\n# No',
});

const shown = { note: NOTE, layer: 'hot', linkedFrom: 2, replacements: [] } as const;

describe('the hover text of a link', () => {
  test('describes the note in a few lines with all markup escaped', () => {
    expect(hoverText(shown)).toBe(
      [
        '**Deploy \\[freeze\\]\\(command\\:x\\)**',
        'decision · ops · active · updated 2026\\-04\\-12 · hot',
        '\\<img src\\=x onerror\\=1\\> \\*\\*no\\*\\* https\\:\\/\\/example\\.org \\# No',
        'Linked from 2 other notes.',
      ].join('\n\n'),
    );
  });

  test('shows that the note is superseded, or waits for a person to accept it', () => {
    const status = (value: string) => ({ ...shown, note: { ...NOTE, status: value } });
    const other = makeNote('b.md', { name: 'Newer_one' });
    expect(hoverText({ ...shown, replacements: [other] })).toContain('\n\nSuperseded by “Newer\\_one”.\n\n');
    expect(hoverText({ ...status('superseded'), replacements: [other] })).toContain('\n\nSuperseded by “Newer\\_one”.\n\n');
    expect(hoverText(status('superseded'))).toContain('\n\nSuperseded.\n\n');
    expect(hoverText(status('review'))).toContain('\n\nWaits for a person to accept it.\n\n');
  });

  test('shows unknown fields and missing backlinks', () => {
    const bare = hoverText({ ...shown, note: makeNote('a.md'), linkedFrom: 0 });
    expect(bare).toBe('**a**\n\nunknown · unknown · active · no date · hot\n\nNo other note links to it.');
  });
});

test('escapedMarkdown escapes all punctuation, and removes bidirectional control characters', () => {
  const signs = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
  expect(escapedMarkdown(signs)).toBe(signs.replace(/./g, '\\$&'));
  expect(escapedMarkdown('a\u202e\n1. b')).toBe('a 1\\. b');
});
