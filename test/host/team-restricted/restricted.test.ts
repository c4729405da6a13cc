import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension, log } from '../support.ts';

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cortex-team-')));
const note = path.join(root, 'projects', 'billing.md');
const TEXT = '## Work Queue\n\n### 2026-03-28T09:00\n**Task:** Refunds\n**Status:** ready\n';

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('cortex').update(name, value, vscode.ConfigurationTarget.Global);

describe('a team in an untrusted folder', () => {
  before(async () => {
    mkdirSync(path.dirname(note));
    writeFileSync(note, TEXT);
    await extension().activate();
    await set('team.directory', root);
  });

  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  it('is read', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const subject = { kind: 'team-task', project: 'billing', id: '2026-03-28T09:00', title: 'Refunds' };
    await waitFor('the task', async () => {
      await vscode.commands.executeCommand('cortex.team.open', subject);
      return vscode.window.activeTextEditor?.document.uri.fsPath === note;
    });
  });

  it('is not written by any command', async () => {
    await set('team.coordinator', true);
    const subject = { kind: 'team-task', project: 'billing', id: '2026-03-28T09:00', title: 'Refunds' };
    const names = ['setup', 'register', 'dispatch', 'claim', 'done', 'reopen', 'reassign', 'block', 'unblock', 'approve', 'heartbeat'];
    for (const name of names) {
      const command = `cortex.team.${name}`;
      await vscode.commands.executeCommand(command, subject);
      await waitFor(`why ${command} does nothing`, async () => log().includes(`${command}: This folder is in Restricted Mode`));
    }
    assert.equal(readFileSync(note, 'utf8'), TEXT);
    assert.deepEqual(readdirSync(root), ['projects']);
    assert.equal(existsSync(path.join(root, '.local')), false);
  });
});
