import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { everything, extension, inFolder, log } from '../support.ts';

const directory = () => inFolder('backend', '.cstack');

describe('untrusted stacks', () => {
  it('are read, and their problems are shown', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await extension().activate();
    await vscode.commands.executeCommand('cortex.stack.open', { kind: 'stack-file', directory: directory(), file: 'PLAN.md', line: 5 });
    await waitFor(
      'the plan',
      async () => vscode.window.activeTextEditor?.document.uri.fsPath === inFolder('backend', '.cstack', 'PLAN.md'),
    );
    const agents = vscode.Uri.file(inFolder('AGENTS.md'));
    await waitFor('a problem', async () => vscode.languages.getDiagnostics(agents).some(({ code }) => code === 'agent-stack-absent'));
  });

  it('have no actions above their tasks', async () => {
    const uri = vscode.Uri.file(inFolder('backend', '.cstack', 'PLAN.md'));
    assert.deepEqual(await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100), []);
  });

  it('are not written, and no hook runs, by any command', async () => {
    const files = everything();
    const stack = { kind: 'stack', directory: directory() };
    const task = { kind: 'plan-task', directory: directory(), number: 2, text: 'API (id: api, depends: schema)' };
    const message = { kind: 'stack-message', directory: directory(), box: 'inbox', id: 'msg-from-manager' };
    const asked: readonly (readonly [string, object])[] = [
      ...['start', 'done', 'block', 'unblock'].map((name) => [name, task] as const),
      ...['reply', 'markRead', 'markUnread'].map((name) => [name, message] as const),
      ...['init', 'addAgent', 'send', 'route', 'addTask'].map((name) => [name, stack] as const),
      ['runHook', { kind: 'stack-hook', directory: directory(), skill: 'deploy' }],
    ];
    for (const [name, subject] of asked) {
      const command = `cortex.stack.${name}`;
      await vscode.commands.executeCommand(command, subject);
      await waitFor(`why ${command} does nothing`, async () => log().includes(`${command}: This folder is in Restricted Mode`));
    }
    assert.deepEqual(everything(), files);
  });
});
