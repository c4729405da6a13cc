import { describe, expect, it, test } from 'vitest';
import { indexFiles } from '../../../../src/engine/vault/cache/index-files.ts';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { linkReport } from '../../../../src/engine/vault/report.ts';
import { acceptNoteText, archiveNoteText } from '../../../../src/engine/vault/review.ts';
import { searchVault } from '../../../../src/engine/vault/search/search.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { noteText, readVault } from './read-vault.ts';

const read = (text: string, file = 'notes/a.md') => readNoteText(file, text, UNREAD, vaultConfig());
const codes = (text: string) => read(text).problems.map(({ code, line, column }) => `${code}:${line}:${column}`);

describe('fields of other programs', () => {
  it('a title without a name is an alias, and a date without "created" is that day', () => {
    const note = read('---\ntitle: "Timeout API: total"\naliases: [T]\ndate: 2025-10-02\n---\n');
    expect(note).toMatchObject({ name: 'a', aliases: ['T', 'Timeout API: total'], created: '2025-10-02', updated: null, problems: [] });
  });

  it('do not count beside our own, or if they are not text or a date', () => {
    expect(read('---\nname: N\ntitle: T\ncreated: 2025-01-02\ndate: 2026-01-02\n---\n')).toMatchObject({
      name: 'N',
      aliases: [],
      created: '2025-01-02',
    });
    expect(read('---\ntitle: [a]\ndate: next week\n---\n')).toMatchObject({ aliases: [], created: null, problems: [] });
    expect(read('---\ntitle: T\nalias: T\n---\n').aliases).toEqual(['T']);
  });

  it('a title is found by links and searches', () => {
    const index = readVault({ 'a.md': '---\ntitle: Timeouts of requests\n---\n', 'b.md': '[[Timeouts of requests]]\n' });
    expect(linkReport(index)).toMatchObject({ dead: [], orphans: [] });
    const query = { query: 'timeouts', projects: [], types: [], tags: [], statuses: [], hot: false, allStatuses: false, top: 5 };
    const { results } = searchVault(index, null, query, { today: '2026-04-13', config: vaultConfig() });
    expect(results.map(({ note }) => note.path)).toEqual(['a.md']);
  });
});

describe('placeholders of templates', () => {
  test.each([
    ['tags: [{{tag}}]', 'tags: {{tag}} is a placeholder of a template'],
    ['tags:\n  - a\n  - {{tag}}', 'tags: {{tag}} is a placeholder of a template'],
    ['created: {{date}}', 'created: {{date}} is a placeholder of a template'],
    ['updated: <% tp.date.now() %>', 'updated: <% tp.date.now() %> is a placeholder of a template'],
  ])('in %j are named', (header, message) => {
    expect(read(`---\n${header}\n---\n`).problems.map((problem) => problem.message)).toEqual([message]);
  });
});

describe('header keys', () => {
  it('are read in any case', () => {
    const note = read('---\nNAME: Crane\nType: rule\nStatus: Review\nTAGS: [deploy]\nUpdated: 2026-04-12\nSupersedes: old\n---\n');
    expect(note).toMatchObject({ name: 'Crane', type: 'rule', status: 'review', tags: ['deploy'], updated: '2026-04-12' });
    expect([note.supersedes, note.problems]).toEqual([['old'], []]);
  });

  it('are reported if repeated; the lower-case key is used, or else the last one', () => {
    expect([read('---\nStatus: review\nstatus: archived\n---\n').status, codes('---\nStatus: review\nstatus: archived\n---\n')]).toEqual([
      'archived',
      ['repeated-key:2:1'],
    ]);
    expect([read('---\nTags: a\nTAGS: b\n---\n').tags, codes('---\nTags: a\nTAGS: b\n---\n')]).toEqual([['b'], ['repeated-key:2:1']]);
  });

  it('are reported with their position if a value is invalid', () => {
    expect(codes('---\nname: x\nStatus: odd\n---\n')).toEqual(['unknown-status:3:9']);
  });

  it('keep their spelling when a value is changed', () => {
    expect(archiveNoteText('---\nStatus: active # now\nName: x\n---\n')).toBe('---\nStatus: archived # now\nName: x\n---\n');
    const accepted = acceptNoteText('---\nSTATUS: review\n---\n', { by: 'person:ann', day: '2026-04-12' });
    expect(accepted).toBe('---\nSTATUS: active\naccepted_by: person:ann\naccepted: 2026-04-12\n---\n');
  });
});

