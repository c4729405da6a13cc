import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO, escapeLockPath, fileOfLockPath, SwarmProtocol, Timeline } from '../../../../src/engine/crtx/index.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
let swarm: SwarmProtocol;
beforeEach(() => {
  root = temporaryFolder();
  const io = new CortexIO(root);
  swarm = new SwarmProtocol(io, new Timeline(io));
});
afterEach(() => swarm.close());

const makeFolder = (name: string) => fs.mkdirSync(path.join(root, name), { recursive: true });

async function locked(...paths: string[]): Promise<string[]> {
  return (await swarm.acquire({ agent: 'ann', paths })).locks.map((lock) => lock.path);
}

describe('a lock path with characters of a pattern', () => {
  test('names the folder or the file that is there under just that name, with all that lies in it', async () => {
    makeFolder('app/[id]');
    fs.writeFileSync(path.join(root, 'app/[id]/[tab].tsx'), '');
    expect(await locked('app/[id]')).toEqual(['app/[[]id]/']);
    const others = await swarm.acquire({ agent: 'bob', paths: ['app/[id]/[tab].tsx'] });
    expect(others).toMatchObject({ granted: false, blockedBy: [{ path: 'app/[[]id]/' }] });
    expect(await swarm.acquire({ agent: 'bob', paths: ['app/i'] })).toMatchObject({ granted: true });
    expect((await swarm.release({ agent: 'ann', paths: ['app/[id]'] })).locks).toMatchObject([{ path: 'app/[[]id]/' }]);
    expect(await locked('app/[id]/[tab].tsx')).toEqual(['app/[[]id]/[[]tab].tsx']);
  });

  test('is a pattern where nothing has that name, and wherever it has a star', async () => {
    makeFolder('src/*');
    expect(await locked('app/[id]', 'src/*')).toEqual(['app/[id]', 'src/*']);
  });

  test('is one name however it was written: escaped, or through a link', async () => {
    makeFolder('app/[id]');
    fs.symlinkSync('app/[id]', path.join(root, 'link'));
    expect(await locked('link', 'app/[[]id]', 'app/[id]/')).toEqual(['app/[[]id]/']);
  });

  test('is released under the pattern that was locked before there was such a name', async () => {
    expect(await locked('app/[id]')).toEqual(['app/[id]']);
    makeFolder('app/[id]');
    expect((await swarm.release({ agent: 'ann', paths: ['app/[id]'] })).locks).toMatchObject([{ path: 'app/[id]' }]);
  });

  test('must not lead out of the project through a link with such a name', async () => {
    fs.symlinkSync(os.tmpdir(), path.join(root, '[id]'));
    await expect(locked('[id]')).rejects.toMatchObject({ code: 'outside-root' });
  });
});

test('the file of a lock path is the name that was escaped; a pattern has none', () => {
  const name = 'app/[...slug]/{a}?.ts';
  expect(fileOfLockPath(escapeLockPath(name))).toBe(name);
  expect(fileOfLockPath('app/[[]id]/')).toBe('app/[id]');
  expect(fileOfLockPath('src/*.ts')).toBeNull();
});
