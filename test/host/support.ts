import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { parseCortexFile, type SwarmManifest, type TaskNode } from '../../src/engine/crtx/index.ts';
import { waitFor } from '../harness/wait.ts';

export const ID = 'cortex-mission-control.cortex-mission-control';

const extensionFolder = process.env.CORTEX_TEST_EXTENSION ?? '';

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(ID);
  if (found === undefined) throw new Error(`there is no extension ${ID}`);
  return found;
}

/** Returns the open folder; the last one if there are several. */
export function folder(): string {
  const last = vscode.workspace.workspaceFolders?.at(-1);
  if (last === undefined) throw new Error('no folder is open');
  return last.uri.fsPath;
}

export const inFolder = (...parts: readonly string[]): string => path.join(folder(), ...parts);

/** Runs the program `cortex` in the folder, as an agent would. */
export async function cortex(...args: readonly string[]): Promise<unknown> {
  const program = path.join(extensionFolder, 'dist', 'bin', 'cortex.cjs');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { cwd: folder(), env });
  return JSON.parse(stdout);
}

/** Returns the swarm in `swarm.crtx`. */
export function manifest(): SwarmManifest {
  const file = inFolder('.cortex', 'swarm.crtx');
  const parsed = parseCortexFile(readFileSync(file, 'utf8'), file, 'swarm');
  if (!parsed.ok) throw parsed.error;
  return parsed.value.data;
}

/** Returns a task of the swarm in `swarm.crtx`. */
export function taskNamed(id: string): TaskNode | undefined {
  const left = [manifest().decomposition];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.id === id) return node;
    left.push(...node.children);
  }
  return undefined;
}

/** Runs a command that asks questions, and accepts the defaults until it ends. Accepting without a question does nothing. */
export async function runAccepting(command: string, subject?: object): Promise<void> {
  let ended = false;
  const done = Promise.resolve(vscode.commands.executeCommand(command, subject)).finally(() => {
    ended = true;
  });
  await waitFor('the command to end', async () => {
    if (!ended) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return ended;
  });
  await done;
}

/** Changes a document as typing does. Retries if the editor refuses, as for a document that was just reloaded. */
export function typeInto(editor: vscode.TextEditor, change: (edit: vscode.TextEditorEdit) => void): Promise<boolean> {
  return waitFor('the editor to take what is typed', async () => editor.edit(change));
}

/** Returns the log of the extension. */
export function log(): string {
  const profile = path.dirname(process.env.CORTEX_TEST_RESULT ?? '');
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' }).find((name) => path.basename(name) === 'Cortex.log');
  return file === undefined ? '' : readFileSync(path.join(profile, file), 'utf8');
}

/** Returns every file below the folder, with its content. */
export function everything(): Record<string, string> {
  const found: Record<string, string> = {};
  if (!existsSync(folder())) return found;
  for (const entry of readdirSync(folder(), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    found[file] = entry.isFile() ? readFileSync(file, 'utf8') : '';
  }
  return found;
}
