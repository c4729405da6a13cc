import { describe, expect, test } from 'vitest';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { type MigrationFacts, migrateHeader } from '../../../../src/engine/vault/notes/migrate.ts';
import { skipReason } from '../../../../src/engine/vault/notes/skipped-note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

const FACTS: MigrationFacts = { committed: '2026-01-05', changed: '2026-02-06', written: '2026-04-13', taken: () => false };
const DIRECTORIES = new Map([
  ['notes', 'ops'],
  ['feedback', 'meta'],
]);
const CONFIG = vaultConfig({ directories: DIRECTORIES, tags: new Map([['risk', ['loss', 'halt']]]) });

function migrate(text: string, path = 'notes/My note.md', facts: Partial<MigrationFacts> = {}) {
  return migrateHeader(text, path, CONFIG, '2026-04-13', { ...FACTS, ...facts });
}

describe('a note without a header', () => {
  test('gets the standard header in the order of the seed, and keeps its body byte for byte', () => {
    const body = '\n# My note\n\nThe first line.\nA loss of 5 %.  \n\n\n';
    const { text, fields } = migrate(body);
    expect(text).toBe(
      `---
id: 20260105_my_note
name: My note
type: reference
project: ops
status: active
created: 2026-01-05
updated: 2026-02-06
tags: [notes, risk]
links: []
description: The first line.
---
${body}`,
    );
    expect(fields).toEqual(['id', 'name', 'type', 'project', 'status', 'created', 'updated', 'tags', 'links', 'description']);
  });

  test('keeps a byte order mark and its line ends', () => {
    const { text } = migrate('\ufeffOne.\r\nTwo.\r\n');
    expect(text.startsWith('\ufeff---\r\nid: 20260105_my_note\r\n')).toBe(true);
    expect(text.endsWith('---\r\nOne.\r\nTwo.\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('gets no description if it is empty', () => {
    expect(migrate('').fields).not.toContain('description');
  });
});

describe('a note with a header', () => {
  const FULL =
    '---\nid: x\nname: Y\ntype: rule\nproject: ops\nstatus: review\ncreated: 2020-01-01\nupdated: 2020-01-02\ntags: []\nlinks: [a]\ndescription: Z\n---\nBody\n';

  test('with all fields is unchanged', () => {
    expect(migrate(FULL)).toEqual({ text: FULL, fields: [], isLeft: false });
  });

  test.each(['id', 'name', 'type', 'project', 'status', 'created', 'updated', 'tags', 'links', 'description'])(
    'without %s gets it, and nothing else changes',
    (field) => {
      const without = FULL.replace(new RegExp(`^${field}: .*\\n`, 'm'), '');
      const { text, fields } = migrate(without);
      expect(fields).toEqual([field]);
      expect(text.replace(new RegExp(`^${field}: .*\\n`, 'm'), '')).toBe(without);
      expect(text).toMatch(new RegExp(`^${field}: `, 'm'));
    },
  );

  test('keeps comments, unknown keys, key order and list style, and fills empty fields', () => {
    const text = '---\n# mine\nzeta: 1\nname:   "Quoted"   # why\ntags:\n  - one\n  - two\ntype:\nstatus: ""\n---\nBody\n';
    const migrated = migrate(text).text;
    expect(migrated).toMatch(
      /^---\n# mine\nzeta: 1\nname: {3}"Quoted" {3}# why\ntags:\n {2}- one\n {2}- two\ntype: reference\nstatus: "active"\n/,
    );
    expect(migrated.endsWith('---\nBody\n')).toBe(true);
  });

  test('with the type "unknown" gets a guessed type', () => {
    expect(migrate('---\ntype: unknown\n---\n', 'incidents/x.md').text).toContain('type: incident\n');
  });
});

describe('dates', () => {
  const dates = (text: string, facts: Partial<MigrationFacts> = {}) => {
    const { text: after } = migrate(text, 'x.md', facts);
    return [/^created: (.*)$/m.exec(after)?.[1], /^updated: (.*)$/m.exec(after)?.[1]];
  };

  test('of the header stay, and added dates are consistent with them', () => {
    expect(dates('---\ncreated: 2026-03-01\n---\n')).toEqual(['2026-03-01', '2026-03-01']);
    expect(dates('---\ncreated: 2026-01-01\n---\n')).toEqual(['2026-01-01', '2026-02-06']);
    expect(dates('---\nupdated: 2020-03-01\n---\n')).toEqual(['2020-03-01', '2020-03-01']);
    expect(dates('---\nupdated: 2026-03-01\n---\n')).toEqual(['2026-01-05', '2026-03-01']);
  });

  test('of the header under key names of other programs take precedence over those of the file', () => {
    expect(dates('---\ndate: 2026-01-02\n---\n')).toEqual(['2026-01-02', '2026-02-06']);
    expect(dates('---\nDate Created: 2026-03-01T10:00\nlastmod: 2026-03-04\n---\n')).toEqual(['2026-03-01', '2026-03-04']);
    expect(dates('---\ndate: 2026-03-01\ncreated: 2026-01-01\n---\n')).toEqual(['2026-01-01', '2026-02-06']);
    expect(dates('---\ndate: next week\n---\n')).toEqual(['2026-01-05', '2026-02-06']);
  });

  test('fall back to those of the file, then to today', () => {
    const unknown = { committed: null, changed: null };
    expect(dates('', { ...unknown, written: '2026-03-02' })).toEqual(['2026-03-02', '2026-03-02']);
    expect(dates('', { ...unknown, written: null })).toEqual(['2026-04-13', '2026-04-13']);
    expect(dates('', { changed: null })).toEqual(['2026-01-05', '2026-01-05']);
  });

  test.each(['created', 'date', 'date created'])('the day of the file or of an import is not "updated" if the header has "%s"', (key) => {
    const header = `---\n${key}: 2025-10-02\n---\n`;
    expect(dates(header, { committed: null, changed: null })).toEqual(['2025-10-02', '2025-10-02']);
    expect(dates(header, { changed: null })).toEqual(['2025-10-02', '2025-10-02']);
    expect(dates(header)).toEqual(['2025-10-02', '2026-02-06']);
  });
});

describe('guessed fields', () => {
  const type = (path: string, body = '') => /^type: (.*)$/m.exec(migrate(body, path).text)?.[1];

  test.each([
    ['rules/a.md', '', 'rule'],
    ['x/Feedback/a.md', '', 'feedback'],
    ['rules/insights/a.md', '', 'insight'],
    ['people/a.md', '', 'person'],
    ['_moc/a.md', '', 'project'],
    ['a/2026-changelog.md', '', 'project'],
    ['a/thesis_of_x.md', '', 'insight'],
    ['a/x.md', '**Why:** x\n**How to apply:** y', 'feedback'],
    ['a/x.md', 'A lesson learnt.', 'lesson'],
    ['a/x.md', `${' '.repeat(500)}A lesson learnt.`, 'reference'],
    ['a/indexer.md', 'Less on that.', 'reference'],
  ])('the type of %s (%j) is %s', (path, body, expected) => {
    expect(type(path, body)).toBe(expected);
  });

  test('notes in an archive folder are archived, and meaningful folder names become tags', () => {
    const { text } = migrate('', 'Archive/Deploy/_x/odd name/a.md');
    expect(text).toContain('status: archived\n');
    expect(text).toContain('tags: [deploy]\n');
    expect(migrate('', 'archive.md').text).toContain('status: active\n');
  });

  test('tags are copied from the older key "tag", and replace tags from folder names', () => {
    expect(migrate('---\ntag: a, B\n---\n', 'Deploy/a.md').text).toContain('tag: a, B\n');
    expect(migrate('---\ntag: a, B\n---\n', 'Deploy/a.md').text).toContain('tags: [a, b]\n');
    expect(migrate('---\ntag: a\ntags: [b]\n---\n', 'Deploy/a.md').text).toContain('tag: a\ntags: [b]\n');
  });

  test('the project is the one configured for the folder', () => {
    expect(migrate('', 'feedback/a.md').text).toContain('project: meta\n');
  });

  test('an unknown project is not written, so that [directories] can set it later', () => {
    expect(migrate('', 'atoms/a.md').fields).not.toContain('project');
    const once = migrate('---\ntype: rule\n---\nText\n', 'atoms/a.md').text;
    expect(migrate(once, 'atoms/a.md')).toMatchObject({ text: once, fields: [] });
  });

  test('the id is unique in the vault, and uses the file name if the name of the note gives none', () => {
    expect(migrate('---\nname: Deploy\n---\n', 'a.md', { taken: (id) => id === '20260105_deploy' }).text).toContain(
      'id: 20260105_deploy_2\n',
    );
    expect(migrate('---\nname: 部署\n---\n', 'a/deploy.md').text).toMatch(/^id: 20260105_\w*deploy\w*$/m);
    expect(migrate('---\nname: 部署\n---\n', '部.署').fields).not.toContain('id');
  });
});

describe('a header that is invalid YAML', () => {
  test('is fixed with quotes and then completed', () => {
    const { text, fields } = migrate('---\nname: [WIP] x\ndescription: Open question: why?\nother: {\n---\nBody\n');
    expect(text).toMatch(/^---\nname: "\[WIP\] x"\ndescription: "Open question: why\?"\nother: "\{"\nid: /);
    expect(fields.slice(0, 4)).toEqual(['name', 'description', 'other', 'id']);
    expect(text.endsWith('---\nBody\n')).toBe(true);
  });

  test.each([
    ['has no end', '---\nname: x\nBody\n'],
    ['is code', '---js\nname: x\n---\nBody\n'],
    ['has a key twice', '---\nname: x\nname: y\n---\nBody\n'],
    ['is no lines of keys', '---\n- a\n- b\n---\nBody\n'],
  ])('is unchanged if it %s', (_, text) => {
    expect(migrate(text)).toEqual({ text, fields: [], isLeft: true });
  });
});

describe('name', () => {
  const name = (header: string) => /^name: (.*)$/m.exec(migrate(`---\n${header}\n---\n`, 'api.md').text)?.[1];

  test('comes from the title if there is no name', () => {
    expect(name('title: "Timeout API: total and per attempt"')).toBe('"Timeout API: total and per attempt"');
    expect(name('Title: Hooks')).toBe('Hooks');
    expect(name('title: Hooks\nname: Own')).toBe('Own');
    expect(name('title: {{title}}')).toBe('api');
    expect(name('title: deploy_freeze')).toBe('deploy_freeze');
    expect(migrate('---\ntitle: Hooks\n---\n', 'api.md').text).toContain('id: 20260105_hooks\n');
  });
});

describe('name from the file name', () => {
  test.each([
    ['deploy_freeze-window', 'Deploy freeze window'],
    ['20260310_basin_collision', 'Basin collision'],
    ['20260310_fog', 'Fog'],
    ['api', 'api'],
    ['Rate limits', 'Rate limits'],
    ['2026-11-27', '2026-11-27'],
    ['AbortSignal.any', 'AbortSignal.any'],
    ['Retry-After', 'Retry-After'],
  ])('%s is %s', (file, expected) => {
    const { text } = migrate('Text\n', `notes/${file}.md`);
    expect(/^name: (.*)$/m.exec(text)?.[1]).toBe(expected);
    expect(migrate(text, `notes/${file}.md`).fields).toEqual([]);
  });
});

describe('a note that is skipped', () => {
  test.each([
    ['Templates/Note.md', 'Text\n', 'in a folder of templates'],
    ['a/_templates/b/Note.md', 'Text\n', 'in a folder of templates'],
    ['a/Note.md', '---\ntags: [{{tag}}]\n---\nText\n', 'a template: contains {{tag}}'],
    ['a/Note.md', '---\ncreated: <% tp.date.now() %>\n---\n', 'a template: contains <% tp.date.now() %>'],
    ['a/Note.md', '# {{title}}\n\nText\n', 'a template: contains {{title}}'],
    ['a/Note.md', 'On {{date:YYYY-MM-DD}}\n', 'a template: contains {{date:YYYY-MM-DD}}'],
    ['a/Note.md', '# <% tp.file.title %>\n', 'a template: contains <% tp.file.title %>'],
    ['a/Note.md', '\ufeff \r\n', 'empty'],
  ])('%s with %j is %s', (path, text, reason) => {
    expect(skipReason(text, path)).toBe(reason);
  });

  test.each([
    ['a/My templates.md', 'Text\n'],
    ['templates.md', 'Text\n'],
    ['a/Note.md', '---\ntags: []\n---\n'],
    ['a/Note.md', 'Jinja writes {{ user.name }}, and `{{title}}`.\n```\n<% code %>\n```\n'],
    ['a/Note.md', `---\ndescription: Use ${'$'}{{ secrets.TOKEN }}\n---\nText\n`],
  ])('is not %s with %j', (path, text) => {
    expect(skipReason(text, path)).toBeNull();
  });
});

describe('description that a migration writes', () => {
  test.each([
    ['- [ ] ask about Timeout API', 'ask about Timeout API'],
    ['- [x] **Done** and _well_, ~~not~~ ==so==', 'Done and well, not so'],
    ['> [!note] Cap it at 60 s', 'Cap it at 60 s'],
    ['3. Never retry ***POST*** ^rule1', 'Never retry POST'],
    ['#idempotency #retry/after\n\nUse keys.', 'Use keys.'],
    ['Open. %%private: see ticket%% More', 'Open. More'],
    ['%%private%%\n<!-- secret -->\nOpen <!-- secret --> text', 'Open text'],
    ['%%\nprivate <!-- x -->\n%%\nOpen', 'Open'],
    ['snake_case_name, 2 * 3 * 4, *args and **kwargs, `**code**`', 'snake_case_name, 2 * 3 * 4, *args and **kwargs, `**code**`'],
    ['**a *b* c**, **use `x*y`**, _snake_case_, __init__', 'a b c, use `x*y`, snake_case, init'],
    ['<!-- AUTO:recent -->\n- x\n<!-- /AUTO:recent -->\nOwn', 'Own'],
    ['See [[atoms/deploy_freeze|the freeze]] and [[rollback]].', 'See the freeze and rollback.'],
    ['![[a#b#c]] with [text](./my%20note.md "t") and [x](<a b.md>)', 'a > b > c with text and x'],
    ['`[[x]]`, \\[[y]] and [[[[z]]]]', '`x`, \\y and z'],
    [`[[a|${'b'.repeat(148)}]] c`, `${'b'.repeat(148)} c`],
  ])('is plain text for %j', (line, description) => {
    const { text } = migrate(`---\nname: x\n---\n${line}\n`, 'a.md');
    expect(readNoteText('a.md', text, UNREAD, CONFIG).description).toBe(description);
    expect(text).not.toMatch(/^description:.*\[\[/m);
    const links = (of: string) => readNoteText('a.md', of, UNREAD, CONFIG).links.map(({ target }) => target);
    expect(links(text)).toEqual(links(line));
  });

  test('has its links counted once if it repeats the first line', () => {
    const links = (description: string) => {
      const text = `---\nname: x\ndescription: "${description}"\ncompany: "[[acme]]"\n---\n# X\n\nSee [[a]] and [[b]].\n`;
      return readNoteText('a.md', text, UNREAD, CONFIG).links.map(({ target }) => target);
    };
    expect(links('See [[a]] and [[b]].')).toEqual(['acme', 'a', 'b']);
    expect(links('Not [[a]].')).toEqual(['a', 'acme', 'a', 'b']);
  });
});
