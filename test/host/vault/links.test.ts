import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { everything, extension, inFolder, log } from '../support.ts';

/** Notes for these tests only. */
const FILES: Readonly<Record<string, string>> = {
  'atoms/quiet_days.md':
    '---\nid: 20260410_quiet_days\nname: Quiet days\ntype: decision\nproject: ops\nstatus: active\nupdated: 2026-04-12\ntags: [calendar]\ndescription: "No <b>noise</b> in [these](command:x)"\n---\n# Quiet days\n\n## Why\n',
  'atoms/quiet_plan.md':
    '---\nid: 20260411_quiet_plan\nname: Quiet plan\ntype: concept\nproject: ops\nstatus: active\nupdated: 2026-04-11\ntags: [calendar, zoo]\nlinks: [20260410_quiet_days]\n---\nSee [[20260410_quiet_days#Why|so]] and [[Quiet days]], not `[[Quiet days]]`.\nThe end\n',
  'atoms/quiet_old.md': '\ufeff[[quiet_days]]\r\nand\r[[20260410_quiet_days]]\r\n',
};
const DAYS = 'atoms/quiet_days.md';
const PLAN = 'atoms/quiet_plan.md';
const OLD = 'atoms/quiet_old.md';
const SHELL = 'atoms/shell.md';

const uriOf = (note: string) => vscode.Uri.file(inFolder(note));
const relative = (uri: vscode.Uri) => path.relative(inFolder(), uri.fsPath).replaceAll('\\', '/');

async function open(note: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uriOf(note));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Returns the position after a part of a document. */
function behind(document: vscode.TextDocument, part: string): vscode.Position {
  const at = document.getText().indexOf(part);
  assert.ok(at >= 0, `${part} is not in ${document.uri.path}`);
  return document.positionAt(at + part.length);
}

/** Runs an editor query at the position after a part of a note. */
async function ask<Answer>(command: string, note: string, part: string, ...more: unknown[]): Promise<Answer> {
  const document = await open(note);
  return vscode.commands.executeCommand<Answer>(command, document.uri, behind(document, part), ...more);
}

const shown = ({ uri, range }: vscode.Location) =>
  `${relative(uri)}:${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character}`;

async function referencesBehind(note: string, part: string): Promise<string[]> {
  return (await ask<vscode.Location[]>('vscode.executeReferenceProvider', note, part)).map(shown).sort();
}

async function definitionsBehind(note: string, part: string): Promise<vscode.LocationLink[]> {
  return ask<vscode.LocationLink[]>('vscode.executeDefinitionProvider', note, part);
}

/** Reverts unsaved changes of a note. */
async function revert(note: string): Promise<void> {
  await waitFor(`${note} as it is saved`, async () => {
    const document = await open(note);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    return !document.isDirty;
  });
}

/** Adds unsaved text at the end of a note, and runs a check. */
async function typing(note: string, text: string, look: (document: vscode.TextDocument) => Promise<void>): Promise<void> {
  const document = await open(note);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.ok(document.isDirty);
  try {
    await look(document);
  } finally {
    await revert(note);
  }
}

async function completions(document: vscode.TextDocument, at: vscode.Position, kinds: readonly vscode.CompletionItemKind[]) {
  const command = 'vscode.executeCompletionItemProvider';
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(command, document.uri, at);
  return items.filter(({ kind }) => kind !== undefined && kinds.includes(kind));
}

const { Reference, EnumMember, Value } = vscode.CompletionItemKind;

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

