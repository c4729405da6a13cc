import { describe, expect, it } from 'vitest';
import { readNote, readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';

const config = { directories: new Map([['rules', 'meta']]), timeZone: 'Europe/Paris' };
const identity = { size: 1, mtimeNs: '1', ino: '1' };

const read = (text: string, file = 'atoms/20260412_x.md') => readNoteText(file, text, identity, config);
const readHeader = (...lines: string[]) => read(['---', ...lines, '---', 'Body', ''].join('\n'));
const problemsOf = ({ problems }: Note) => problems.map(({ code, line, column }) => `${code}:${line}:${column}`);

const SEED = `---
id: 20260412_deploy_freeze_during_release
name: Deploy freeze during release windows
type: decision
project: ops
status: active
created: 2026-04-12
updated: 2026-04-12
tags: [deploy, risk, decision]
links: []
---
# Deploy freeze during release windows

No deploys allowed 24 hours before and after a release cut.

**Why:** Concurrent deploys during the v2.3 release caused a merge conflict
that broke the staging environment for 6 hours.

**How to apply:** Check the release calendar before scheduling any deploy.
`;

describe('readNote', () => {
  it('reads the atom of the seed', () => {
    expect(readNote({ path: 'atoms/a.md', bytes: Buffer.from(SEED), identity }, config)).toEqual({
      path: 'atoms/a.md',
      file: identity,
      id: '20260412_deploy_freeze_during_release',
      name: 'Deploy freeze during release windows',
      type: 'decision',
      project: 'ops',
      status: 'active',
      tags: ['deploy', 'risk', 'decision'],
      created: '2026-04-12',
      updated: '2026-04-12',
      aliases: [],
      description: '',
      summary: 'No deploys allowed 24 hours before and after a release cut.',
      confidence: null,
      pnlImpact: null,
      lines: 19,
      links: [],
      headingLinks: [],
      related: [],
      supersedes: [],
      supersededBy: [],
      contradicts: [],
      contradictions: [],
      citations: [],
      cited: [],
      problems: [],
    });
  });

  it('reads the same with other line ends and a byte order mark', () => {
    const note = read(`\ufeff${SEED.replaceAll('\n', '\r\n')}`, 'atoms/a.md');
    expect(note).toEqual(read(SEED, 'atoms/a.md'));
  });

  it('uses defaults for missing and empty header keys', () => {
    for (const text of [
      'Just text\n',
      '---\nname:\ntype: null\nproject: ""\nstatus: ~\ntags:\ncreated:\ndescription: ""\n---\nJust text\n',
    ]) {
      const { id, name, type, project, status, tags, created, updated, description, summary, problems } = read(text, 'rules/deep/A b.md');
      expect([id, name, type, project, status, tags, created, updated]).toEqual(['', 'A b', 'unknown', 'meta', 'active', [], null, null]);
      expect([description, summary, problems]).toEqual(['', 'Just text', []]);
    }
    expect(read('').project).toBe('unknown');
  });

  it('uses any file name unchanged as the name', () => {
    expect(read('x', 'atoms/two\nlines \u001b[31m.md').name).toBe('two\nlines \u001b[31m');
    expect(read('x', 'a.MD.md').name).toBe('a.MD');
  });

  it('reads YAML block lists, quotes, comments and multi-line values', () => {
    const note = readHeader(
      '# about',
      'name: "Two: parts" # said',
      'description: >-',
      '  one',
      '  two',
      'tags:',
      '  - Deploy',
      "  - '#risk'",
      '  - 2026',
      '  -',
      'status: Superseded',
      'updated: 2026-04-12T23:30Z',
      'confidence: 0.5',
      'pnl_impact: "-12.5"',
    );
    expect([note.name, note.description, note.summary]).toEqual(['Two: parts', 'one two', 'one two']);
    expect([note.tags, note.status, note.updated]).toEqual([['deploy', 'risk', '2026'], 'superseded', '2026-04-13']);
    expect([note.confidence, note.pnlImpact, note.problems]).toEqual([0.5, -12.5, []]);
  });

  it.each([
    ['tags: deploy, Risk', ['deploy', 'risk']],
    ['tags: 7', ['7']],
    ['tags: []', []],
    ['tags: [a, A, b, a]', ['a', 'b']],
    ["tags: ['']", []],
    ['tags: true', ['true']],
  ])('reads %s as %j', (line, tags) => {
    expect([readHeader(line).tags, readHeader(line).problems]).toEqual([tags, []]);
  });

  it.each([
    ['id: 20260412093015123', { id: '20260412093015123' }],
    ['id: 0123', { id: '0123' }],
    ['id: 1e5', { id: '1e5' }],
    ['name: 3.10', { name: '3.10' }],
    ['project: 007', { project: '007' }],
    ['description: 2.50', { description: '2.50' }],
    ['tags: [python, 3.10, 0x1F, 12345678901234567890]', { tags: ['python', '3.10', '0x1f', '12345678901234567890'] }],
    ['links: [0123]\nsupersedes: 0.10', { related: ['0123'], supersedes: ['0.10'] }],
    ['name: [WIP] x\ntags:\n  - 3.10\nid: 0123', { tags: ['3.10'], id: '0123' }],
    ['confidence: 0.50\npnl_impact: 0x10', { confidence: 0.5, pnlImpact: 16 }],
    ['confidence: 5e-1\npnl_impact: -1_000', { confidence: 0.5, pnlImpact: null }],
  ])('reads numbers as written, except in numeric fields: %j', (lines, expected) => {
    // An anchor forces the header through the YAML library.
    for (const more of ['', '\nmore: &x 1']) expect(read(`---\n${lines}${more}\n---\n`)).toMatchObject(expected);
  });

  it('lists tags of the prose after those of the header', () => {
    expect(read('---\ntags: [b, aa]\n---\n#cc #a1 #b #aa\n`#dd`').tags).toEqual(['b', 'aa', 'cc', 'a1']);
  });

  it.each([
    ['description: Open question: why', { description: 'Open question: why' }],
    ['name: [WIP] x', { name: '[WIP] x' }],
    ['tags: [#tide]', { tags: ['tide'] }],
  ])('reads %s, which is invalid YAML, line by line with one problem', (line, expected) => {
    const note = readHeader('id: 20260412_x', line, 'type: nonsense', 'updated: 2026-04-12');
    expect(note).toMatchObject({ ...expected, id: '20260412_x', type: 'nonsense', updated: '2026-04-12' });
    expect(note.problems.map(({ code, line: at }) => [code, at])).toEqual([['yaml', 3]]);
  });

  it.each([
    ['tags: #deploy #Risk', ['deploy', 'risk']],
    ['Tags: #deploy, #risk  ', ['deploy', 'risk']],
    ['name: a: b\ntags: #area/api', ['area/api', 'area']],
  ])('reads and reports tags that are a comment in YAML: %j', (header, tags) => {
    const note = readHeader(header);
    expect(note.tags).toEqual(tags);
    expect(note.problems).toHaveLength(1);
  });

  it.each(['tags: # none yet', 'tags: #1 see below', 'tags:', 'tags: ## x'])('reads no tags from a comment without tags: %j', (header) => {
    expect(readHeader(header)).toMatchObject({ tags: [], problems: [] });
  });

  it('reports an invalid day even in a header that is invalid YAML, because the layer depends on it', () => {
    expect(problemsOf(readHeader('name: [WIP] x', 'type: nonsense', 'updated: soon'))).toEqual(['yaml:2:7', 'bad-date:4:10']);
  });

  it('keeps and reports the brackets of a name that is a list in YAML', () => {
    const note = readHeader('id: x', 'name: [WIP, b]');
    expect(note.name).toBe('[WIP, b]');
    expect(problemsOf(note)).toEqual(['bad-value:3:7']);
  });

  it.each([
    ['type: Nonsense', 'unknown-type:3:7', { type: 'Nonsense' }],
    ['"status":  lost', 'unknown-status:3:12', { status: 'lost' }],
    ['updated: soon', 'bad-date:3:10', { updated: null }],
    ['created: 20260412', 'bad-date:3:10', { created: null }],
    ['updated: 2026-02-30', 'bad-date:3:10', { updated: null }],
    ['confidence: 80', 'bad-value:3:13', { confidence: null }],
    ['confidence: -0.1', 'bad-value:3:13', { confidence: null }],
    ['confidence: high', 'bad-value:3:13', { confidence: null }],
    ['pnl_impact: .inf', 'bad-value:3:13', { pnlImpact: null }],
    ['description: {a: b}', 'bad-value:3:14', { description: '' }],
    ['tags: [{a: b}, c]', 'bad-value:3:7', { tags: ['c'] }],
    ['links: {a: b}', 'bad-value:3:8', { related: [] }],
  ])('for %s reports %s and reads all other keys', (line, problem, expected) => {
    const note = readHeader('id: x', line, 'project: p');
    expect(note).toMatchObject({ id: 'x', project: 'p', ...expected });
    expect(problemsOf(note)).toEqual([problem]);
  });

  it('reports the invalid value and the allowed values', () => {
    expect(readHeader('type: idea').problems[0]?.message).toMatch(/^type is unknown \(got "idea"; allowed: rule, insight, .*user\)$/);
    expect(readHeader('updated: soon').problems[0]?.message).toBe('updated is not a date (got "soon"; allowed: a date such as 2026-04-12)');
  });

  it('does not read or run a header that is code', () => {
    const note = read('---js\n{ name: (() => { throw new Error("ran"); })() }\n---\nBody');
    expect([note.name, note.summary, problemsOf(note)]).toEqual(['20260412_x', 'Body', ['code-header:1:1']]);
  });

  it('reports a header that is not closed, and reads the whole text as the body', () => {
    const note = read('---\nname: x\n\nBody #tag');
    expect([note.name, note.tags, problemsOf(note)]).toEqual(['20260412_x', ['tag'], ['unclosed-header:1:1']]);
  });

  it('reads the valid parts of text that is not UTF-8, and reports the first invalid byte', () => {
    const bytes = Buffer.concat([
      Buffer.from('---\nname: x\ntype: odd\nupdated: soon\n---\n#tag '),
      Buffer.from([0xff]),
      Buffer.from(' end'),
    ]);
    const note = readNote({ path: 'a.md', bytes, identity }, config);
    expect([note.name, note.tags, problemsOf(note)]).toEqual(['x', ['tag'], ['not-utf8:6:6', 'bad-date:4:10']]);
  });

  it('distinguishes `---` in a value and in the body from the end of the header', () => {
    const note = read('---\nname: a --- b\ndescription: "---"\n---\nBody\n---\nupdated: no\n---\n');
    expect([note.name, note.description, note.updated, note.problems]).toEqual(['a --- b', '---', null, []]);
  });

  it('lists links in text order, without links to its own headings', () => {
    const note = read('---\nlinks: ["[[z]]"]\n---\n`rules/a.md` [[b#h|c]]\n[[#own]] ![[d]]\n`src/x.ts:3`');
    expect(note.links).toEqual([
      { target: 'rules/a.md', line: 4, kind: 'file' },
      { target: 'b', line: 4, kind: 'wikilink' },
      { target: 'd', line: 5, kind: 'embed' },
    ]);
    expect([note.related, note.citations]).toEqual([['z'], [{ path: 'src/x.ts', line: 3, at: 6 }]]);
  });

  it.each([
    ['supersedes: 20260101_a', ['20260101_a']],
    ['supersedes: "[[20260101_a|the old one]]"', ['20260101_a']],
    ['supersedes: [[20260101_a]]', ['20260101_a']],
    ['supersedes: [[Old, but gold]]', ['Old, but gold']],
    ['supersedes: [[[a]], [[b c]]]', ['a', 'b c']],
    ['supersedes: [a, "[[b]]", a]', ['a', 'b']],
    ['supersedes: "[[a]] and [[b]]"', ['a', 'b']],
    ['supersedes:\n  - "[[a#why]]"\n  - 20260101', ['a', '20260101']],
    ['supersedes: Old, but gold', ['Old, but gold']],
    ['supersedes: []', []],
    ['supersedes: ""', []],
  ])('reads the references of %s as %j', (line, targets) => {
    const note = readHeader(line, line.replace('supersedes', 'superseded_by'), line.replace('supersedes', 'contradicts'));
    expect([note.supersedes, note.supersededBy, note.contradicts]).toEqual([targets, targets, targets]);
    expect(note.problems).toEqual([]);
  });

  it('joins links and related into one list', () => {
    expect(readHeader('links: [a, b]', 'related: ["[[c]]", b]').related).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\r\nb', 2],
    ['\n\n', 2],
  ])('counts the lines of %j: %d', (text, lines) => {
    expect(read(text).lines).toBe(lines);
  });
});

it.each([
  ['a header', '---\nid: one\nname: Deploy freeze\naliases: [freeze, "no deploys"]\ntags: [a]\n---\n# Other\n[[two]]\n'],
  ['no header', '# Title\ntext [[two]] #tag\n'],
  ['a header that is not closed', '---\nname: open\n'],
  ['a second header', '---\nid: stub\n---\n---\nname: real\naliases: other\n---\ntext\n'],
  ['a name that is a list', '---\nname: [WIP]\nid: [a, b]\n---\n'],
  ['YAML that is refused', '---\nname: a: b\nid: x\n---\n'],
  ['a header that is code', '---js\nname: x\n---\n'],
  ['git conflict marks in its header', '---\n<<<<<<< HEAD\nname: ours\n=======\nname: theirs\n>>>>>>> x\nid: z\n---\n'],
  ['line ends of old Macs', '---\rname: mac\rid: m\r---\rtext'],
])('reading only the names of a note with %s gives the same names as reading all of it', (_, text) => {
  const { path, file, id, name, aliases } = read(text);
  const names = readNoteText('atoms/20260412_x.md', text, identity, { ...config, part: 'names' });
  expect(names).toMatchObject({ path, file, id, name, aliases, links: [], tags: [], problems: [] });
});
