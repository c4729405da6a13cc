import { describe, expect, test } from 'vitest';
import { acceptNoteText, archiveNoteText, recordReplacement, supersedeNoteText } from '../../../../src/engine/vault/review.ts';

const note = (status: string, more = '') =>
  `\ufeff---\r\nname: x # mine\r\nstatus: ${status}   # why\r\nupdated: 2020-01-01\r\n${more}---\r\n\r\nBody \r\n`;

/** Returns a note that is only known by this name. */
const named = (target: string) => ({ target, means: (written: string) => written === target });

const BY_ANN = { by: 'person:ann', day: '2026-04-13' };

describe('decisions on a note', () => {
  test('to accept it set its status, person and day, and change nothing else', () => {
    const accepted = 'accepted_by: person:ann\r\naccepted: 2026-04-13\r\n';
    expect(acceptNoteText(note('Review'), BY_ANN)).toBe(note('active', accepted));
    const before = 'accepted_by: "person:bob" # first\r\naccepted: 2026-01-01\r\n';
    const again = acceptNoteText(note('review', before), BY_ANN);
    expect(again).toBe(note('active', 'accepted_by: "person:ann" # first\r\naccepted: 2026-04-13\r\n'));
  });

  test('quote the name of a person if YAML requires it', () => {
    const text = acceptNoteText('---\nstatus: review\n---\n', { ...BY_ANN, by: 'person: #1' });
    expect(text).toContain('accepted_by: "person: #1"\n');
  });

  test('to archive it change its status and no other byte', () => {
    expect(archiveNoteText(note('active'))).toBe(note('archived'));
    expect(archiveNoteText(note('odd'))).toBe(note('archived'));
  });

  test.each([
    ['nests deeply', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['has more brackets in quotes than anything nests', `"${'['.repeat(500)}"`],
    ['has thousands of aliases', `&a [${'*a, '.repeat(2_000)}x]`],
  ])('replace a status value that %s', (_, value) => {
    expect(archiveNoteText(`---\nname: x\nstatus: ${value}\n---\nBody\n`)).toBe('---\nname: x\nstatus: archived\n---\nBody\n');
  });

  test('that are already made change nothing, in any spelling', () => {
    expect(acceptNoteText(note('"Active"'), BY_ANN)).toBe(note('"Active"'));
    expect(archiveNoteText(note('ARCHIVED'))).toBe(note('ARCHIVED'));
    expect(acceptNoteText('no header\n', BY_ANN)).toBe('no header\n');
  });

  test('add a missing status', () => {
    expect(archiveNoteText('---\nname: x\n---\nBody\n')).toBe('---\nname: x\nstatus: archived\n---\nBody\n');
    expect(archiveNoteText('Body\n')).toBe('---\nstatus: archived\n---\nBody\n');
  });

  test.each(['archived', 'superseded', 'odd'])('throw for accepting a note that is not in review: %s', (status) => {
    expect(() => acceptNoteText(note(status), BY_ANN)).toThrow(
      expect.objectContaining({ code: 'denied', data: expect.objectContaining({ value: status }) }),
    );
  });

  test.each(['---\nstatus: review\nBody', '---js\nstatus: review\n---\n'])(
    'throw for a header that is not closed or is code: %j',
    (text) => {
      expect(() => archiveNoteText(text)).toThrow(expect.objectContaining({ code: 'broken-file' }));
    },
  );
});

describe('supersession of a note', () => {
  test('is recorded in both notes, and the old one gets the status superseded', () => {
    expect(supersedeNoteText(note('active'), named('atoms/new'))).toBe(note('superseded', 'superseded_by: [atoms/new]\r\n'));
    expect(recordReplacement(note('active'), named('atoms/old'))).toBe(note('active', 'supersedes: [atoms/old]\r\n'));
  });

  test('keeps existing references, and adds none twice', () => {
    expect(supersedeNoteText(note('superseded', 'superseded_by: a\r\n'), named('b'))).toBe(note('superseded', 'superseded_by: [a, b]\r\n'));
    for (const list of ['superseded_by: "[[b]]"\r\n', 'superseded_by:\r\n  - a\r\n  - "[[b|label]]"\r\n']) {
      expect(supersedeNoteText(note('superseded', list), named('b'))).toBe(note('superseded', list));
    }
  });

  test.each([
    ['"[[a]]"   # why', '["[[a]]", b]   # why'],
    ["'a, c' # why", "['a, c', b] # why"],
    ['a', '[a, b]'],
    ['[[a]]', '[[a], b]'],
    ['["[[a]]" , \'c\',] # why', '["[[a]]" , \'c\', b,] # why'],
    ['[]  # none', '[b]  # none'],
    ['~  # none', '[b]  # none'],
    ['  # none', ' [b]  # none'],
    ['\n- "[[a]]" # first\n- c\n# end', '\n- "[[a]]" # first\n- c\n- b\n# end'],
    ["\n  - [[a]]\n  - 'c' # last", "\n  - [[a]]\n  - 'c' # last\n  - b"],
    ['\n  [a, # one\n   c # two\n  ]', '\n  [a, # one\n   c, b # two\n  ]'],
    ['[WIP] x', '["[WIP] x", b]'],
    ['a,\n  c', '["a, c", b]'],
    ['&x [a]\nmore: *x', null],
  ])('appends a reference to %j, and keeps the spelling of the others', (value, expected) => {
    const text = (written: string) => `---\nname: x # mine\nsupersedes:${/^\s/.test(written) ? '' : ' '}${written}\n---\nBody\n`;
    if (expected === null) expect(() => recordReplacement(text(value), named('b'))).toThrow('cannot be changed key by key');
    else expect(recordReplacement(text(value), named('b'))).toBe(text(expected));
  });
});
