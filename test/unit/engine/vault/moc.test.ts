import { describe, expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import { CollectorRegistry, mocFacts } from '../../../../src/engine/vault/moc/collectors.ts';
import { findMarkers } from '../../../../src/engine/vault/moc/markers.ts';
import { mocPaths, refreshMoc } from '../../../../src/engine/vault/moc/refresh.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

const TODAY = '2026-04-13';

function indexOf(notes: readonly Note[]): VaultIndex {
  const index = new VaultIndex();
  for (const note of notes) index.set(note);
  return index;
}

function refresh(text: string, index = indexOf([]), { path = '_moc/ops.md', collectors = new CollectorRegistry() } = {}) {
  return refreshMoc(text, collectors, mocFacts(index, vaultConfig(), TODAY)(path));
}

/** Returns the lines that a collector writes for this vault. */
function section(name: string, notes: readonly Note[], path?: string): string[] {
  const { text, problems, sections } = refresh(
    `<!-- AUTO:${name} -->\nold\n<!-- /AUTO:${name} -->`,
    indexOf(notes),
    path === undefined ? {} : { path },
  );
  expect(problems).toEqual([]);
  expect(sections).toEqual([name]);
  return text.split('\n').slice(1, -1);
}

describe('markers', () => {
  const problems = (text: string) => findMarkers(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

  test('mark sections with their names and positions', () => {
    const text = '# T\n<!-- AUTO:a -->\nx\n<!-- /AUTO:a -->\n\ny <!--AUTO:b.c-d_1-->z<!--\t/AUTO:b.c-d_1 -->\n';
    const { sections } = findMarkers(text);
    expect(sections.map(({ name, open, close, line }) => [name, line, text.slice(open.to, close.from)])).toEqual([
      ['a', 2, '\nx\n'],
      ['b.c-d_1', 6, 'z'],
    ]);
    expect(problems(text)).toEqual([]);
  });

  test.each([
    [
      'a marker that is not closed',
      'x\n  <!-- AUTO:a -->\n',
      ['2:3 <!-- AUTO:a --> is not closed; add <!-- /AUTO:a --> where its section ends'],
    ],
    [
      'one that closes nothing',
      '<!-- /AUTO:a -->',
      ['1:1 <!-- /AUTO:a --> closes no section; remove it, or add the opening marker above it'],
    ],
    [
      'one inside another',
      '<!-- AUTO:a -->\n<!-- AUTO:b -->\n<!-- /AUTO:b -->\n<!-- /AUTO:a -->',
      ['2:1 <!-- AUTO:b --> is inside the section AUTO:a; move it out of there'],
    ],
    [
      'one inside its like',
      '<!-- AUTO:a -->\n<!-- AUTO:a -->\n<!-- /AUTO:a -->\n<!-- /AUTO:a -->',
      ['2:1 <!-- AUTO:a --> is inside the section AUTO:a; move it out of there'],
    ],
    [
      'two that cross',
      '<!-- AUTO:a -->\n<!-- AUTO:b -->\n<!-- /AUTO:a -->\n<!-- /AUTO:b -->',
      [
        '2:1 <!-- AUTO:b --> is not closed; add <!-- /AUTO:b --> where its section ends',
        '4:1 <!-- /AUTO:b --> closes no section; remove it, or add the opening marker above it',
      ],
    ],
    [
      'only the one that was forgotten',
      '<!-- AUTO:a -->\n\n<!-- AUTO:b -->\n<!-- /AUTO:b -->',
      ['1:1 <!-- AUTO:a --> is not closed; add <!-- /AUTO:a --> where its section ends'],
    ],
  ])('%s is a problem, and the text is unchanged', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
    const filled = `${text}\n\n<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n`;
    expect(refresh(filled)).toMatchObject({
      text: filled,
      sections: [],
      problems: expect.arrayContaining([expect.objectContaining({ line: expect.any(Number) })]),
    });
  });

  test.each([
    '`<!-- AUTO:a -->`',
    '```\n<!-- AUTO:a -->\n```',
    '<!-- see <!-- AUTO:a -->',
    '<!-- AUTO:a b -->',
    '<!-- auto:a -->',
    '<!-- AUTO: -->',
    '---\n# <!-- AUTO:a -->\n---\n',
  ])('are ignored in code, in the header, in other comments and if misspelt: %s', (text) => {
    expect(findMarkers(text)).toEqual({ sections: [], problems: [] });
  });
});

describe('refreshing', () => {
  test('replaces only the text between the markers, with the line breaks and indentation of the file', () => {
    const text =
      '\ufeff---\r\nx: 1 \r\n---\r\n\r\n- a\r\n  <!-- AUTO:vault_count -->old\r\n  old <!-- /AUTO:vault_count --> b\r\n  <!-- AUTO:own -->\r\nkept\r\n<!-- /AUTO:own -->';
    const { text: after, sections } = refresh(text);
    expect(sections).toEqual(['vault_count']);
    const line = '> **Vault:** 0 atoms, 0 active. Obsidian-compatible with `[[wikilinks]]`.';
    expect(after).toBe(text.replace('old\r\n  old ', `\r\n  ${line}\r\n`));
    expect(refresh(after).text).toBe(after);
  });

  test('fills an empty section, the same name twice, and markers in one line', () => {
    const empty = '<!-- AUTO:orphans --><!-- /AUTO:orphans -->';
    const full = '<!-- AUTO:orphans -->\nNo orphans.\n<!-- /AUTO:orphans -->';
    expect(refresh(`${empty}\n\n${empty}\n`).text).toBe(`${full}\n\n${full}\n`);
  });

  test('does not change a file in which a section would hide its own marker', () => {
    const text = 'a ` <!-- AUTO:vault_count -->old <!-- /AUTO:vault_count -->\n';
    const message = 'text before a marker would hide it, so nothing was changed; put each marker on its own line';
    expect(refresh(text)).toEqual({ text, sections: [], problems: [{ line: 1, column: 1, message }] });
  });

  test('keeps the indentation of a closing marker', () => {
    const text = '  <!-- AUTO:orphans -->\n  No orphans.\n  <!-- /AUTO:orphans -->\n';
    expect(refresh(text).text).toBe(text);
  });

  test('does not change sections of other programs', () => {
    const text = '<!-- AUTO:project_stats -->\n- Last deploy: Apr 12\n<!-- /AUTO:project_stats -->\n';
    expect(refresh(text)).toEqual({ text, problems: [], sections: [] });
  });

  test('keeps the section of a collector that fails, reports it with its line, and fills the other sections', () => {
    const collectors = new CollectorRegistry();
    const fail = new CortexError('io', 'the metrics are not there', { next: 'Start them.' });
    collectors.register({
      name: 'metrics',
      collect: () => {
        throw fail;
      },
    });
    const metrics = '<!-- AUTO:metrics -->\nyesterday\n<!-- /AUTO:metrics -->\n';
    const { text, problems, sections } = refresh(`x\n${metrics}<!-- AUTO:hubs --><!-- /AUTO:hubs -->`, indexOf([]), { collectors });
    expect(text).toBe(`x\n${metrics}<!-- AUTO:hubs -->\nNo links between notes.\n<!-- /AUTO:hubs -->`);
    expect(sections).toEqual(['hubs']);
    expect(problems).toEqual([
      {
        line: 2,
        column: 1,
        message: 'the collector of AUTO:metrics failed, so its section is unchanged: the metrics are not there. Start them.',
      },
    ]);
  });

  test.each(['<!-- AUTO:y -->', '<!-- /AUTO:x -->\nmore\n<!-- AUTO:x -->', '```', '<!-- open', '~~~\n<!-- /AUTO:x -->'])(
    'treats a collector whose text would break the file as failed: %s',
    (content) => {
      const collectors = new CollectorRegistry();
      collectors.register({ name: 'own', collect: () => content });
      const text = '<!-- AUTO:own -->\nold\n<!-- /AUTO:own -->\n';
      expect(refresh(text, indexOf([]), { collectors })).toMatchObject({ text, sections: [], problems: [{ line: 1 }] });
    },
  );

  test('passes the index, day, path and configuration to a collector, and normalizes its line breaks', () => {
    const collectors = new CollectorRegistry();
    collectors.register({
      name: 'own',
      collect: ({ index, today, path, config }) => `${index.size} ${today}\r\n${path} ${config.hot}\n\n`,
    });
    const { text } = refresh('<!-- AUTO:own -->\n<!-- /AUTO:own -->', indexOf([makeNote('a.md')]), { collectors, path: 'MEMORY.md' });
    expect(text).toBe('<!-- AUTO:own -->\n1 2026-04-13\nMEMORY.md 2\n<!-- /AUTO:own -->');
  });

  test('rejects collector names that are taken or not valid in a marker', () => {
    const collectors = new CollectorRegistry();
    const collect = () => '';
    expect(() => collectors.register({ name: 'recent', collect })).toThrow(expect.objectContaining({ code: 'already-exists' }));
    for (const name of ['', 'a b', 'a>', '<', 'x'.repeat(101)]) {
      expect(() => collectors.register({ name, collect })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    }
    expect(collectors.get('__proto__')).toBeUndefined();
  });

  test('applies to MEMORY.md and notes directly in _moc', () => {
    expect(mocPaths(indexOf(['_moc/a.md', '_moc/x/b.md', 'x/_moc/c.md', 'd.md'].map((path) => makeNote(path))))).toEqual([
      'MEMORY.md',
      '_moc/a.md',
    ]);
  });
});

describe('collectors', () => {
  const NOTES = [
    makeNote('a.md', { name: 'First', project: 'ops', type: 'rule', updated: '2026-04-12', tags: ['x1'] }),
    makeNote('b c/(d).md', { name: 'Second', project: 'ops', type: 'rule', status: 'archived', updated: '2026-04-13' }),
    makeNote('e.md', {
      name: 'Third',
      type: 'lesson',
      status: 'review',
      created: '2026-04-01',
      links: [{ target: 'a', line: 1, kind: 'wikilink' }],
    }),
    makeNote('f.md', { name: 'Fourth', type: 'lesson', status: 'review', updated: '2026-04-10' }),
    makeNote('g.md', { name: 'Fifth', type: 'lesson', updated: '2026-04-12' }),
  ];

  test('vault_count writes the line of the original program', () => {
    expect(section('vault_count', NOTES, 'MEMORY.md')).toEqual(['> **Vault:** 5 atoms, 2 active. Obsidian-compatible with [[wikilinks]].']);
  });

  test('by_project and by_type count notes and active notes', () => {
    expect(section('by_project', NOTES)).toEqual([
      '| Project | Notes | Active |',
      '| --- | ---: | ---: |',
      '| ops | 2 | 1 |',
      '| unknown | 3 | 1 |',
    ]);
    expect(section('by_type', NOTES).slice(2)).toEqual(['| lesson | 3 | 1 |', '| rule | 2 | 1 |']);
  });

  test('by_layer counts notes that are not archived', () => {
    expect(section('by_layer', NOTES).slice(2)).toEqual(['| hot | 2 |', '| warm | 1 |', '| cold | 1 |']);
  });

  test('recent lists active notes, newest first, with links relative to the file', () => {
    expect(section('recent', NOTES)).toEqual(['- 2026-04-12: [First](../a.md)', '- 2026-04-12: [Fifth](../g.md)']);
    expect(section('recent', NOTES, 'MEMORY.md')[0]).toBe('- 2026-04-12: [First](a.md)');
    expect(section('recent', [makeNote('x.md')])).toEqual(['- no date: [x](../x.md)']);
    expect(
      section(
        'recent',
        Array.from({ length: 12 }, (_, n) => makeNote(`${n}.md`)),
      ),
    ).toHaveLength(10);
    expect(section('recent', [])).toEqual(['No active notes.']);
  });

  test('orphans lists notes without links, hubs the most linked ones, and reviews those in review', () => {
    expect(section('orphans', NOTES)).toEqual(['- [Second](../b%20c/%28d%29.md)', '- [Fourth](../f.md)', '- [Fifth](../g.md)']);
    expect(section('hubs', NOTES)).toEqual(['- [First](../a.md): 1 link', '- [Third](../e.md): 1 link']);
    expect(section('reviews', NOTES)).toEqual(['- [Fourth](../f.md)', '- [Third](../e.md)']);
    expect(section('reviews', [])).toEqual(['No notes are waiting for review.']);
  });

  test('reviews lists contradicting notes, until one of them is archived', () => {
    const pair = (status: string) => [makeNote('a.md', { name: 'Tabs' }), makeNote('b.md', { name: 'Spaces', contradicts: ['a'], status })];
    expect(section('reviews', pair('active'))).toEqual(['- [Tabs](../a.md) contradicts [Spaces](../b.md)']);
    expect(section('reviews', pair('review'))).toEqual(['- [Spaces](../b.md)', '- [Tabs](../a.md) contradicts [Spaces](../b.md)']);
    expect(section('reviews', pair('archived'))).toEqual(['No notes are waiting for review.']);
  });

  test('a long list ends with the number of further notes', () => {
    const many = Array.from({ length: 1_025 }, (_, n) => makeNote(`${n}.md`));
    expect(section('orphans', many)).toHaveLength(21);
    expect(section('orphans', many).at(-1)).toBe('- … and 1,005 more');
  });

  test('a section adds no links, tags or citations to its note, which would make the section itself wrong', () => {
    const names = ['recent', 'orphans', 'hubs', 'reviews', 'by_project', 'by_type', 'by_layer', 'vault_count'];
    const empty = noteText({ name: 'Map' }, names.map((name) => `<!-- AUTO:${name} -->\n<!-- /AUTO:${name} -->\n`).join('\n'));
    const files = {
      'a.md': noteText({ name: '"[[b]] #tag `x/y.md`"', project: '"#tag2 [[b]]"', status: 'review' }),
      'b.md': noteText({ name: '"<!-- /AUTO:recent -->"' }, 'See [[a]].'),
      'c.md': noteText({ name: '"](x) *y* | z"', type: '"|"' }),
    };
    const { text, problems } = refresh(empty, readVault({ ...files, '_moc/ops.md': empty }));
    expect(problems).toEqual([]);
    const index = readVault({ ...files, '_moc/ops.md': text });
    expect(index.get('_moc/ops.md')).toMatchObject({ links: [], tags: [], citations: [], problems: [] });
    expect(refresh(text, index).text).toBe(text);
    expect(text).toContain('[&lt;!-- /AUTO:recent --&gt;](../b.md)');
    expect(text).toContain('[\\](x) \\*y\\* \\| z](../c.md)');
  });
});
