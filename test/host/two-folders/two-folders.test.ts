import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, folder, manifest, runAccepting, taskNamed } from '../support.ts';

describe('several folders', () => {
  it('use the first folder that has a project', async () => {
    await extension().activate();
    const [plain] = vscode.workspace.workspaceFolders ?? [];
    assert.notEqual(plain?.uri.fsPath, folder());
    await cortex('swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml');
    await cortex('swarm', 'recruit', 'ada', '--role', 'worker');
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.commands.executeCommand('cortex.swarm.claim', { kind: 'agent', id: 'ada' });
    await waitFor('the claim', async () => manifest().agents[0]?.assignedTasks.length === 1);
    assert.equal(existsSync(path.join(plain?.uri.fsPath ?? '', '.cortex')), false);
  });

  it('apply a command to the project that was shown when it started', async () => {
    const [plain] = vscode.workspace.workspaceFolders ?? [];
    const asked = vscode.commands.executeCommand('cortex.swarm.complete', { kind: 'task', id: 'types' });
    // The first folder with a project is shown. This one becomes the first while the question is open.
    mkdirSync(path.join(plain?.uri.fsPath ?? '', '.cortex'));
    await vscode.commands.executeCommand('cortex.refresh');
    await waitFor('the answer to be taken', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return taskNamed('types')?.status === 'done';
    });
    await asked;
  });

  it('show a lock above the file, and wait for it in its project, even if another one is shown', async () => {
    await cortex('lock', 'acquire', 'plan.yaml', '--agent', 'ann', '--ttl', '10m');
    const file = vscode.Uri.file(path.join(folder(), 'plan.yaml'));
    await vscode.window.showTextDocument(file);
    const [show, wait] = await waitFor('who holds it', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file, 100);
      const commands = lenses.flatMap(({ command }) => command ?? []).filter(({ command }) => command.startsWith('cortex.'));
      return commands.length === 3 && commands;
    });
    assert.equal(show?.command, 'cortex.locks.show');
    await cortex('lock', 'release', '--all', '--agent', 'ann');
    await runAccepting(wait?.command ?? '', ...(wait?.arguments ?? []));
    await waitFor('the lock', async () => manifest().locks.some(({ agentId }) => agentId.startsWith('person:')));
  });

  it('deliver the messages of each, and create a stack for the agent of the right one', async () => {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const agents = '## agent-a\n- Role: x\n- Stack: ./a/.cstack/\n\n## agent-b\n- Role: y\n- Stack: ./b/.cstack/\n';
    for (const each of folders) {
      mkdirSync(path.join(each, 'a', '.cstack'), { recursive: true });
      mkdirSync(path.join(each, '.cstack'));
      writeFileSync(
        path.join(each, 'a', '.cstack', 'OUTBOX.md'),
        `\n---\nFrom: agent-a\nTo: manager\nType: done\n---\n${path.basename(each)}\n`,
      );
      writeFileSync(path.join(each, 'AGENTS.md'), agents);
    }
    await vscode.commands.executeCommand('cortex.refresh');
    const inbox = (each: string) => path.join(each, '.cstack', 'INBOX.md');
    const isThere = (each: string) => existsSync(inbox(each)) && readFileSync(inbox(each), 'utf8').includes(`\n${path.basename(each)}\n`);
    await vscode.commands.executeCommand('cortex.stack.route');
    assert.deepEqual(
      folders.map(isThere),
      folders.map(() => true),
    );
    const last = vscode.Uri.file(path.join(folder(), 'AGENTS.md'));
    const document = await vscode.workspace.openTextDocument(last);
    // A problem has its exact position only after the opened document was checked.
    const subject = await waitFor('what mends it', async () => {
      const problem = vscode.languages.getDiagnostics(last).find(({ code }) => code === 'agent-stack-absent');
      if (problem === undefined) return undefined;
      const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return fixes.flatMap(({ command }) => command?.arguments ?? [])[0];
    });
    assert.deepEqual(subject, { kind: 'stack', directory: path.join(folder(), 'b', '.cstack') });
  });
});
