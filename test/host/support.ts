import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { parseCortexFile, type SwarmManifest } from '../../src/engine/crtx/index.ts';

export const ID = 'cortex-mission-control.cortex-mission-control';

const extensionFolder = process.env.CORTEX_TEST_EXTENSION ?? '';

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(ID);
  if (found === undefined) throw new Error(`there is no extension ${ID}`);
  return found;
}

/** The folder that is open; where there are several, the last. */
export function folder(): string {
  const last = vscode.workspace.workspaceFolders?.at(-1);
  if (last === undefined) throw new Error('no folder is open');
  return last.uri.fsPath;
}

export const inFolder = (...parts: readonly string[]): string => path.join(folder(), ...parts);

/** Runs the program `cortex` in the folder, as an agent would. */
export async function cortex(...args: readonly string[]): Promise<unknown> {
  const program = path.join(extensionFolder, 'dist', 'bin', 'cortex.js');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { cwd: folder(), env });
  return JSON.parse(stdout);
}

/** What `swarm.crtx` says. */
export function manifest(): SwarmManifest {
  const file = inFolder('.cortex', 'swarm.crtx');
  const parsed = parseCortexFile(readFileSync(file, 'utf8'), file, 'swarm');
  if (!parsed.ok) throw parsed.error;
  return parsed.value.data;
}

/** Answers the question that the editor asks next with what is offered first. */
export async function acceptNext(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** Every file below the folder, with its content. */
export function everything(): Record<string, string> {
  const found: Record<string, string> = {};
  if (!existsSync(folder())) return found;
  for (const entry of readdirSync(folder(), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    found[file] = entry.isFile() ? readFileSync(file, 'utf8') : '';
  }
  return found;
}
