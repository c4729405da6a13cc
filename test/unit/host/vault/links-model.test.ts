import { describe, expect, test } from 'vitest';
import { findPlacedLinks, readNoteText } from '../../../../src/engine/vault/index.ts';
import { documentText, EditorLines } from '../../../../src/host/vault/language/links-places.ts';
import { linkSubject } from '../../../../src/host/vault/language/links-subject.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

describe('positions in a text', () => {
  test('are counted like those of the editor', () => {
    const text = documentText('\ufeffa\r\nb\rc\n\nü😀x');
    const lines = new EditorLines(text);
    const at = (part: string) => Object.values(lines.at(text.indexOf(part)));
    expect([at('a'), at('b'), at('c'), at('\nü'), at('ü'), at('x')]).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [4, 3],
    ]);
    expect(lines.at(text.length)).toEqual({ line: 4, character: 4 });
  });
});

const TEXT = '---\nid: my_id\nname: "My name"\nlinks: [other]\n---\n## Before\n\n# My name\n\nSee [[other#b|c]].\n\n# My name\n';

function subjectAt(part: string, shift = 0): string | null {
  const note = readNoteText('a.md', TEXT, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());
  const subject = linkSubject({ text: TEXT, note, links: findPlacedLinks(TEXT, 'x.md') }, TEXT.indexOf(part) + shift);
  if (subject === null) return null;
  const { from, to } = subject.kind === 'link' ? subject.link : subject.at;
  return `${subject.kind} ${TEXT.slice(from, to)} ${from}`;
}

describe('the link subject at a position of a note', () => {
  test('is the link at any position inside it', () => {
    const link = `link [[other#b|c]] ${TEXT.indexOf('[[')}`;
    expect([subjectAt('[['), subjectAt('other#', 2), subjectAt('|c', 1), subjectAt(']].', 2)]).toEqual([link, link, link, link]);
    expect(subjectAt('other]')).toBe(`link other ${TEXT.indexOf('other]')}`);
  });

  test('is the note itself at its id, its name, and the heading with its name', () => {
    expect(subjectAt('my_id', 5)).toBe('id my_id 8');
    expect(subjectAt('My name')).toBe('name My name 21');
    expect(subjectAt('# My name', 2)).toBe(`heading My name ${TEXT.indexOf('# My name') + 2}`);
  });

  test('is null elsewhere', () => {
    expect([subjectAt('id:'), subjectAt('Before'), subjectAt('See'), subjectAt(']].', 3), subjectAt(']].\n\n# My', 8)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
