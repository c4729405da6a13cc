import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, folder, log, runAccepting, typeInto } from '../support.ts';

const root = path.join(realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cortex-team-'))), 'team');
const at = (file: string) => path.join(root, file);
const read = (file: string) => readFileSync(at(file), 'utf8');
const BILLING = 'projects/billing.md';
const DEV = 'agents/billing-dev.md';
const TOLD = '.local/coordinator.json';

const task = (id: string, title: string) => ({ kind: 'team-task', project: 'billing', id, title });
const WEBHOOK = task('2026-03-28T09:00', 'Add webhook');
const REFUNDS = task('2026-03-28T09:10', 'Refunds');
const DEAR = task('2026-03-28T09:20', 'Dear');

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('cortex').update(name, value, vscode.ConfigurationTarget.Global);

const run = (name: string, subject?: object) => vscode.commands.executeCommand(`cortex.team.${name}`, subject);

async function revert(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Returns a page of the team, if it is shown. */
function shownPage(name: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'cortex-text' && uri.path === `/${name}`);
}

/** Writes notes as an agent does. */
function writeNotes(): void {
  const tasks = [WEBHOOK, REFUNDS, DEAR].map(({ id, title }) => `### ${id}\n**Task:** ${title}\n**Status:** ready\n`);
  writeFileSync(at(BILLING), `---\ntype: project\n---\n## Work Queue\n\n${tasks.join('\n')}**Approval:** needed\n`);
  mkdirSync(at('agents'), { recursive: true });
  const note = (name: string) => `---\nname: ${name}\nstatus: active\nlast-heartbeat: "2026-03-28T10:00"\n---\n## Projects\n- billing\n`;
  writeFileSync(at('agents/billing-dev.md'), note('Billing Dev'));
}

/** Whether the swarm of the open folder is paused, as another process sees it. */
async function isPaused(): Promise<boolean> {
  const answer = await cortex('status');
  return JSON.stringify(answer).includes('"state":"paused"');
}

describe('the team of a person', () => {
  before(async () => {
    await extension().activate();
    // The editor in a browser saves automatically by default.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    await set('team.directory', root);
  });

  after(() => rmSync(path.dirname(root), { recursive: true, force: true, maxRetries: 5 }));

  it('has no directory at first, and gets one where the setting says', async () => {
    await waitFor('the setting', async () => vscode.workspace.getConfiguration('cortex').get('team.directory') === root);
    await run('open');
    await waitFor(
      'that there is none',
      async () => log().includes('cortex.team.open:') && log().includes('the team directory does not exist'),
    );
    await run('setup');
    assert.ok(existsSync(at('templates/agent-template.md')));
    assert.ok(existsSync(at('projects')));
  });

  it('is followed outside of the open folders, and opens the line of a task', async () => {
    writeNotes();
    await waitFor('the task', async () => {
      await run('open', REFUNDS);
      const editor = vscode.window.activeTextEditor;
      return (
        editor?.document.uri.fsPath === at(BILLING) && editor.document.lineAt(editor.selection.active.line).text === '### 2026-03-28T09:10'
      );
    });
    await revert();
  });

  it('assigns a claimed task to the agent of its project, and changes nothing else', async () => {
    const before = read(BILLING);
    await run('claim', WEBHOOK);
    const claimed = '**Status:** in-progress\n**Agent:** billing-dev\n**Started:** 2026-03-28T10:05\n';
    assert.equal(read(BILLING), before.replace('**Status:** ready\n', claimed));
  });

  it('reports why a task cannot be claimed, or has changed', async () => {
    const saved = read(BILLING);
    await run('claim', WEBHOOK);
    await waitFor('who has it', async () => log().includes('billing-dev already has the task "Add webhook", since 2026-03-28T10:05'));
    await run('claim', DEAR);
    await waitFor('what it waits for', async () => log().includes('is not approved'));
    await run('reopen', task('2026-03-28T09:10', 'Another title'));
    await waitFor('that it is not there', async () => log().includes('was moved or removed'));
    await run('reopen', { ...WEBHOOK, seen: { state: 'done', agent: 'other-dev' } });
    await waitFor('that it was moved', async () => log().includes('this task has changed since you looked'));
    assert.equal(read(BILLING), saved);
  });

  it('lets the person reassign, reopen and approve a task', async () => {
    writeFileSync(at('agents/other-dev.md'), read('agents/billing-dev.md').replace('Billing Dev', 'Other Dev'));
    await waitFor('the other agent', async () => {
      await run('reassign', WEBHOOK);
      return read(BILLING).includes('**Agent:** other-dev');
    });
    await run('reopen', WEBHOOK);
    assert.doesNotMatch(read(BILLING), /\*\*(Agent|Started):/);
    await run('approve', DEAR);
    assert.match(read(BILLING), /\*\*Approval:\*\* person:\S.* 2026-03-28T10:05\n/);
    await run('heartbeat', { kind: 'team-agent', slug: 'other-dev' });
    assert.match(read('agents/other-dev.md'), /last-heartbeat: "?2026-03-28T10:05/);
  });

  it('offers a choice of tasks and agents if none was clicked', async () => {
    await runAccepting('cortex.team.claim');
    assert.match(read(BILLING), /Add webhook\n\*\*Status:\*\* in-progress\n\*\*Agent:\*\* billing-dev/);
  });

  it('changes the unsaved text of an open note, and not the file', async () => {
    const saved = read(BILLING);
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at(BILLING)));
    await typeInto(editor, (edit) => edit.insert(new vscode.Position(3, 0), '## Notes\n- typed\n\n'));
    await run('reopen', WEBHOOK);
    await waitFor('the change', async () => !editor.document.getText().includes('in-progress'));
    assert.match(editor.document.getText(), /- typed\n/);
    assert.equal(read(BILLING), saved);
    assert.ok(editor.document.isDirty);
    await revert();
  });

  it('follows changes of an agent at once', async () => {
    await cortex('team', 'dispatch', 'billing', '--title', 'From outside', '--team', root);
    await waitFor('the task', async () => {
      await run('open', task('2026-03-28T10:05', 'From outside'));
      const editor = vscode.window.activeTextEditor;
      return editor !== undefined && editor.document.lineAt(editor.selection.active.line).text === '### 2026-03-28T10:05';
    });
    await revert();
  });

  it('shows a briefing with links to the tasks', async () => {
    // The previous commands count as its heartbeat.
    writeFileSync(at(DEV), read(DEV).replace(/last-heartbeat: .*/, 'last-heartbeat: "2026-03-28T08:00"'));
    const page = await waitFor('the page', async () => {
      await run('briefing');
      const shown = shownPage('Team Briefing.md');
      return shown?.getText().includes('**Billing Dev** is down') === true && shown;
    });
    assert.match(page.getText(), /^# Briefing, 2026-03-28 10:05\n/);
    const links = await waitFor('links', async () => {
      const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page.uri, 100);
      return found.length > 0 && found;
    });
    assert.deepEqual([links[0]?.target?.fsPath, links[0]?.target?.fragment.startsWith('L')], [at(BILLING), true]);
    await revert();
  });

  it('shows a missed review once when the coordinator is enabled', async () => {
    const days = (count: number) => Date.parse('2026-03-28T09:00:00Z') - count * 86_400_000;
    writeFileSync(at(TOLD), JSON.stringify({ briefing: days(0), review: days(3) }));
    assert.equal(shownPage('Team Review.md'), undefined);
    await set('team.coordinator', true);
    await waitFor('the review', async () => shownPage('Team Review.md'));
    assert.equal(JSON.parse(read(TOLD)).review, Date.parse('2026-03-27T18:00:00Z'));
    await waitFor('who is down', async () => log().includes('coordinator: 1 agent of the team looks down: Billing Dev'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await set('team.coordinator', false);
    await set('team.coordinator', true);
    await set('team.coordinator', false);
    await run('review');
    assert.equal(log().split('coordinator: review').length, 2);
    assert.equal(log().split('coordinator: briefing').length, 1);
    await revert();
  });

  it('is shown in its view without errors', async () => {
    await vscode.commands.executeCommand('cortex.team.focus');
    await vscode.commands.executeCommand('cortex.refresh');
    assert.doesNotMatch(log(), /\[error\]/);
  });

  it('is paused together with the swarm by one command, and resumed by its opposite to the byte', async () => {
    writeFileSync(path.join(folder(), 'pause-plan.yaml'), 'decomposition: {id: all, description: All}\n');
    await cortex('init');
    await cortex('swarm', 'create', '--task', 'Ship it', '--coordinator', 'queen', '--file', 'pause-plan.yaml');
    writeNotes();
    const before = read(BILLING);
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.commands.executeCommand('cortex.pauseAll');
    assert.match(read(BILLING), /Team paused by person:/);
    assert.deepEqual(await isPaused(), true);
    await vscode.commands.executeCommand('cortex.resumeAll');
    assert.equal(read(BILLING), before);
    assert.deepEqual(await isPaused(), false);
  });

  it('reports an invalid directory', async () => {
    await set('team.directory', at(BILLING));
    await waitFor('why', async () => {
      await run('problem');
      return log().includes('cortex.team.problem:') && log().includes('not a folder');
    });
    await set('team.directory', root);
  });
});
