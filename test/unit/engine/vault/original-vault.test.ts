import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { readHeader } from '../../../../src/engine/text/frontmatter/frontmatter.ts';
import { editHeader } from '../../../../src/engine/text/frontmatter/frontmatter-edit.ts';
import { splitHeader } from '../../../../src/engine/text/frontmatter/split-header.ts';
import { scanVault } from '../../../../src/engine/vault/cache/scan.ts';
import { determineLayer } from '../../../../src/engine/vault/calendar.ts';
import { findVault } from '../../../../src/engine/vault/config/config.ts';
import { readNote } from '../../../../src/engine/vault/notes/format.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';

const ROOT = path.join(import.meta.dirname, '../../../fixtures/original-vault');
const runtime = { fs: nodeFileSystem };

function readVault(): Note[] {
  const config = findVault(runtime, { cwd: path.dirname(ROOT), env: { CORTEX_VAULT: ROOT } });
  const { files, problems } = scanVault(runtime, config.root);
  expect([problems, config.problems]).toEqual([[], []]);
  return files.map((file) => readNote({ ...file, bytes: fs.readFileSync(path.join(ROOT, file.path)) }, config));
}

const notes = readVault();
const textOf = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

function noteOf(end: string): Note {
  const found = notes.find((note) => note.path.endsWith(end));
  if (found === undefined) throw new Error(`no note ${end}`);
  return found;
}

describe('a vault of the original program', () => {
  it('has ten notes, and no other file is read as a note', () => {
    expect(notes.map((note) => note.path)).toEqual([
      '_moc/harbour.md',
      'atoms/20260401_wip_crane_rota.md',
      'atoms/20260405_pilot_boat_hours.md',
      'atoms/20260412_berth_plan_before_sluice.md',
      'feedback/short_answers.md',
      'incidents/20260310_basin_collision.md',
      'insights/20260320_fog_costs.md',
      'people/dock-office.md',
      'research/tide-tables.md',
      'rules/20260301_one_writer.md',
    ]);
  });

  it('is read with names, types, projects, statuses and days', () => {
    expect(
      notes.map(({ name, type, project, status, created, updated }) => [name, type, project, status, created, updated].join(' | ')),
    ).toEqual([
      'Harbour MOC | reference | harbour | active |  | 2026-04-12',
      '[WIP] Crane rota | project | harbour | review | 2026-04-01 | 2026-04-11',
      'Pilot boat hours | insight | harbour | active | 2026-04-05 | 2026-04-06',
      'Berth plan before the sluice opens | decision | harbour | active | 2026-04-12 | 2026-04-12',
      'short_answers | unknown | meta | active |  | ',
      'Basin collision | incident | harbour | superseded | 2026-03-10 | 2026-03-10',
      'Fog costs | loss | harbour | archived | 2026-03-20 | 2026-03-22',
      "Dock office: who's who | person | harbour | active | 2026-04-02 | 2026-04-02",
      'Tide tables | Reference | research | active |  | ',
      'One writer: one plan | rule | meta | active | 2026-03-01 | 2026-03-01',
    ]);
  });

  it('is read with tags, those of the prose after those of the header', () => {
    expect(Object.fromEntries(notes.map(({ path: file, tags }) => [path.basename(file, '.md'), tags.join(' ')]))).toEqual({
      harbour: 'moc',
      '20260401_wip_crane_rota': 'cranes rota',
      '20260405_pilot_boat_hours': 'pilots hours',
      '20260412_berth_plan_before_sluice': 'berths sluice decision wind-limits',
      short_answers: 'radio',
      '20260310_basin_collision': 'collision risk',
      '20260320_fog_costs': 'fog loss',
      'dock-office': 'people',
      'tide-tables': 'tides tables',
      '20260301_one_writer': 'process risk 2026',
    });
  });

  it('is read with links, references between notes and citations', () => {
    const links = (end: string) => noteOf(end).links.map(({ kind, target, line }) => `${kind} ${target} ${line}`);
    expect(links('before_sluice.md')).toEqual([
      'wikilink 20260310_basin_collision 17',
      'file rules/20260301_one_writer.md 19',
      'wikilink Tide tables 19',
    ]);
    expect(links('harbour.md')).toEqual([
      'wikilink not a link of a person 13',
      'wikilink 20260412_berth_plan_before_sluice 16',
      'embed Tide tables 17',
    ]);
    expect(links('hours.md')).toEqual([]);
    expect(links('costs.md')).toEqual(['wikilink No such note 14']);
    expect(noteOf('rota.md').related).toEqual(['20260412_berth_plan_before_sluice']);
    expect([noteOf('collision.md').related, noteOf('collision.md').supersededBy]).toEqual([
      ['20260301_one_writer'],
      ['20260412_berth_plan_before_sluice'],
    ]);
    expect(noteOf('tables.md').citations).toEqual([
      { path: 'research/raw/gauge.csv', line: null, at: 13 },
      { path: 'scripts/tides.py', line: 40, at: 13 },
    ]);
  });

  it('is read with numbers, descriptions and summaries', () => {
    expect([noteOf('costs.md').pnlImpact, noteOf('writer.md').confidence]).toEqual([-1250.5, 0.9]);
    expect(noteOf('hours.md').description).toBe('Open question: who pays for the second boat at night?');
    expect(noteOf('hours.md').summary).toBe(noteOf('hours.md').description);
    expect(noteOf('collision.md').summary).toBe('Two ships, one berth. #collision #Risk');
    expect(noteOf('answers.md').summary).toBe('Short answers, please: the radio is shared.');
    expect(noteOf('answers.md').lines).toBe(3);
  });

  it('is read with one problem for each fault', () => {
    const found = notes.flatMap(({ path: file, problems }) => problems.map(({ code, line }) => `${path.basename(file)}:${line} ${code}`));
    expect(found).toEqual([
      '20260401_wip_crane_rota.md:3 yaml',
      '20260405_pilot_boat_hours.md:11 yaml',
      'tide-tables.md:3 unknown-type',
      'tide-tables.md:4 bad-date',
    ]);
  });

  it('is divided into layers; an invalid day makes a note cold', () => {
    const config = { hot: 2, warm: 7, timeZone: 'UTC' };
    const layers = notes
      .filter(({ path: file }) => file !== 'feedback/short_answers.md')
      .map((note) => determineLayer(note, '2026-04-13', config));
    expect(layers).toEqual(['hot', 'hot', 'warm', 'hot', 'cold', 'cold', 'cold', 'cold', 'cold']);
  });

  it.each(notes.map((note) => note.path))('keeps all other bytes of %s when its header is edited', (file) => {
    const text = textOf(file);
    expect(editHeader(text, {})).toBe(text);
    const edited = editHeader(text, { summary_of: 'Fog: [x] "y" #z' });
    const header = splitHeader(edited).header?.yaml ?? '';
    expect(readHeader(header).values.get('summary_of')).toBe('Fog: [x] "y" #z');
    // Without the added line, the text is unchanged, except that a file without a header got one.
    const rest = edited.replace(/^summary_of:.*\r?\n/m, '');
    expect(rest.replace(/^---\n---\n\n?/, '')).toBe(text.replace(/^---\n---\n\n?/, ''));
    for (const [key, value] of readHeader(splitHeader(text).header?.yaml ?? '').values)
      expect(readHeader(header).values.get(key)).toEqual(value);
  });
});
