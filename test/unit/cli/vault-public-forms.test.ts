import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHeader } from '../../../src/engine/text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../../src/engine/text/frontmatter/split-header.ts';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

useExampleDay();

/** Returns an atom as the public program writes it, with all fields in its order. */
function atom(id: string, [name, type, project, tags]: readonly [string, string, string, string], body: string, more = ''): string {
  const [day] = /^\d{8}/.exec(id) ?? [''];
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const fields = `id: ${id}\nname: ${name}\ntype: ${type}\nproject: ${project}\nstatus: active\ncreated: ${date}\nupdated: ${date}`;
  return `---\n${fields}\ntags: [${tags}]\nlinks: []\n${more}---\n\n# ${name}\n\n${body}\n`;
}

/** A vault in the forms of the examples of the public repository, with different text. */
const FILES: Readonly<Record<string, string>> = {
  'atoms/night_moorings.md': atom(
    '20260412_night_moorings',
    ['No moorings at night', 'decision', 'harbour', 'berths, risk, decision'],
    'Nobody casts off between ten and four.\n\n**Why:** Two hulls touched in March.\n\n**How to apply:** Ask the tower first.\nIf it is late, wait.\n\nRelated: [[rules/two_lines]]',
  ),
  'rules/two_lines.md': atom(
    '20260401_two_lines',
    ['Two lines ashore', 'rule', 'harbour', 'berths, risk'],
    'Every ship has two lines ashore.\n\n**How to apply:** Run `make lines` before `make moor`.\n\nSee also: [[atoms/night_moorings]]',
  ),
  'atoms/gauge_limits.md': atom(
    '20260405_gauge_limits_finding',
    ['Gauge limits slow the survey', 'insight', 'research', 'gauge, survey'],
    'Above 90 readings a minute the gauge answers 429.\n\nMeasured ceiling: 110 a minute (81% is safe).',
  ),
  'feedback/say_less.md': atom(
    '20260320_say_less',
    ['Say less', 'feedback', 'meta', 'feedback, process'],
    'Fewer words on the radio.',
    'description: Fewer words on the radio. Nothing twice.\n',
  ),
  '_moc/harbour.md': atom(
    '20260401_moc_harbour',
    ['MOC Harbour', 'project', 'harbour', 'harbour, moc'],
    '<!-- AUTO:harbour_stats -->\n## Status (auto-refreshed)\n- Active atoms: 3\n<!-- /AUTO:harbour_stats -->\n\n## Key rules\n- [[rules/two_lines]] -- Always two lines',
  ),
  'MEMORY.md':
    '# Memory index\n\n> **Retrieval:** ask for words.\n\n<!-- AUTO:vault_count -->\n> **Vault:** 5 atoms, 5 active. Obsidian-compatible with [[wikilinks]].\n<!-- /AUTO:vault_count -->\n\n| # | Project | Status |\n|---|---------|--------|\n| 1 | **harbour** | Active |\n\n- [[rules/two_lines]]\n',
  'cortex.toml':
    '# Copy this file.\n\n[vault]\n# path = "/path/to/your/vault"\n\n[projects]\nnames = ["default"]\n\n[directories]\nfeedback = "meta"\nrules = "meta"\nreference = "meta"\n_moc = "meta"\n\n[tags]\nberths = ["berth", "moor"]\n\n[layers]\nhot = 2   # days\nwarm = 7\n',
};

function publicVault(): CliVault {
  const vault = new CliVault();
  for (const [name, text] of Object.entries(FILES)) vault.write(name, text);
  return vault;
}

const notes = Object.keys(FILES).filter((name) => name.endsWith('.md') && name !== 'MEMORY.md');

describe('a vault in the forms of the public repository', () => {
  test('is read without findings, with links in both directions', async () => {
    const vault = publicVault();
    expect(Object(await vault.json('doctor')).findings).toMatchObject([{ code: 'unknown-section', path: '_moc/harbour.md' }]);
    const report = Object(await vault.json('report'));
    expect([report.orphans, report.dead]).toEqual([['atoms/gauge_limits.md', 'feedback/say_less.md'], []]);
  });

  test('is unchanged after commands that have nothing to change', async () => {
    const vault = publicVault();
    for (const words of [
      ['moc'],
      ['link', '--write'],
      ['search', 'berths'],
      ['report'],
      ...Object.keys(FILES).map((name) => ['settle', name]),
    ])
      expect(await vault.run(...words), words.join(' ')).toMatchObject({ code: 0 });
    expect(Object.fromEntries([...vault.files()].filter(([name]) => name in FILES))).toEqual(FILES);
  });

  test.each(notes)('%s changes only its status and its decision when it is archived', async (name) => {
    const vault = publicVault();
    expect((await vault.run('archive', name)).code).toBe(0);
    expect(vault.read(name).replace(/^decided(?:_by: user:eva|: 2026-04-13)\r?\n/gm, '')).toBe(
      FILES[name]?.replace('status: active', 'status: archived'),
    );
  });

  test('gets only missing descriptions by a migration, and nothing more by a second one', async () => {
    const vault = publicVault();
    await vault.run('migrate', '--write');
    for (const name of notes) {
      const [before = '', after] = [FILES[name], vault.read(name)];
      expect(after.replace(/^description: .*\n/m, '')).toBe(before.replace(/^description: .*\n/m, ''));
      expect(readHeader(splitHeader(after).header?.yaml ?? '').problem).toBeNull();
    }
    const once = vault.files();
    await vault.run('migrate', '--write');
    expect(vault.files()).toEqual(once);
  });

  test('gets a new atom in the same form', async () => {
    const vault = publicVault();
    const words = [
      '--name',
      'Pilots first',
      '--type',
      'rule',
      '--project',
      'harbour',
      '--tags',
      'berths,risk',
      '--body',
      'Pilots go first.',
    ];
    expect((await vault.run('add', ...words)).code).toBe(0);
    const text = fs.readFileSync(path.join(vault.root, 'rules/pilots_first.md'), 'utf8');
    const expected = atom('20260413_pilots_first', ['Pilots first', 'rule', 'harbour', 'berths, risk'], 'Pilots go first.');
    expect(text.replace(/^(?:description|author): .*\n/gm, '')).toBe(expected);
  });
});
