import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { determineLayer, type Note, queryWords, readNoteText, scoreNote, toSlug } from '../../../../src/engine/vault/index.ts';

const PAGE = fs.readFileSync(path.join(import.meta.dirname, '../../../../docs/protocols/vault.md'), 'utf8');

/** Returns the rows of the table with this header row, without the separator row. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = PAGE.split(`\n${head}\n`);
  const lines = table.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(1, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const code = (cell = '') => (cell === '`  A/B  `' ? '  A/B  ' : cell.replace(/^`(.*?)`.*$/, '$1'));
const CONFIG = { directories: new Map<string, string>(), timeZone: 'UTC', hot: 2, warm: 7 };
const FILE = { size: 0, mtimeNs: '0', ino: '0' };

function noteWith(status: string): Note {
  const header = ['name: Café rollout', 'project: ops', 'tags: [deploy, risk]', 'description: Roll out slowly', 'updated: 2026-04-13'];
  return readNoteText('atoms/cafe_rollout.md', ['---', ...header, `status: ${status}`, '---', ''].join('\n'), FILE, CONFIG);
}

describe('test vectors of docs/protocols/vault.md', () => {
  const scores = rowsOf('| query | status | sum | score |');
  test.each(scores)('query %s scores a note with the status %s: %s, %s', (query = '', status = '', _sum = '', expected = '') => {
    const typed = query.startsWith('`café`') ? 'cafe\u0301' : code(query);
    const found = scoreNote(noteWith(status), queryWords(typed), 'hot');
    expect(found === null ? 'not found' : String(found.score)).toBe(expected);
  });

  const slugs = rowsOf('| name | slug |');
  test.each(slugs)('the slug of %s is %s', (name = '', slug = '') => {
    if (slug === 'error') expect(() => toSlug(code(name))).toThrow('cannot derive an id from the name');
    else expect(toSlug(code(name))).toBe(code(slug));
  });

  const [layers = []] = rowsOf('| age in days | -3 | 0 | 2 | 3 | 7 | 8 | unreadable |');
  const ages = ['-3', '0', '2', '3', '7', '8', 'unreadable'];
  test.each(ages.map((age, n) => [age, layers[n + 1] ?? '']))('a note that is %s days old is %s', (age, layer) => {
    const day = new Date(Date.UTC(2026, 3, 13) - Number(age) * 86_400_000);
    const updated = age === 'unreadable' ? 'soon' : day.toISOString().slice(0, 10);
    const note = readNoteText('a.md', `---\nupdated: ${updated}\n---\n`, FILE, CONFIG);
    expect(determineLayer(note, '2026-04-13', CONFIG)).toBe(layer);
  });

  test('have the expected number of rows', () => {
    expect([scores.length, slugs.length, layers.length]).toEqual([10, 4, 8]);
  });
});
