import { describe, expect, it, test } from 'vitest';
import { indexFiles } from '../../../../src/engine/vault/cache/index-files.ts';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { linkReport } from '../../../../src/engine/vault/report.ts';
import { acceptedText, archivedText } from '../../../../src/engine/vault/review.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { noteText, readVault } from './read-vault.ts';

const read = (text: string, file = 'notes/a.md') => readNoteText(file, text, UNREAD, vaultConfig());
const codes = (text: string) => read(text).problems.map(({ code, line, column }) => `${code}:${line}:${column}`);

describe('keys of a header', () => {
  it('are read in any case', () => {
    const note = read('---\nNAME: Crane\nType: rule\nStatus: Review\nTAGS: [deploy]\nUpdated: 2026-04-12\nSupersedes: old\n---\n');
    expect(note).toMatchObject({ name: 'Crane', type: 'rule', status: 'review', tags: ['deploy'], updated: '2026-04-12' });
    expect([note.supersedes, note.problems]).toEqual([['old'], []]);
  });

  it('count in lower case where they are written twice, else as they stand last; both are told', () => {
    expect([read('---\nStatus: review\nstatus: archived\n---\n').status, codes('---\nStatus: review\nstatus: archived\n---\n')]).toEqual([
      'archived',
      ['repeated-key:2:1'],
    ]);
    expect([read('---\nTags: a\nTAGS: b\n---\n').tags, codes('---\nTags: a\nTAGS: b\n---\n')]).toEqual([['b'], ['repeated-key:2:1']]);
  });

  it('name their place where a value cannot be used', () => {
    expect(codes('---\nname: x\nStatus: odd\n---\n')).toEqual(['unknown-status:3:9']);
  });

  it('stay as they are spelt when a value is changed', () => {
    expect(archivedText('---\nStatus: active # now\nName: x\n---\n')).toBe('---\nStatus: archived # now\nName: x\n---\n');
    const accepted = acceptedText('---\nSTATUS: review\n---\n', { by: 'person:ann', day: '2026-04-12' });
    expect(accepted).toBe('---\nSTATUS: active\naccepted_by: person:ann\naccepted: 2026-04-12\n---\n');
  });
});

test('tags are read under both names that Obsidian has had for them', () => {
  expect(read('---\nname: x\ntag: a\n---\n').tags).toEqual(['a']);
  expect(read('---\nname: x\nTag: [b, "#a"]\ntags: a\n---\n').tags).toEqual(['a', 'b']);
  expect(read('---\nname: x\ntag: area/backend ops\n---\n').tags).toEqual(['area/backend', 'area', 'ops']);
  expect(codes('---\nname: x\ntag: {a: 1}\n---\n')).toEqual(['bad-value:3:6']);
  expect(read('---\nname: x\n---\n---\ntag: a\n---\n').tags).toEqual(['a']);
});

test('a project that is unknown is told by the folder, as in the original program', () => {
  expect(read('---\nproject: unknown\n---\n', 'feedback/a.md').project).toBe('meta');
});

describe('tags of a header', () => {
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
  ])('%j are %j', (yaml, tags) => {
    expect(read(`---\n${yaml}\n---\n`).tags).toEqual(tags);
  });

  it('of very many levels cost what they are, and not each level again', () => {
    const deep = Array.from({ length: 50_000 }, () => 'a').join('/');
    const { tags } = read(`---\ntags: [x]\n---\n#${deep}\n`);
    expect(tags.length).toBeLessThan(100);
    expect(tags).toEqual(expect.arrayContaining([deep, 'a', 'a/a']));
  });

  it('and of the prose are nested alike, each once', () => {
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
  ])('%j holds %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('make no orphan of a note that is linked by a property, an alias or Markdown', () => {
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

  it('mean an alias only where nothing else is called so', () => {
    const index = readVault({ 'a.md': '---\naliases: b\n---\n', 'b.md': '', 'c.md': '---\nalias: d, e\n---\n' });
    expect([index.resolve('b'), index.resolve('E')]).toEqual([
      { kind: 'found', path: 'b.md' },
      { kind: 'found', path: 'c.md' },
    ]);
  });

  it('in Markdown mean the file beside them before one of that name elsewhere', () => {
    const index = readVault({ 'x.md': '', 'a/x.md': '', 'a/n.md': '[x](x.md)', 'b/n.md': '[x](/x.md) [y](y.md)', 'c/y.md': '' });
    expect(index.backlinks('a/x.md').map(({ from }) => from)).toEqual(['a/n.md']);
    expect(index.backlinks('x.md').map(({ from }) => from)).toEqual(['b/n.md']);
    expect(index.backlinks('c/y.md').map(({ from }) => from)).toEqual(['b/n.md']);
  });

  it('of properties stand in graph.json, where the original program reads them; those of Markdown do not', () => {
    const index = readVault({ 'a.md': '---\ncompany: "[[b]]"\n---\n[c](c.md) [[d]] `x/e.md`' });
    expect(JSON.parse(indexFiles(index, vaultConfig(), '2026-04-13').get('index/graph.json') ?? '')).toEqual({
      'a.md': ['b', 'd', 'x/e.md'],
    });
  });
});

describe('a second header', () => {
  const STUB = '---\npermalink: x/deploy\n---\n\n';
  const REAL = noteText({ name: 'Deploy freeze', type: 'rule', tags: '[deploy]', status: 'review' }, 'No deploys.');

  it('counts for what the first one does not say, and is told', () => {
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
  ])('with the status %s before %s is %s', (first, second, status) => {
    expect(read(`---\nstatus: ${first}\n---\n---\nname: x\nstatus: ${second}\n---\n`).status).toBe(status);
  });

  it('and a third one count, too', () => {
    expect(read(`---\nid: a\n---\n---\nname: b\n---\n---\nTags: c\n---\nText`)).toMatchObject({ id: 'a', name: 'b', tags: ['c'] });
  });

  it.each([
    '---\nname: x\n---\nText\n\n---\nstatus: review\n---\n',
    '---\nname: x\n---\n\n---\nNote: read this first.\n---\n',
    '---\nname: x\n---\n---\nstatus: review\n',
    '---\nname: x\n---\n---\nSome words.\nstatus: review\n---\n',
  ])('is none in %j', (text) => {
    expect([read(text).status, codes(text)]).toEqual(['active', []]);
  });

  test('with a status of its own keeps the note from being accepted in the first one alone', () => {
    const text = '---\nstatus: active\n---\n---\nname: x\nstatus: review\n---\n';
    expect(() => archivedText(text)).toThrow('the note has two headers, and both count');
  });
});
