import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension, log } from '../support.ts';

/** Opens a dialog of the editor, which no test answers. */
const ASKS = 'cortex.memory.choose';
/** Commands of teams need no folder, because the team directory may be anywhere. They have separate suites. */
const OF_TEAMS = /^cortex\.(?:team|workQueues)\./;
/** Commands that work without a folder. */
const HARMLESS = [
  'refresh',
  'overview.open',
  'dashboard.open',
  'messages.open',
  'messages.show',
  'graph.open',
  'locks.open',
  'locks.show',
  'timeline.open',
  'memory.dashboard',
  'log.show',
  'lock.copyPath',
  'problem.open',
].map((name) => `cortex.${name}`);

describe('without a folder', () => {
  it('every command ends with a message, and none with an internal error', async () => {
    assert.equal(vscode.workspace.workspaceFolders, undefined);
    await vscode.commands.executeCommand('cortex.swarm.focus');
    await waitFor('activation', async () => extension().isActive);
    const { contributes } = extension().packageJSON as { contributes: { commands: { command: string }[] } };
    const commands = contributes.commands.map(({ command }) => command).filter((command) => command !== ASKS && !OF_TEAMS.test(command));
    for (const command of commands) await vscode.commands.executeCommand(command);
    const said = new Map([
      ['cortex.pauseAll', 'Nothing to pause'],
      ['cortex.resumeAll', 'Nothing to resume'],
      ['cortex.project.choose', 'There is nothing to choose from.'],
      ['cortex.needs.settle', 'Nothing needs you.'],
      ['cortex.needs.snooze', 'Nothing needs you.'],
      ['cortex.needs.wake', 'Nothing is snoozed.'],
      ['cortex.crtx.open', 'no .crtx file is open'],
      ['cortex.crtx.text', 'no .crtx file is open'],
    ]);
    for (const command of commands.filter((each) => !HARMLESS.includes(each))) {
      const wanted = `[info] ${command}: ${said.get(command) ?? 'no folder is open'}`;
      await waitFor(`${wanted} in the log`, async () => log().includes(wanted));
    }
    assert.doesNotMatch(log(), /\[(?:error|warning)\]/);
  });
});
