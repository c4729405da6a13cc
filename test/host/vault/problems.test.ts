import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension, inFolder, typeInto } from '../support.ts';

const written = new Set<string>();

/** Writes a file as another program does. It is removed after the test. */
function write(note: string, text: string): vscode.Uri {
  const file = inFolder(note);
  if (!existsSync(file)) written.add(file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return vscode.Uri.file(file);
}

const open = async (note: string, text: string) =>
  vscode.window.showTextDocument(await vscode.workspace.openTextDocument(write(note, text)));

const diagnosticsOf = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Cortex');

/** Returns `code: text` of each problem, in the order of the document. */
const problemsIn = (document: vscode.TextDocument) =>
  diagnosticsOf(document.uri).map(({ code, range }) => `${String(code)}: ${document.getText(range)}`);

async function untilProblems(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
  await waitFor(`the problems ${expected.join(', ')}, not ${problemsIn(document).join(', ')}`, async () => {
    return problemsIn(document).join('\n') === expected.join('\n');
  });
}

/** Returns the fixes for the first problem of a document, as soon as the editor has it. */
async function fixesFor(document: vscode.TextDocument): Promise<vscode.CodeAction[]> {
  let fixes: vscode.CodeAction[] = [];
  await waitFor('an offer', async () => {
    const [first] = diagnosticsOf(document.uri);
    const kind = vscode.CodeActionKind.QuickFix.value;
    if (first === undefined) return false;
    fixes = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, first.range, kind);
    return fixes.length > 0;
  });
  return fixes;
}

const titles = (fixes: readonly vscode.CodeAction[]) => fixes.map(({ title }) => title);

async function apply(fixes: readonly vscode.CodeAction[], title: string): Promise<void> {
  const fix = fixes.find((each) => each.title === title);
  assert.ok(fix, `${title} is not among ${titles(fixes).join(', ')}`);
  if (fix.edit !== undefined) assert.ok(await vscode.workspace.applyEdit(fix.edit));
  if (fix.command !== undefined) await vscode.commands.executeCommand(fix.command.command, ...(fix.command.arguments ?? []));
}

const replace = (editor: vscode.TextEditor, old: string, text: string) =>
  typeInto(editor, (edit) => {
    const { document } = editor;
    const from = document.getText().indexOf(old);
    edit.replace(new vscode.Range(document.positionAt(from), document.positionAt(from + old.length)), text);
  });

const note = (id: string, ...lines: readonly string[]) => `---\nid: ${id}\nname: ${id}\nupdated: 2026-04-13\n${lines.join('\n')}\n---\n`;

