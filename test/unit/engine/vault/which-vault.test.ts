import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProtocolLocation } from '../../../../src/engine/platform/protocol.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { whichVault } from '../../../../src/engine/vault/live/which-vault.ts';
import { temporaryFolder } from '../../../support/folders.ts';

describe('vault of a folder', () => {
  let root: string;
  const folder = () => path.join(root, 'project');
  const make = (...parts: string[]) => fs.mkdirSync(path.join(root, ...parts), { recursive: true });
  const found = (parts: Partial<ProtocolLocation> = {}) => {
    const wanted = { folder: folder(), named: '', isTrusted: true, environment: {}, ...parts };
    const config = whichVault(nodeRuntime(), wanted);
    return config === null ? null : path.relative(root, config.root).replaceAll('\\', '/');
  };

  beforeEach(() => {
    root = temporaryFolder();
    make('project');
    make('other');
  });

  test('is null if there is no vault', () => {
    expect(found()).toBeNull();
    expect(found({ folder: null })).toBeNull();
  });

  test('is its subfolder "vault", or the folder itself', () => {
    make('project', 'vault');
    expect(found()).toBe('project/vault');
    make('project', '_moc');
    expect(found()).toBe('project');
  });

  test('prefers the setting, then the environment variable', () => {
    make('project', 'atoms');
    const environment = { CORTEX_VAULT: path.join(root, 'other') };
    expect(found({ environment })).toBe('other');
    expect(found({ environment, named: path.join(root, 'project') })).toBe('project');
    expect(found({ folder: null, named: path.join(root, 'other') })).toBe('other');
  });

  test('throws if a named vault does not exist', () => {
    expect(() => found({ named: path.join(root, 'gone') })).toThrow('vault does not exist');
    expect(() => found({ environment: { CORTEX_VAULT: path.join(root, 'gone') } })).toThrow('vault does not exist');
  });

  test('is not outside an untrusted folder, unless the setting names it', () => {
    const untrusted = { isTrusted: false, environment: { CORTEX_VAULT: path.join(root, 'other') } };
    expect(found(untrusted)).toBeNull();
    fs.writeFileSync(path.join(folder(), 'cortex.toml'), '[vault]\npath = "../other"\n');
    expect(found()).toBe('other');
    expect(() => found(untrusted)).toThrow('is outside of the folder');
    expect(found({ ...untrusted, named: path.join(root, 'other') })).toBe('other');
    fs.writeFileSync(path.join(folder(), 'cortex.toml'), '');
    expect(found(untrusted)).toBe('project');
  });

  test('is not a symlink that leads out of the working tree, unless the setting names it', () => {
    fs.symlinkSync('../other', path.join(folder(), 'vault'));
    expect(() => found()).toThrow('outside of the working tree');
    expect(found({ named: path.join(folder(), 'vault') })).toBe('project/vault');
    fs.symlinkSync('project', path.join(root, 'linked'));
    fs.rmSync(path.join(folder(), 'vault'));
    make('project', 'vault');
    expect(found({ isTrusted: false, folder: path.join(root, 'linked') })).toBe('linked/vault');
  });
});