test('tags are read from the keys "tag" and "tags"', () => {
  expect(read('---\nname: x\ntag: a\n---\n').tags).toEqual(['a']);
  expect(read('---\nname: x\nTag: [b, "#a"]\ntags: a\n---\n').tags).toEqual(['a', 'b']);
  expect(read('---\nname: x\ntag: area/backend ops\n---\n').tags).toEqual(['area/backend', 'area', 'ops']);
  expect(codes('---\nname: x\ntag: {a: 1}\n---\n')).toEqual(['bad-value:3:6']);
  expect(read('---\nname: x\n---\n---\ntag: a\n---\n').tags).toEqual(['a']);
});

test('the project "unknown" is replaced by that of the folder, as in the original program', () => {
  expect(read('---\nproject: unknown\n---\n', 'feedback/a.md').project).toBe('meta');
});

describe('header tags', () => {
  it.each([
    ['tags: deploy, risk', ['deploy', 'risk']],
    ['tags: deploy risk', ['deploy', 'risk']],
    ['tags: "deploy,  risk\\trota"', ['deploy', 'risk', 'rota']],
    ['tags: "#deploy #risk"', ['deploy', 'risk']],
    ['tags:\n  - deploy\n  - 2026\n  - Café', ['deploy', '2026', 'café']],
    ['tags: [cafe\u0301]', ['café']],
    ['tags: area/Backend/api', ['area/backend/api', 'area/backend', 'area']],
    ['tags: [area/, /x, /]', ['area', 'x']],
    ['tags: 2026', ['2026']],
  ])('in %j are %j', (yaml, tags) => {
    expect(read(`---\n${yaml}\n---\n`).tags).toEqual(tags);
  });

  it('with very many levels do not add a tag for each level', () => {
    const deep = Array.from({ length: 50_000 }, () => 'a').join('/');
    const { tags } = read(`---\ntags: [x]\n---\n#${deep}\n`);
    expect(tags.length).toBeLessThan(100);
    expect(tags).toEqual(expect.arrayContaining([deep, 'a', 'a/a']));
  });

  it('and tags of the prose are expanded alike, each once', () => {
    expect(read('---\ntags: [area]\n---\n#area/backend and #area/web').tags).toEqual(['area', 'area/backend', 'area/web']);
  });
});

