/**
 * Tests for any extension: everything in its manifest exists. Runs for the probe extension of the harness and for the extension of the
 * project.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly contributes?: {
    readonly commands?: readonly { readonly command: string }[];
    readonly views?: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly configuration?: Section | readonly Section[];
  };
}

interface Section {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
}

const folder = process.env.CORTEX_TEST_EXTENSION ?? '';
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
const contributes = manifest.contributes ?? {};
const sections = [contributes.configuration ?? []].flat() as readonly Section[];

describe(`${manifest.publisher}.${manifest.name}`, () => {
  let extension: vscode.Extension<unknown> | undefined;

  before(async () => {
    extension = vscode.extensions.getExtension(`${manifest.publisher}.${manifest.name}`);
    await extension?.activate();
  });

  it('activates, from the folder under test, in the workspace host', () => {
    assert.equal(extension?.isActive, true);
    assert.equal(path.resolve(extension.extensionPath), path.resolve(folder));
    assert.equal(extension.extensionKind, vscode.ExtensionKind.Workspace);
  });

  it('opens the workspace, on disk and trusted', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
    assert.equal(vscode.workspace.isTrusted, true);
    assert.ok(readFileSync(path.join(vscode.workspace.workspaceFolders[0]?.uri.fsPath ?? '', 'a.txt')).length > 0);
  });

  it('has a separate home, so that no suite reads personal files', () => {
    const profile = path.dirname(process.env.CORTEX_TEST_RESULT ?? '');
    assert.equal(path.dirname(os.homedir()), profile);
    assert.deepEqual(
      readdirSync(os.homedir()).filter((name) => name === '.cortex' || name === 'cortex-team'),
      [],
    );
  });

  it('has registered every command that it contributes', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = (contributes.commands ?? []).filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('can show every view that it contributes', async () => {
    const views = Object.values(contributes.views ?? {}).flat();
    for (const { id, when } of views) if (when === undefined) await vscode.commands.executeCommand(`${id}.focus`);
  });

  it('gives every setting its default', () => {
    for (const [key, { default: wanted }] of sections.flatMap(({ properties = {} }) => Object.entries(properties))) {
      if (wanted !== undefined) assert.deepEqual(vscode.workspace.getConfiguration().inspect(key)?.defaultValue, wanted, key);
    }
  });
});