describe('links between notes', () => {
  before(async () => {
    // The editor in a browser saves automatically by default, and there would be no unsaved text.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    for (const [note, text] of Object.entries(FILES)) writeFileSync(inFolder(note), text);
    await waitFor('activation', async () => extension().isActive);
    await vscode.commands.executeCommand('cortex.refresh');
    await waitFor('the new notes', async () => (await definitionsBehind(PLAN, '[[Quiet')).length === 1);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const note of Object.keys(FILES)) rmSync(inFolder(note), { force: true });
    await vscode.commands.executeCommand('cortex.refresh');
  });

  it('lead to the note, to its heading, and to each candidate', async () => {
    const [heading] = await definitionsBehind(PLAN, '[[2026041');
    assert.deepEqual(heading && [relative(heading.targetUri), heading.targetRange.start.line], [DAYS, 12]);
    const [origin] = [heading?.originSelectionRange];
    assert.equal(origin && (await open(PLAN)).getText(origin), '[[20260410_quiet_days#Why|so]]');
    assert.deepEqual(await definitionsBehind(PLAN, 'not `[[Quiet'), []);
    await typing(DAYS, '\nid of two: [[twofold]]\n', async () => {
      for (const note of ['atoms/twofold.md', 'rules/twofold.md']) writeFileSync(inFolder(note), '');
      await vscode.commands.executeCommand('cortex.refresh');
      const both = await definitionsBehind(DAYS, '[[two');
      assert.deepEqual(both.map(({ targetUri }) => relative(targetUri)).sort(), ['atoms/twofold.md', 'rules/twofold.md']);
    });
    for (const note of ['atoms/twofold.md', 'rules/twofold.md']) rmSync(inFolder(note));
  });

  it('show the note on hover, with markup escaped', async () => {
    const hovers = await ask<vscode.Hover[]>('vscode.executeHoverProvider', PLAN, 'and [[Quiet');
    const texts = hovers.flatMap(({ contents }) => contents).filter((content) => content instanceof vscode.MarkdownString);
    const ours = texts.find(({ value }) => value.includes('Quiet days'));
    assert.ok(ours, 'there is no hover');
    assert.match(ours.value, /decision · ops · active · updated 2026\\-04\\-12 · hot/);
    assert.match(ours.value, /No \\<b\\>noise\\<\\\/b\\> in \\\[these\\\]\\\(command\\:x\\\)/);
    assert.match(ours.value, /Linked from 2 other notes\.$/);
    assert.equal(ours.isTrusted ?? false, false);
    assert.equal(ours.supportHtml ?? false, false);
  });

  it('are found in all notes, saved and unsaved', async () => {
    const saved = [
      `${DAYS}:1:4-1:23`,
      `${OLD}:0:2-0:12`,
      `${OLD}:2:2-2:21`,
      `${PLAN}:8:8-8:27`,
      `${PLAN}:10:6-10:25`,
      `${PLAN}:10:41-10:51`,
    ].sort();
    for (const part of ['id: 2026', 'name: Qui']) assert.deepEqual(await referencesBehind(DAYS, part), saved);
    // The editor itself also finds headings and Markdown links.
    const among = (found: readonly string[]) => saved.filter((place) => found.includes(place));
    assert.deepEqual(among(await referencesBehind(DAYS, '# Quiet')), saved);
    for (const part of ['[[2026', 'and [[Qui']) assert.deepEqual(among(await referencesBehind(PLAN, part)), saved);
    assert.deepEqual(among(await referencesBehind(OLD, '[[qui')), saved);
    await typing(OLD, '[[quiet_days]]', async () => {
      assert.deepEqual(await referencesBehind(DAYS, 'id: 2026'), [...saved, `${OLD}:3:2-3:12`].sort());
    });
  });

  it('resolve to a note by its unsaved name', async () => {
    await typing(PLAN, '\n[[Loud days]]', async () => {
      assert.deepEqual(await definitionsBehind(PLAN, '[[Loud'), []);
      const document = await open(DAYS);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(2, 6, 2, 16), 'Loud days');
      await vscode.workspace.applyEdit(edit);
      assert.deepEqual(
        (await definitionsBehind(PLAN, '[[Loud')).map(({ targetUri }) => relative(targetUri)),
        [DAYS],
      );
      await revert(DAYS);
    });
  });

  it('are completed by name and id to an unambiguous link', async () => {
    await typing(PLAN, '\n[[quiet da', async (document) => {
      const [first, ...others] = await completions(document, behind(document, '[[quiet da'), [Reference]);
      assert.deepEqual(others, []);
      assert.deepEqual(first && [labelOf(first), first.detail, first.insertText], ['Quiet days', 'decision · ops', 'atoms/quiet_days]]']);
      assert.equal(first?.documentation, 'No <b>noise</b> in [these](command:x)');
    });
    await typing(PLAN, '\n[[20260410_q|so]]', async (document) => {
      const found = await completions(document, behind(document, '[[20260410_q|'.slice(0, -1)), [Reference]);
      assert.deepEqual(
        found.map((item) => [labelOf(item), item.insertText]),
        [['20260410_quiet_days', '20260410_quiet_days']],
      );
      assert.deepEqual(await completions(document, behind(document, '[[20260410_q|s'), [Reference]), []);
    });
  });

  it('show the name of a note without icons in completions', async () => {
    writeFileSync(inFolder(SHELL), '---\nname: Use $(pwd) in scripts\nproject: $(zap)\n---\n');
    await vscode.commands.executeCommand('cortex.refresh');
    await typing(PLAN, '\n[[use $', async (document) => {
      const [first] = await completions(document, behind(document, '[[use $'), [Reference]);
      assert.deepEqual(first && [labelOf(first), first.insertText], ['Use \\$(pwd) in scripts', 'atoms/shell]]']);
    });
    const document = await open(PLAN);
    const projects = await completions(document, behind(document, 'project: '), [Value]);
    assert.ok(projects.map(labelOf).includes('\\$(zap)'));
    rmSync(inFolder(SHELL));
    await vscode.commands.executeCommand('cortex.refresh');
  });

  it('and header values are completed with known values first, then with those of notes', async () => {
    const document = await open(PLAN);
    const labels = async (part: string, typed: string) => {
      const items = await completions(document, behind(document, part), [EnumMember, Value]);
      return items.filter((item) => labelOf(item).startsWith(typed)).map(labelOf);
    };
    assert.deepEqual((await labels('type: con', '')).slice(0, 1), ['concept']);
    assert.deepEqual(await labels('status: ac', 'a'), ['active']);
    assert.deepEqual((await labels('project: ', '')).slice(0, 3), ['ops', 'research', 'meta']);
    assert.deepEqual((await labels('[calendar, ', '')).slice(0, 3), ['deploy', 'risk', 'database']);
    assert.deepEqual(await labels('[calendar, ', 'calendar'), [], 'a tag that the note has already');
    assert.deepEqual(await labels('name: Quiet', ''), []);
  });
});

