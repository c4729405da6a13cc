import { describe, expect, test } from 'vitest';
import { examineMap, examineText, findPlacedLinks, readNoteText, type TextFinding } from '../../../../src/engine/vault/index.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { listFixes, type NoteFix } from '../../../../src/host/vault/model/note-fixes.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from '../../engine/vault/make-note.ts';
import { makeVault } from '../../engine/vault/make-vault.ts';

/** Returns the fixes of the only problem of a text. */
function fixesIn(text: string, ...others: readonly Note[]): NoteFix[] {
  const { index } = makeVault(others);
  const note = readNoteText('x.md', text, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());
  const [finding, another] = examineText({ text, note, links: findPlacedLinks(text, 'x.md') }, index);
  if (finding === undefined || another !== undefined) throw new Error('there is not one problem');
  return listFixes(finding, { text, note, index, today: '2026-04-13' });
}

/** Returns the text after each fix that is an edit. */
const results = (text: string, ...others: readonly Note[]) =>
  fixesIn(text, ...others).flatMap((fix) =>
    fix.kind === 'edit' ? [text.slice(0, fix.edit.from) + fix.edit.text + text.slice(fix.edit.to)] : [],
  );

const header = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\nText.\n`;

describe('fixes of a note', () => {
  test('offer every known type for an unknown one, with the nearest first and preferred', () => {
    const text = header('name: X', 'type: "Incidnt" # it broke');
    const fixes = fixesIn(text);
    expect(fixes.map(({ title }) => title)).toHaveLength(14);
    expect(fixes[0]).toMatchObject({ title: 'Change to “incident”', isBest: true });
    expect(fixes.slice(1).every((fix) => fix.kind === 'edit' && !fix.isBest)).toBe(true);
    expect(results(text)[0]).toBe(text.replace('"Incidnt"', 'incident'));
  });

  test('have at most one preferred fix', () => {
    expect(fixesIn(header('type: rule or event')).filter((fix) => fix.kind === 'edit' && fix.isBest)).toHaveLength(1);
  });

  test('have no preferred status if none is similar to the unknown one', () => {
    const text = header('status: wip');
    expect(fixesIn(text).some((fix) => fix.kind === 'edit' && fix.isBest)).toBe(false);
    expect(results(text).map((after) => /^status: (.*)$/m.exec(after)?.[1])).toHaveLength(4);
  });

  test('quote a value that YAML rejects, and close an unclosed header', () => {
    expect(results(header('name: a: b'))).toEqual([header('name: "a: b"')]);
    expect(results('---\nname: X\n\nText')).toEqual(['---\nname: X\n---\n\nText']);
  });

  test('link to the note with the same id, and offer a new id', () => {
    const text = header('id: 20260412_a', 'name: B');
    expect(fixesIn(text, makeNote('other/a.md', { id: '20260412_a' }))).toMatchObject([
      { kind: 'edit', title: 'Give this note the id 20260412_b' },
      { kind: 'open', title: 'Go to other/a.md', path: 'other/a.md' },
    ]);
    expect(results(text, makeNote('other/a.md', { id: '20260412_a' }))).toEqual([text.replace('20260412_a', '20260412_b')]);
  });

  test('retarget a dead link to a note with a similar name, or create the missing note', () => {
    const fixes = fixesIn('see [[deploy_freze#why|it]]', makeNote('atoms/deploy_freeze.md'), makeNote('z.md'));
    expect(results('see [[deploy_freze#why|it]]', makeNote('atoms/deploy_freeze.md'))).toEqual(['see [[deploy_freeze#why|it]]']);
    expect(fixes).toMatchObject([
      { kind: 'edit', isBest: true },
      { kind: 'create', title: 'Create the note atoms/deploy_freze.md', path: 'atoms/deploy_freze.md' },
    ]);
  });

  test('retarget an ambiguous link to each matching note, by id if it has one, changing only the target', () => {
    const twins = [makeNote('a/twin.md', { id: '20260412_twin' }), makeNote('b/twin.md')];
    expect(results('![[ twin |T]]', ...twins)).toEqual(['![[ 20260412_twin |T]]', '![[ b/twin |T]]']);
    expect(results(header('supersedes: "[[twin]]"'), ...twins)[0]).toBe(header('supersedes: "[[20260412_twin]]"'));
  });

  test('insert only values into a header that YAML reads unchanged', () => {
    const [fix] = fixesIn(header('links: [deploy freze]'), makeNote('atoms/a.md', { name: 'deploy: freeze', id: '20260412_f' }));
    expect(fix).toMatchObject({ kind: 'edit', edit: { text: '20260412_f' } });
  });

  test('close an unclosed section or remove its marker, also in a map', () => {
    const text = 'a\n<!-- AUTO:x -->\nb';
    const [finding] = examineMap(text, 'MEMORY.md') as [TextFinding];
    const fixes = listFixes(finding, { text, note: null, index: makeVault([]).index, today: '2026-04-13' });
    expect(fixes.map(({ title }) => title)).toEqual(['Close the section here', 'Remove this marker']);
    expect(results(text)).toEqual(['a\n<!-- AUTO:x -->\n<!-- /AUTO:x -->\nb', 'a\n\nb']);
  });

  test('do not exist for problems that only a person can solve', () => {
    expect(fixesIn(header('created: soon'))).toEqual([]);
  });
});