describe('links', () => {
  const links = (text: string, file?: string) => read(text, file).links.map(({ kind, target, line }) => `${kind} ${target} ${line}`);

  it('are found in properties, with their lines', () => {
    const text = '---\ncompany: "[[acme]]"\npeople:\n  - "[[ann|Ann]]"\n  - bob\n---\nWith [[acme]].';
    expect(links(text)).toEqual(['property acme 2', 'property ann 4', 'wikilink acme 7']);
  });

  it.each([
    ['\\[[x]]', []],
    ['\\\\[[x]]', ['wikilink x 1']],
    ['![[x]] \\![[y]]', ['embed x 1', 'embed y 1']],
    ['[[1, 2], [3, 4]] and [[[x]]]', ['wikilink x 1']],
    ['[[a]b]] [[a[b]]', []],
    ['`\\[[x]]` \\\\\\[[x]]', []],
  ])('in %j are %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('by a property, an alias or Markdown count, so the note is not an orphan', () => {
    const index = readVault({
      'acme.md': '# Acme',
      'meeting.md': '---\ncompany: "[[acme]]"\n---\n',
      'deep/site plan.md': '---\naliases: [The Site, "Plan, old"]\n---\n',
      'by-alias.md': 'As [[the site]] says.',
      'deep/md.md': '[plan](site%20plan.md) and [acme](../acme.md)',
      'alone.md': '\\[[acme]]',
    });
    expect(linkReport(index)).toMatchObject({ orphans: ['alone.md'], dead: [], ambiguous: [] });
    expect(index.backlinks('deep/site plan.md').map(({ from }) => from)).toEqual(['by-alias.md', 'deep/md.md']);
    expect(index.resolve('Plan, old')).toEqual({ kind: 'found', path: 'deep/site plan.md' });
  });

  it('resolve to an alias only if no note has that name', () => {
    const index = readVault({ 'a.md': '---\naliases: b\n---\n', 'b.md': '', 'c.md': '---\nalias: d, e\n---\n' });
    expect([index.resolve('b'), index.resolve('E')]).toEqual([
      { kind: 'found', path: 'b.md' },
      { kind: 'found', path: 'c.md' },
    ]);
  });

  it('in Markdown prefer the file in the same folder over one with that name elsewhere', () => {
    const index = readVault({ 'x.md': '', 'a/x.md': '', 'a/n.md': '[x](x.md)', 'b/n.md': '[x](/x.md) [y](y.md)', 'c/y.md': '' });
    expect(index.backlinks('a/x.md').map(({ from }) => from)).toEqual(['a/n.md']);
    expect(index.backlinks('x.md').map(({ from }) => from)).toEqual(['b/n.md']);
    expect(index.backlinks('c/y.md').map(({ from }) => from)).toEqual(['b/n.md']);
  });

  it('of properties are in graph.json, as in the original program; Markdown links are not', () => {
    const index = readVault({ 'a.md': '---\ncompany: "[[b]]"\n---\n[c](c.md) [[d]] `x/e.md`' });
    expect(JSON.parse(indexFiles(index, vaultConfig(), '2026-04-13').get('index/graph.json') ?? '')).toEqual({
      'a.md': ['b', 'd', 'x/e.md'],
    });
  });
});

describe('a second header', () => {
  const STUB = '---\npermalink: x/deploy\n---\n\n';
  const REAL = noteText({ name: 'Deploy freeze', type: 'rule', tags: '[deploy]', status: 'review' }, 'No deploys.');

  it('fills missing keys of the first one, and is reported', () => {
    const note = read(STUB + REAL);
    expect(note).toMatchObject({ name: 'Deploy freeze', type: 'rule', tags: ['deploy'], status: 'review', summary: 'No deploys.' });
    expect(codes(STUB + REAL)).toEqual(['second-header:5:1']);
    expect(codes((STUB + REAL).replaceAll('\n', '\r\n'))).toEqual(['second-header:5:1']);
  });

  it.each([
    ['active', 'review', 'review'],
    ['review', 'active', 'review'],
    ['active', 'archived', 'archived'],
    ['archived', 'review', 'archived'],
  ])('after the status %s with the status %s gives %s', (first, second, status) => {
    const { status: counting, problems } = read(`---\nstatus: ${first}\n---\n---\nname: x\nstatus: ${second}\n---\n`);
    expect(counting).toBe(status);
    expect(problems[0]?.message).toContain('its status counts if it is not "active"');
  });

  it('may be followed by a third one', () => {
    expect(read(`---\nid: a\n---\n---\nname: b\n---\n---\nTags: c\n---\nText`)).toMatchObject({ id: 'a', name: 'b', tags: ['c'] });
  });

  it.each([
    '---\nname: x\n---\nText\n\n---\nstatus: review\n---\n',
    '---\nname: x\n---\n\n---\nNote: read this first.\n---\n',
    '---\nname: x\n---\n---\nstatus: review\n',
    '---\nname: x\n---\n---\nSome words.\nstatus: review\n---\n',
  ])('is not recognized in %j', (text) => {
    expect([read(text).status, codes(text)]).toEqual(['active', []]);
  });

  test('with its own status prevents a change of the status', () => {
    const text = '---\nstatus: active\n---\n---\nname: x\nstatus: review\n---\n';
    expect(() => archiveNoteText(text)).toThrow('the note has two headers');
  });
});
