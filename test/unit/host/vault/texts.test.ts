import { expect, test } from 'vitest';
import { NOTE_TYPES } from '../../../../src/engine/vault/note-fields.ts';
import { noteTemplate, TYPE_TEXTS } from '../../../../src/host/vault/model/note-templates.ts';
import { typeIcon } from '../../../../src/host/vault/model/note-text.ts';
import { notesReported, reportText } from '../../../../src/host/vault/model/report-text.ts';
import { explainScore, scoreText } from '../../../../src/host/vault/model/typed-query.ts';

test('explainScore lists the points of each word and the other factors of a score', () => {
  const words = [
    { word: 'api', field: 'name', points: 10 },
    { word: 'api', field: 'tag', points: 8 },
    { word: 'limit', field: 'name', points: 10 },
  ] as const;
  expect(scoreText(41)).toBe('41.0');
  expect(explainScore({ words, allWords: true, bonus: 2, factor: 0.5 })).toBe(
    'api: name 10, tag 8; limit: name 10; all words × 1.5; recent + 2; superseded or archived × 0.5',
  );
  expect(explainScore({ words: [], allWords: false, bonus: 0, factor: 1 })).toBe('');
});

test('each note type has a text and a specific icon', () => {
  expect([...TYPE_TEXTS.keys()]).toEqual(NOTE_TYPES);
  expect(NOTE_TYPES.filter((type) => typeIcon(type) === 'note')).toEqual([]);
  expect(typeIcon('constructor')).toBe('note');
});

test('a note template consists of headings to fill in, or is empty', () => {
  expect(noteTemplate('lesson')).toBe('\n## What happened\n\n$1\n\n## What to do next time\n\n$2\n');
  expect(noteTemplate('person')).toBe('\n$0');
});

test('the memory report lists contradictions, problems, orphans and hubs, with paths as code', () => {
  const text = reportText({ total: 3, with_links: 2, orphans: ['a`b.md'], hubs: [{ path: 'hub.md', links: 1 }], dead: [], ambiguous: [] }, [
    { severity: 'warning', code: 'contradiction', path: 'a.md', line: 1, column: null, message: 'contradicts "b.md"', next: 'Choose.' },
    { severity: 'warning', code: 'dead-link', path: 'hub.md', line: 4, column: null, message: 'no note\nis called "x"', next: 'Mend it.' },
  ]);
  expect(text).toBe(
    [
      '# Memory report\n\n3 notes, 2 with links.',
      '## To decide (1)\n\n- `a.md`: contradicts "b.md" (Choose.)',
      '## Problems (1)\n\n- warning `hub.md:4`: no note is called "x" (Mend it.)',
      "## Orphans (1)\n\n- `a'b.md`",
      '## Hubs (1)\n\n- `hub.md`: 1 link\n',
    ].join('\n\n'),
  );
  const named = notesReported(text).map(({ start, end, path, line }) => [text.slice(start, end), path, line]);
  expect(named).toEqual([
    ['a.md', 'a.md', 1],
    ['hub.md:4', 'hub.md', 4],
    ["a'b.md", "a'b.md", 1],
    ['hub.md', 'hub.md', 1],
  ]);
});
