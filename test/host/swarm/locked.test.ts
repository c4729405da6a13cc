import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, inFolder, manifest, runAccepting } from '../support.ts';

const uri = () => vscode.Uri.file(inFolder('src', 'one.ts'));

/** Returns the lenses above the file. */
async function above(): Promise<readonly vscode.Command[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri(), 100);
  const commands = lenses.flatMap(({ command }) => command ?? []);
  return commands.filter(({ command }) => command.startsWith('cortex.'));
}

const isAbove = (...titles: readonly RegExp[]) =>
  waitFor(`${titles.join(', ')} above the file`, async () => {
    const found = (await above()).map(({ title }) => title);
    return found.length === titles.length && titles.every((title, at) => title.test(found[at] ?? ''));
  });

describe('a locked file', () => {
  before(async () => {
    await extension().activate();
    await cortex('init');
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.window.showTextDocument(uri());
  });

  it('shows holder, reason and actions, with icons in the text escaped', async () => {
    await cortex('lock', 'acquire', 'src/', '--agent', 'ann', '--ttl', '10m', '--reason', 'the $(zap) parser');
    await isAbove(/^\$\(lock\) ann holds src\/ until \d\d:\d\d$/, /^Wait for It$/, /^Break Lock…$/, /^the \$ \(zap\) parser$/);
    await cortex('lock', 'release', '--all', '--agent', 'ann');
    await isAbove();
  });

  it('can be waited for, and then shows no lens, because the person holds it', async () => {
    await cortex('lock', 'acquire', 'src/one.ts', '--agent', 'ann', '--ttl', '10m');
    await isAbove(/ann holds this file/, /Wait/, /Break/);
    const wait = (await above()).find(({ title }) => title === 'Wait for It');
    const waiting = runAccepting(wait?.command ?? '', ...(wait?.arguments ?? []));
    await isAbove(/ann holds this file until \d\d:\d\d \(1 agent waiting\)$/, /Wait/, /Break/);
    await cortex('lock', 'release', '--all', '--agent', 'ann');
    await waiting;
    const lock = await waitFor('the lock', async () => manifest().locks.find(({ agentId }) => agentId.startsWith('person:')));
    assert.equal(lock.path, 'src/one.ts');
    await isAbove();
    await vscode.commands.executeCommand('cortex.lock.release', { kind: 'lock', path: lock.path, agent: lock.agentId });
  });

  it('shows no lens for a shared lock', async () => {
    await cortex('lock', 'acquire', 'src/one.ts', '--agent', 'ann', '--ttl', '10m', '--shared');
    await waitFor('the lock', async () => manifest().locks.some(({ agentId }) => agentId === 'ann'));
    await vscode.commands.executeCommand('cortex.refresh');
    await isAbove();
    await cortex('lock', 'release', '--all', '--agent', 'ann');
  });
});
