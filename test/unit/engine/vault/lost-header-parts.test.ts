import { describe, expect, it } from 'vitest';
import { errorProblems, listFindings, noteFinding } from '../../../../src/engine/vault/doctor.ts';
import { editNoteHeader } from '../../../../src/engine/vault/headers/note-header-edit.ts';
import { examineText } from '../../../../src/engine/vault/notes/examine-text.ts';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { migrateHeader } from '../../../../src/engine/vault/notes/migrate.ts';
import { resolveNote } from '../../../../src/engine/vault/notes/resolve-note.ts';
import { linkReport } from '../../../../src/engine/vault/report.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { noteText, readVault } from './read-vault.ts';

const CONFIG = vaultConfig();
const FACTS = { committed: '2026-01-05', changed: null, written: null, taken: () => false };
const read = (text: string) => readNoteText('atoms/a.md', text, UNREAD, CONFIG);
const migrated = (text: string) => migrateHeader(text, 'atoms/a.md', CONFIG, '2026-04-13', FACTS);
const HEADER = 'id: 20260105_a\nname: Retry\ntype: rule\nproject: ops\nstatus: active\ncreated: 2026-01-05\nupdated: 2026-01-05\n';
const REST = 'links: []\ndescription: Text\n';

describe('a list without its end', () => {
  const text = `---\n${HEADER}tags: [retry, "net work"\n${REST}---\nText.\n`;

  it('is read as the list, and the advice and the migration close it', () => {
    const note = read(text);
    expect(note.tags).toEqual(['retry', 'net work']);
    expect(note.problems).toMatchObject([{ code: 'unclosed-list', line: 9 }]);
    const { next } = noteFinding(note.path, note.problems[0] ?? { code: 'nul', message: '', line: 1, column: 1 });
    expect(next).toBe('Close the list with "]"; "cortex vault migrate" shows how.');
    const fixed = migrated(text).text;
    expect(fixed).toBe(text.replace('"net work"\n', 'net work]\n'));
    expect(read(fixed)).toMatchObject({ tags: ['retry', 'net work'], problems: [] });
    const [{ repair = null } = {}] = examineText({ text, note, links: [] }, readVault({}));
    expect(repair?.text).toBe('[retry, net work]');
  });

  it('is text in a title, and a map without its end is left alone', () => {
    expect(migrated(`---\n${HEADER.replace('Retry', '[WIP')}tags: []\n${REST}---\nText.\n`).text).toContain('name: "[WIP"\n');
    const map = `---\n${HEADER}meta: {a: 1\ntags: []\n${REST}---\nText.\n`;
    expect(migrated(map)).toEqual({ text: map, fields: [], isLeft: true });
    expect(read(map).problems).toMatchObject([{ code: 'bad-header' }]);
  });
});

