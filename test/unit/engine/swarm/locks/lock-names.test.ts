import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../../src/engine/crtx/index.ts';
import { escapeLockPath, lockPathToFile, SwarmProtocol } from '../../../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../../../src/engine/timeline/index.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

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

describe('a lock path with pattern characters', () => {
  test('is literal if a file or folder with that name exists', async () => {
    makeFolder('app/[id]');
    fs.writeFileSync(path.join(root, 'app/[id]/[tab].tsx'), '');
    expect(await locked('app/[id]')).toEqual(['app/[[]id]/']);
    const others = await swarm.acquire({ agent: 'bob', paths: ['app/[id]/[tab].tsx'] });
    expect(others).toMatchObject({ granted: false, blockedBy: [{ path: 'app/[[]id]/' }] });
    expect(await swarm.acquire({ agent: 'bob', paths: ['app/i'] })).toMatchObject({ granted: true });
    expect((await swarm.release({ agent: 'ann', paths: ['app/[id]'] })).locks).toMatchObject([{ path: 'app/[[]id]/' }]);
    expect(await locked('app/[id]/[tab].tsx')).toEqual(['app/[[]id]/[[]tab].tsx']);
  });

  test('is a pattern if no such name exists or if it contains a star', async () => {
    makeFolder('src/*');
    expect(await locked('app/at[id]', 'src/*')).toEqual(['app/at[id]', 'src/*']);
  });

  test('is normalised to one name if written escaped or through a link', async () => {
    makeFolder('app/[id]');
    fs.symlinkSync('app/[id]', path.join(root, 'link'));
    expect(await locked('link', 'app/[[]id]', 'app/[id]/')).toEqual(['app/[[]id]/']);
  });

  test('is a pattern in the target folder of a leading link', async () => {
    makeFolder('app/[id]');
    fs.symlinkSync('app/[id]', path.join(root, 'link'));
    fs.symlinkSync('.', path.join(root, 'here'));
    expect(await locked('link/*.ts', 'here/{a,b}', 'app/[id]/?', './link//*.md')).toEqual([
      'app/[[]id]/*.md',
      'app/[[]id]/*.ts',
      'app/[[]id]/?',
      '{a,b}',
    ]);
    expect(await swarm.acquire({ agent: 'bob', paths: ['app/[[]id]/a.ts'] })).toMatchObject({ granted: false });
    expect((await swarm.release({ agent: 'ann', paths: ['link/*.ts'] })).locks).toMatchObject([{ path: 'app/[[]id]/*.ts' }]);
  });

  test('is released under the pattern that was locked before the name existed', async () => {
    expect(await locked('app/at[id]')).toEqual(['app/at[id]']);
    makeFolder('app/at[id]');
    expect((await swarm.release({ agent: 'ann', paths: ['app/at[id]'] })).locks).toMatchObject([{ path: 'app/at[id]' }]);
  });

  test('is rejected if such a name is a link out of the project', async () => {
    fs.symlinkSync(os.tmpdir(), path.join(root, '[id]'));
    await expect(locked('[id]')).rejects.toMatchObject({ code: 'outside-root' });
  });
});

test('lockPathToFile returns the unescaped name, and null for a pattern', () => {
  const name = 'app/[...slug]/{a}?.ts';
  expect(lockPathToFile(escapeLockPath(name))).toBe(name);
  expect(lockPathToFile('app/[[]id]/')).toBe('app/[id]');
  expect(lockPathToFile('src/*.ts')).toBeNull();
});

describe('the limit of one request', () => {
  const names = (count: number, pattern: string) => Array.from({ length: count }, (_, at) => pattern.replace('N', `${at}`));

  test('is 1,000 paths and 64 patterns', async () => {
    expect(await locked(...names(936, 'f/N'), ...names(64, 'g/N/*'))).toHaveLength(1_000);
    const refused = (paths: string[]) => expect(locked(...paths)).rejects;
    await refused(names(1_001, 'h/N')).toMatchObject({ code: 'invalid-input', data: { value: 1_001, allowed: 'at most 1000 paths' } });
    await refused(names(65, 'h/N/*')).toMatchObject({ code: 'invalid-input', data: { value: 65 } });
    await refused(names(65, 'h/N/*')).toMatchObject({ data: { allowed: 'at most 64 paths with *, ?, [abc] or {a,b}' } });
    expect(await locked(...names(64, 'g/N/*'))).toHaveLength(64);
  });

  test('is 256 patterns of one agent, including those it waits for and excluding those it renews', async () => {
    await swarm.acquire({ agent: 'bob', paths: ['free/x'] });
    for (let part = 0; part < 3; part += 1) await locked(...names(64, `f${part}/N/*`));
    const waiting = swarm.acquire({ agent: 'ann', paths: [...names(63, 'f3/N/*'), 'free/*'], wait: 60_000 });
    await expect.poll(async () => (await swarm.locks()).waiting).toHaveLength(1);
    await expect(locked('one/*')).rejects.toMatchObject({ data: { value: 257, allowed: 'at most 256, waits included' } });
    expect(await locked('one/file', ...names(64, 'f0/N/*'))).toHaveLength(65);
    expect(await swarm.acquire({ agent: 'cy', paths: ['two/*'] })).toMatchObject({ granted: true });
    await swarm.release({ agent: 'bob', all: true });
    expect(await waiting).toMatchObject({ granted: true });
  });
});