describe('renaming a note', () => {
  before(async () => {
    for (const [note, text] of Object.entries(FILES)) writeFileSync(inFolder(note), text);
    await vscode.commands.executeCommand('cortex.refresh');
    await waitFor('the notes', async () => (await definitionsBehind(PLAN, '[[Quiet')).length === 1);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const note of Object.keys(FILES)) rmSync(inFolder(note), { force: true });
    await vscode.commands.executeCommand('cortex.refresh');
  });

  const rename = (note: string, part: string, next: string) =>
    ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', note, part, next);
  const prepare = (note: string, part: string) => ask<{ range: vscode.Range; placeholder: string }>('vscode.prepareRename', note, part);

  it('starts exactly at its names', async () => {
    const { range, placeholder } = await prepare(PLAN, 'and [[Qui');
    assert.deepEqual([(await open(PLAN)).getText(range), placeholder], ['Quiet days', 'Quiet days']);
    const id = await prepare(DAYS, 'id: 2026');
    assert.deepEqual([(await open(DAYS)).getText(id.range), id.placeholder], ['20260410_quiet_days', '20260410_quiet_days']);
  });

  it('is refused with a reason if links would break', async () => {
    const files = everything();
    for (const [note, part, next, reason] of [
      [OLD, '[[quiet', 'x', 'this link names the file of the note'],
      [DAYS, 'name: Q', 'Quiet plan', 'links with this name already lead to atoms/quiet_plan.md'],
      [DAYS, 'name: Q', 'Quiet [days]', 'cannot be used in a link (got "Quiet [days]"'],
    ] as const) {
      assert.equal((await rename(note, part, next)).size, 0);
      await waitFor(`the reason ${reason}`, async () => log().includes(`rename: ${reason}`));
    }
    await assert.rejects(rename(PLAN, 'The e', 'x'), /there is no name of a note to change/);
    assert.deepEqual(everything(), files);
  });

  it('changes its id everywhere, and nothing else', async () => {
    assert.ok(await vscode.workspace.applyEdit(await rename(PLAN, 'links: [2026', '20260410_calm'), { isRefactoring: true }));
    for (const [note, text] of Object.entries(FILES)) {
      const expected = text.replaceAll('20260410_quiet_days', '20260410_calm');
      // The editor supports one kind of line break per file.
      const written = readFileSync(inFolder(note), 'utf8');
      assert.equal(written.replaceAll('\r\n', '\n'), expected.replaceAll(/\r\n|\r/g, '\n'), note);
    }
  });

  it('changes its name, quoted as needed', async () => {
    assert.ok(await vscode.workspace.applyEdit(await rename(DAYS, 'name: Q', 'Days: "calm"'), { isRefactoring: true }));
    const text = (note: string) => vscode.workspace.openTextDocument(uriOf(note)).then((document) => document.getText());
    assert.match(await text(DAYS), /^name: "Days: \\"calm\\""\ntype/m);
    assert.match(await text(DAYS), /^# Quiet days$/m);
    assert.match(await text(PLAN), /so\]\] and \[\[Days: "calm"\]\], not `\[\[Quiet days\]\]`/);
    assert.deepEqual(
      (await definitionsBehind(PLAN, '[[Days')).map(({ targetUri }) => relative(targetUri)),
      [DAYS],
    );
  });
});