describe('a header without its first line', () => {
  const text = `${HEADER}tags: [net]\n${REST}---\nText.\n`;

  it('is an error in line 1, and the migration adds that line only', () => {
    for (const [written, opened] of [
      [text, `---\n${text}`],
      [`\ufeff${text.replaceAll('\n', '\r\n')}`, `\ufeff---\r\n${text.replaceAll('\n', '\r\n')}`],
    ] as const) {
      const note = read(written);
      expect(note.problems).toMatchObject([{ code: 'unopened-header', line: 1 }]);
      expect(noteFinding(note.path, note.problems[0] ?? { code: 'nul', message: '', line: 1, column: 1 }).severity).toBe('error');
      expect(migrated(written)).toEqual({ text: opened, fields: ['header'], isLeft: false });
      const [{ repair = null } = {}] = examineText({ text: written, note, links: [] }, readVault({}));
      expect(repair === null ? null : written.slice(0, repair.from) + repair.text + written.slice(repair.to)).toBe(opened);
    }
    expect(() => editNoteHeader(text, { status: 'archived' })).toThrow('the header has no beginning');
  });

  it('is an error below blank lines, too, and the migration removes only these', () => {
    const right = `---\n${text}`;
    for (const written of [`\n${right}`, ` \n\n${right}`, `\ufeff\r\n${right.replaceAll('\n', '\r\n')}`]) {
      const note = read(written);
      expect(note.problems).toMatchObject([{ code: 'unopened-header', line: 1, message: expect.stringContaining('blank lines') }]);
      const begun = written.replace(/^(\ufeff?)\s+/, '$1');
      expect(migrated(written)).toEqual({ text: begun, fields: ['header'], isLeft: false });
      const [{ repair = null } = {}] = examineText({ text: written, note, links: [] }, readVault({}));
      expect(repair === null ? null : written.slice(0, repair.from) + repair.text + written.slice(repair.to)).toBe(begun);
      expect(() => editNoteHeader(written, { status: 'archived' })).toThrow('the header has no beginning');
    }
    for (const prose of ['\n---\nA rule.\n---\n', '\n---\n\nText\n', '\n---\nnote: x\n---\n']) expect(read(prose).problems).toEqual([]);
  });

  it('is not found in prose', () => {
    for (const prose of [
      'Status: done\n---\nText.\n',
      'name: a\ntype: b\n',
      'Note: x\nname: a\ntype: b\n---\n',
      '# T\n\nname: a\ntype: b\n---\n',
      'name: a\ntype: b\nThis is prose.\n---\n',
    ]) {
      expect(read(prose).problems).toEqual([]);
    }
  });
});

it('an unknown type or status names the one that was probably meant', () => {
  const { problems } = read('---\ntype: decison\nstatus: actve\n---\n');
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('type is unknown; "decision" was probably meant'),
    expect.stringContaining('status is unknown; "active" was probably meant'),
  ]);
  expect(read('---\ntype: recipe\n---\n').problems[0]?.message).not.toContain('meant');
});

it('notes with one id are an error of their files, once', () => {
  const index = readVault({ 'a.md': noteText({ id: 'x' }), 'b.md': noteText({ id: 'x' }) });
  const vault = { index, config: { root: '/v', problems: [], broken: [] }, problems: [], links: [] };
  expect(listFindings(vault).filter(({ code }) => code === 'duplicate-id')).toHaveLength(2);
  expect(errorProblems(vault, [])).toMatchObject([{ severity: 'error', file: '/v/b.md' }]);
});

it('notes that supersede or contradict each other are no orphans', () => {
  const index = readVault({
    'old.md': noteText({ superseded_by: '["[[new]]"]' }),
    'new.md': 'x',
    'one.md': noteText({ contradicts: '["[[two]]"]' }),
    'two.md': 'x',
    'alone.md': noteText({ contradicts: '["[[alone]]"]' }),
  });
  expect(linkReport(index)).toMatchObject({ orphans: ['alone.md'], hubs: [] });
});

describe('lists of both sides of a merge', () => {
  const conflict = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`;

  it('are united, in any form', () => {
    const text = `---\nname: A\n${conflict('tags: [a, b]\nlinks: ["[[x]]"]\n', 'tags:\n  - b\n  - c\nlinks: ["[[y]]"]\n')}---\nText.\n`;
    const { text: settled, contradictions } = resolveNote(text);
    expect(contradictions).toEqual([]);
    expect(settled).toBe('---\nname: A\ntags: [a, b, c]\nlinks: ["[[x]]", "[[y]]"]\n---\nText.\n');
    expect(resolveNote(text.replaceAll('\n', '\r\n')).text).toBe(settled.replaceAll('\n', '\r\n'));
  });

  it('keep a warning where they are not lists of texts, like all other keys', () => {
    const text = `---\nname: A\n${conflict('tags: [a]\ndescription: One\n', 'tags: b\ndescription: Two\n')}---\nText.\n`;
    const { text: settled, contradictions } = resolveNote(text);
    expect(settled).toContain('tags: [a]\n');
    expect(settled).toContain('tags: b\n');
    expect(contradictions).toHaveLength(1);
  });
});
