import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, everything, extension, inFolder, log } from '../support.ts';

describe('an untrusted folder', () => {
  before(async () => {
    await cortex('swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml');
    await cortex('swarm', 'recruit', 'ada', '--role', 'worker');
    await cortex('lock', 'acquire', 'src/', '--agent', 'ada', '--ttl', '10m');
    // As in a clone, only the files exist. A trusted folder would adopt them.
    rmSync(inFolder('.cortex', '.local'), { recursive: true });
  });

  it('is shown, and no command writes to it', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const files = everything();
    await extension().activate();
    await vscode.commands.executeCommand('cortex.swarm.focus');
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.commands.executeCommand('cortex.swarm.claim', { kind: 'agent', id: 'ada' });
    await vscode.commands.executeCommand('cortex.lock.release', { kind: 'lock', path: 'a', agent: 'ada' });
    for (const command of ['cortex.init', 'cortex.verify', 'cortex.timeline.list']) await vscode.commands.executeCommand(command);
    assert.deepEqual(everything(), files);
  });

  it('makes every command that needs trust say so', async () => {
    const files = everything();
    const { commands }: { readonly commands: readonly { readonly command: string; readonly enablement?: string }[] } =
      extension().packageJSON.contributes;
    const guarded = commands.filter(({ enablement }) => enablement !== undefined).map(({ command }) => command);
    assert.ok(guarded.length > 80);
    // Resolving an item opens the place where it is described.
    for (const command of guarded.filter((each) => each !== 'cortex.needs.settle')) {
      await vscode.commands.executeCommand(command);
      await waitFor(`why ${command} does nothing`, async () => log().includes(`${command}: This folder is in Restricted Mode`));
    }
    assert.deepEqual(everything(), files);
  });

  it('shows every dashboard without writing', async () => {
    const files = everything();
    const dashboards = {
      'overview.open': 'Overview',
      'dashboard.open': 'Swarm',
      'messages.open': 'Messages',
      'graph.open': 'Graph',
      'locks.open': 'Locks',
      'timeline.open': 'Timeline',
      'memory.dashboard': 'Memory',
    };
    for (const [name, label] of Object.entries(dashboards)) {
      await vscode.commands.executeCommand(`cortex.${name}`);
      await waitFor(label, async () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === label);
      // Forces a read of the latest state.
      await vscode.commands.executeCommand('cortex.refresh');
    }
    assert.deepEqual(everything(), files);
  });

  it('shows the holder above a file, and no writing action', async () => {
    const file = vscode.Uri.file(inFolder('src', 'one.ts'));
    await vscode.window.showTextDocument(file);
    const above = await waitFor('who holds it', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file, 100);
      const commands = lenses.flatMap(({ command }) => command ?? []).filter(({ command }) => command.startsWith('cortex.'));
      return commands.length > 0 && commands;
    });
    assert.deepEqual(
      above.map(({ command }) => command),
      ['cortex.locks.show'],
    );
    assert.match(above[0]?.title ?? '', /ada holds src\/ until/);
  });

  it('opens a task in its file', async () => {
    await vscode.commands.executeCommand('cortex.task.show', { kind: 'task', id: 'docs' });
    const file = inFolder('.cortex', 'swarm.crtx');
    await waitFor('swarm.crtx', async () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
  });

  it('offers no server to agents', async () => {
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    const own = vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_cortex'));
    assert.deepEqual(own, []);
  });
});
