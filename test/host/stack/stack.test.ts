import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { parseMessages } from '../../../src/engine/stack/index.ts';
import { waitFor } from '../../harness/wait.ts';
import { extension, inFolder, log, runAccepting, typeInto } from '../support.ts';

const PLAN = 'backend/.cstack/PLAN.md';
const read = (file: string) => readFileSync(inFolder(file), 'utf8');
const backend = () => ({ directory: inFolder('backend', '.cstack') });

async function open(file: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(inFolder(file)));
}

async function revert(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Returns the line of a task, 0-based. */
const lineOf = (document: vscode.TextDocument, task: string) =>
  document
    .getText()
    .split('\n')
    .findIndex((line) => line.includes(task));

/** Returns the actions above a task, by title. */
async function lensesOf(document: vscode.TextDocument, task: string): Promise<ReadonlyMap<string, vscode.Command>> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  const own = all.filter(({ range }) => range.start.line === lineOf(document, task));
  return new Map(
    own.flatMap(({ command }) => (command === undefined ? [] : [[command.title.replace(/^\$\([^)]*\) /, ''), command] as const])),
  );
}

/** Runs an action above a task as soon as it is available. */
async function click(document: vscode.TextDocument, task: string, title: string): Promise<void> {
  const command = await waitFor(`the offer ${title}`, async () => (await lensesOf(document, task)).get(title));
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
}

const diagnosticsOf = (file: string) =>
  vscode.languages.getDiagnostics(vscode.Uri.file(inFolder(file))).filter(({ source }) => source === 'Cortex');

const codesOf = (file: string) => diagnosticsOf(file).map(({ code }) => String(code));