describe('problems of notes', () => {
  before(async () => {
    await waitFor('activation', async () => extension().isActive);
    // The editor in a browser saves automatically by default.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
  });

  afterEach(async () => {
    while (vscode.window.activeTextEditor !== undefined) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    for (const file of written) rmSync(file, { force: true });
    written.clear();
  });

  it('are shown in place while typing, and removed when fixed, before saving', async () => {
    const editor = await open('atoms/typed.md', `${note('t1', 'type: rule')}Text.\n`);
    const { document } = editor;
    await untilProblems(document, []);
    await replace(editor, 'type: rule', 'type: rul # so');
    await replace(editor, 'Text.', 'See [[nowhere at all#x|y]].');
    await untilProblems(document, ['unknown-type: rul', 'dead-link: nowhere at all']);
    assert.deepEqual(
      diagnosticsOf(document.uri).map(({ severity }) => severity),
      [vscode.DiagnosticSeverity.Warning, vscode.DiagnosticSeverity.Warning],
    );
    await replace(editor, 'nowhere at all', 'short_notes');
    await untilProblems(document, ['unknown-type: rul']);
    await apply(await fixesFor(document), 'Change to “rule”');
    await untilProblems(document, []);
    assert.ok(document.isDirty);
    assert.equal(document.getText(), `${note('t1', 'type: rule # so')}See [[short_notes#x|y]].\n`);
  });

  it('of a header that is not YAML are fixed by quotes', async () => {
    const { document } = await open('atoms/typed.md', note('t2', 'description: Open question: why?'));
    await untilProblems(document, ['yaml: Open question: why?']);
    await apply(await fixesFor(document), 'Put the value in quotes');
    assert.match(document.getText(), /^description: "Open question: why\?"$/m);
    await untilProblems(document, []);
  });

  it('of an unclosed header are fixed by a closing line', async () => {
    const { document } = await open('atoms/typed.md', '---\nname: X\n\nText.\n');
    await untilProblems(document, ['unclosed-header: ---']);
    await apply(await fixesFor(document), 'End the header');
    assert.equal(document.getText(), '---\nname: X\n---\n\nText.\n');
    await untilProblems(document, []);
  });

  it('of a duplicate id refer to the other note, and are fixed by a new id', async () => {
    const id = '20260410_api_rate_limits';
    const { document } = await open('atoms/typed.md', note(id).replace(`name: ${id}`, 'name: Limits'));
    await untilProblems(document, [`duplicate-id: ${id}`]);
    const [problem] = diagnosticsOf(document.uri);
    const others = problem?.relatedInformation?.map(({ location }) => location.uri.fsPath);
    assert.deepEqual(others, [inFolder('atoms', 'api_rate_limits.md')]);
    const fixes = await fixesFor(document);
    await apply(fixes, 'Go to atoms/api_rate_limits.md');
    await waitFor('the other note', async () => vscode.window.activeTextEditor?.document.uri.fsPath === others[0]);
    await apply(fixes, 'Give this note the id 20260410_limits');
    await untilProblems(document, []);
  });

  it('of a dead link are fixed by a note with a similar name', async () => {
    const { document } = await open('atoms/typed.md', `${note('t3')}[[short_note]]\n`);
    await untilProblems(document, ['dead-link: short_note']);
    const fixes = await fixesFor(document);
    assert.deepEqual(titles(fixes), ['Link to short_notes', 'Create the note atoms/short_note.md']);
    await apply(fixes, 'Link to short_notes');
    await untilProblems(document, []);
  });

  it('of a dead link are fixed by creating the note, and return when it is removed', async () => {
    const editor = await open('atoms/typed.md', `${note('t4', 'project: lab')}[[fresh_thing]]\n`);
    const { document } = editor;
    const file = inFolder('atoms', 'fresh_thing.md');
    await untilProblems(document, ['dead-link: fresh_thing']);
    assert.deepEqual(titles(await fixesFor(document)), ['Create the note atoms/fresh_thing.md']);
    const [problem] = diagnosticsOf(document.uri);
    editor.selection = new vscode.Selection(problem?.range.start ?? editor.selection.start, problem?.range.start ?? editor.selection.start);
    written.add(file);
    // Applied as a person would: the API loses the content of a new file.
    await vscode.commands.executeCommand('editor.action.codeAction', { kind: vscode.CodeActionKind.QuickFix.value, apply: 'first' });
    await waitFor('the new note', async () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
    assert.match(readFileSync(file, 'utf8'), /^name: Fresh thing$[\s\S]*^project: lab$/m);
    await untilProblems(document, []);
    rmSync(file);
    await untilProblems(document, ['dead-link: fresh_thing']);
  });

  it('of an ambiguous link are fixed by each candidate', async () => {
    write('atoms/twin.md', note('20260413_twin'));
    write('rules/twin.md', note('20260413_other'));
    const { document } = await open('atoms/typed.md', `${note('t5')}[[twin]]\n`);
    await untilProblems(document, ['ambiguous-link: twin']);
    const fixes = await fixesFor(document);
    assert.deepEqual(titles(fixes), ['Link to 20260413_twin', 'Link to 20260413_other']);
    await apply(fixes, 'Link to 20260413_other');
    await untilProblems(document, []);
  });

  it('of a marker are fixed in a map, and in MEMORY.md', async () => {
    const map = readFileSync(inFolder('MEMORY.md'), 'utf8');
    for (const file of ['_moc/typed.md', 'MEMORY.md']) {
      const { document } = await open(file, 'a\n<!-- AUTO:recent -->\n');
      await untilProblems(document, ['unclosed-marker: <!-- AUTO:recent -->']);
      assert.equal(diagnosticsOf(document.uri)[0]?.severity, vscode.DiagnosticSeverity.Error);
      await apply(await fixesFor(document), 'Close the section here');
      assert.equal(document.getText(), 'a\n<!-- AUTO:recent -->\n<!-- /AUTO:recent -->\n');
      await untilProblems(document, []);
    }
    write('MEMORY.md', map);
  });

  it('of notes that are not open are shown as saved, and removed with them', async () => {
    const uri = write('atoms/typed.md', `${note('t6', 'status: odd')}[[nowhere at all]]\n`);
    const codes = () => diagnosticsOf(uri).map(({ code, range }) => `${String(code)}:${range.start.line + 1}`);
    await waitFor(`them, not ${codes().join()}`, async () => codes().join() === 'unknown-status:5,dead-link:7');
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await replace(editor, 'odd', 'active');
    await untilProblems(editor.document, ['dead-link: nowhere at all']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await waitFor(`them again, not ${codes().join()}`, async () => codes().join() === 'unknown-status:5,dead-link:7');
    rmSync(uri.fsPath);
    await waitFor('nothing', async () => diagnosticsOf(uri).length === 0);
  });

  it("do not include Markdown outside of the vault's notes", async () => {
    const { document } = await open('index/typed.md', `${note('t7', 'type: odd')}[[nowhere]]\n`);
    const { document: other } = await open('atoms/typed.md', '[[nowhere]]');
    await untilProblems(other, ['dead-link: nowhere']);
    assert.deepEqual(problemsIn(document), []);
  });
});