describe('the stacks of a project', () => {
  before(async () => {
    await waitFor('activation', async () => extension().isActive);
    // The editor in a browser saves automatically by default.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
  });

  it('open the position of a task, a message and a file', async () => {
    const subject = { kind: 'plan-task', ...backend(), number: 4, text: 'Pages (id: pages, depends: api)' };
    await vscode.commands.executeCommand('cortex.stack.open', subject);
    await waitFor('the task', async () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.fsPath === inFolder(PLAN) && editor.selection.active.line === lineOf(editor.document, 'Pages');
    });
    await vscode.commands.executeCommand('cortex.stack.open', { kind: 'stack-message', ...backend(), box: 'outbox', id: 'msg-to-manager' });
    await waitFor('the message', async () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.fsPath === inFolder('backend/.cstack/OUTBOX.md') && editor.selection.active.line === 2;
    });
    await vscode.commands.executeCommand('cortex.stack.open', { kind: 'stack-file', ...backend(), file: '../../AGENTS.md', line: 1 });
    await waitFor('why a file elsewhere is not opened', async () => log().includes('cortex.stack.open: the path leads out'));
    await revert();
  });

  it('offer actions above each task, which change only its box', async () => {
    const { document } = await open(PLAN);
    const before = document.getText();
    assert.deepEqual(
      [...(await waitFor('offers', async () => nonEmpty(await lensesOf(document, 'API')))).keys()],
      ['Start', 'Done', 'Block'],
    );
    assert.deepEqual([...(await lensesOf(document, 'Schema')).keys()], []);
    await click(document, 'API', 'Start');
    assert.equal(read(PLAN), before.replace('[ ] API', '[>] API'));
    await waitFor('the editor to see it', async () => document.getText() === read(PLAN));
    await click(document, 'API', 'Done');
    assert.equal(read(PLAN), before.replace('[ ] API', '[x] API'));
    await revert();
  });

  it('change the unsaved text of an open plan, and not the file', async () => {
    const saved = read(PLAN);
    const editor = await open(PLAN);
    const { document } = editor;
    await typeInto(editor, (edit) => edit.insert(new vscode.Position(3, 0), '- [ ] Typed\n'));
    await click(document, 'Typed', 'Start');
    await waitFor('the box', async () => document.getText().includes('- [>] Typed\n'));
    await click(document, 'Routes', 'Done');
    await waitFor('the other box', async () => document.getText().includes('  - [x] Routes\n'));
    assert.equal(read(PLAN), saved);
    assert.ok(document.isDirty);
    await revert();
  });

  it('do not change another task after the plan has changed', async () => {
    const saved = read(PLAN);
    const subject = { kind: 'plan-task', ...backend(), number: 2, text: 'a task that is gone' };
    await vscode.commands.executeCommand('cortex.stack.done', subject);
    await waitFor('the reason', async () => log().includes('the task is no longer in the plan'));
    assert.equal(read(PLAN), saved);
  });

  it('mark a message as read and as unread', async () => {
    const message = { kind: 'stack-message', ...backend(), box: 'inbox', id: 'msg-from-manager' };
    const marks = () => readFileSync(inFolder('backend', '.cstack', '.local', 'read.json'), 'utf8');
    await vscode.commands.executeCommand('cortex.stack.markRead', message);
    assert.match(marks(), /"msg-from-manager"/);
    await vscode.commands.executeCommand('cortex.stack.markUnread', message);
    assert.doesNotMatch(marks(), /"msg-from-manager"/);
  });

  it('deliver the messages of an outbox', async () => {
    await vscode.commands.executeCommand('cortex.stack.route');
    assert.deepEqual(
      parseMessages(read('.cstack/INBOX.md')).messages.map(({ id, content }) => [id, content]),
      [['msg-to-manager', 'The schema is there']],
    );
    assert.deepEqual(parseMessages(read('backend/.cstack/OUTBOX.md')).messages, []);
  });

  it('show problems while typing, with fixes', async () => {
    const editor = await open(PLAN);
    const { document } = editor;
    await typeInto(editor, (edit) => edit.insert(new vscode.Position(3, 0), '- [?] Odd (depends: nobody)\n'));
    await waitFor('the problems', async () => codesOf(PLAN).sort().join() === 'unknown-box,unknown-dependency');
    const box = diagnosticsOf(PLAN).find(({ code }) => code === 'unknown-box');
    assert.equal(box && document.getText(box.range), '?');
    const kind = vscode.CodeActionKind.QuickFix.value;
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      box?.range,
      kind,
    );
    const fix = fixes.find(({ title }) => title === 'Mark as completed');
    assert.ok(await vscode.workspace.applyEdit(fix?.edit ?? new vscode.WorkspaceEdit()));
    await waitFor('one problem less', async () => codesOf(PLAN).join() === '');
    assert.ok(document.getText().includes('- [x] Odd'));
    await revert();
  });

  it('show the problems of files that are not open as saved', async () => {
    const file = 'backend/.cstack/INBOX.md';
    const saved = read(file);
    writeFileSync(inFolder(file), `${saved}\n---\nFrom: x\nTime: soon\n---\ny\n`);
    await waitFor('them', async () => codesOf(file).join() === 'unknown-type,impossible-time');
    writeFileSync(inFolder(file), saved);
    await waitFor('nothing', async () => codesOf(file).length === 0);
    assert.deepEqual(codesOf('AGENTS.md'), ['agent-stack-absent']);
  });

  it('create a missing stack that AGENTS.md names', async () => {
    await vscode.commands.executeCommand('cortex.stack.init', { kind: 'stack', directory: inFolder('frontend', '.cstack') });
    const file = inFolder('frontend', '.cstack', 'CURRENT.md');
    await waitFor('the stack', async () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
    await waitFor('no problem', async () => codesOf('AGENTS.md').length === 0);
    assert.equal(path.dirname(file), inFolder('frontend', '.cstack'));
    await revert();
  });

  it('run no hook unless a person confirms its command line', async () => {
    await vscode.commands.executeCommand('cortex.stack.runHook', { kind: 'stack-hook', ...backend(), skill: 'deploy' });
    await vscode.commands.executeCommand('cortex.stack.runHook', { kind: 'stack-hook', ...backend(), skill: '../../deploy' });
    await waitFor('why another one is none', async () => log().includes('the hook no longer exists'));
    assert.equal(existsSync(inFolder('backend', 'deployed.txt')), false);
    assert.equal(existsSync(inFolder('backend', '.cstack', '.local', 'hooks')), false);
  });

  it('fix an invalid Stack from its problem, and create the stack for the agent of this folder', async () => {
    const { document } = await open('AGENTS.md');
    const saved = document.getText();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, all, saved.replace('./frontend/.cstack/', './frontend/'));
    await vscode.workspace.applyEdit(edit);
    const problem = await waitFor('the problem', async () => diagnosticsOf('AGENTS.md').find(({ code }) => code === 'agent-stack-name'));
    const kind = vscode.CodeActionKind.QuickFix.value;
    const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
      kind,
    );
    assert.equal(fix?.title, 'Write “Stack: ./frontend/.cstack/”');
    assert.ok(await vscode.workspace.applyEdit(fix?.edit ?? new vscode.WorkspaceEdit()));
    assert.equal(document.getText(), saved);
    await revert();
  });

  it('undo a change of an unsaved plan in one step', async () => {
    const editor = await open(PLAN);
    const { document } = editor;
    await typeInto(editor, (edit) => edit.insert(new vscode.Position(3, 0), '- [ ] Typed\n'));
    const typed = document.getText();
    // Lines that were added above do not select another task.
    const command = await waitFor('the offer', async () => (await lensesOf(document, 'Pages')).get('Start'));
    await typeInto(editor, (edit) => edit.insert(new vscode.Position(3, 0), '- [ ] Later\n'));
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    await waitFor('the box', async () => document.getText().includes('- [>] Pages'));
    assert.equal(document.getText(), typed.replace('- [ ] Typed', '- [ ] Later\n- [ ] Typed').replace('[ ] Pages', '[>] Pages'));
    await vscode.commands.executeCommand('undo');
    await waitFor('the undo', async () => document.getText().includes('- [ ] Pages'));
    await revert();
  });

  it('offer a choice of tasks if none was clicked', async () => {
    const saved = read(PLAN);
    await runAccepting('cortex.stack.start', { kind: 'stack', ...backend() });
    assert.equal(read(PLAN), saved.replace('[ ] Routes', '[>] Routes'));
  });
});

function nonEmpty<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> | undefined {
  return map.size === 0 ? undefined : map;
}
