import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileBounded, writeFileDurable } from '../../../../src/engine/files/atomic-file.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { readText, readTree, writeText } from '../../../support/fault-fs/files.ts';
import { type Answer, type Call, FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const FILE = '/repo/a.txt';

/** Returns a simulated process on a disk that durably holds `/repo/a.txt`. */
async function simulated(content: string | null = 'old') {
  const disk = new FaultFileSystem();
  disk.mkdirSync('/repo/temp', { recursive: true });
  if (content !== null) writeText(disk, FILE, content);
  disk.syncAll();
  const time = new SimulatedTime();
  return { disk, time, runtime: simulatedRuntime(disk, { time, seed: 1 }) };
}

/** Gives the listed answers to the calls of one kind, in order; every later call proceeds. */
function script(op: Call['op'], ...answers: Answer[]) {
  return (call: Call): Answer => (call.op === op ? (answers.shift() ?? 'proceed') : 'proceed');
}

const NEW = Buffer.from('the new content');
const PARTS = [NEW.subarray(0, 4), Buffer.alloc(0), NEW.subarray(4, 5), NEW.subarray(5)];
const EACH_WAY: [string, Buffer | Buffer[]][] = [
  ['as a whole', NEW],
  ['in parts', PARTS],
];

describe('writeFileDurable', () => {
  it.each([
    ['replaces a file', 'old'],
    ['makes a file', null],
  ])('%s so that it survives power loss', async (_, content) => {
    const { disk, runtime } = await simulated(content);
    await writeFileDurable(runtime, FILE, NEW);
    expect(readTree(disk.powerLossWorst(), '/repo')).toEqual({ [FILE]: 'the new content' });
    expect(readTree(disk, '/repo')).toEqual({ [FILE]: 'the new content' });
    expect(disk.openCount).toBe(0);
  });

  it.each(EACH_WAY)('%s leaves the old or the new bytes after a crash at any call, also after a power loss', async (_, content) => {
    for (let at = 0, finished = false; !finished; at += 1) {
      const { disk, runtime } = await simulated();
      let calls = 0;
      disk.onCall = () => (calls++ === at ? 'crash' : 'proceed');
      finished = await writeFileDurable(runtime, FILE, content).then(
        () => disk.crash === undefined,
        () => false,
      );
      if (finished) expect(at).toBeGreaterThan(8);
      for (const after of [disk.processView(), disk.powerLossWorst(), disk.powerLossBest()]) {
        expect(['old', 'the new content']).toContain(readText(after, FILE));
      }
    }
  });

  it.each(EACH_WAY)('%s continues after short writes', async (_, content) => {
    const { disk, runtime } = await simulated();
    disk.onCall = script('writeSync', { short: 1 }, { short: 5 }, { short: 2 }, 'proceed', { short: 1 });
    await writeFileDurable(runtime, FILE, content);
    expect(readText(disk.powerLossWorst(), FILE)).toBe('the new content');
  });

  it.each<[string, Call['op'], Answer, string]>([
    ['a write that writes nothing', 'writeSync', { short: 0 }, 'disk-full'],
    ['ENOSPC in the write', 'writeSync', { fail: 'ENOSPC' }, 'disk-full'],
    ['EDQUOT in the sync', 'fdatasync', { fail: 'EDQUOT' }, 'disk-full'],
    ['EIO in the sync', 'fdatasync', { fail: 'EIO' }, 'io'],
    ['EIO in the close', 'closeSync', { fail: 'EIO' }, 'io'],
    ['EROFS at the start', 'openSync', { fail: 'EROFS' }, 'read-only'],
    ['EXDEV in the rename', 'renameSync', { fail: 'EXDEV' }, 'io'],
  ])('%s leaves the old file and nothing else', async (_, op, answer, code) => {
    const { disk, runtime } = await simulated();
    for (const [, content] of EACH_WAY) {
      disk.onCall = script(op, answer);
      await expect(writeFileDurable(runtime, FILE, content)).rejects.toMatchObject({ code, data: { file: FILE } });
      disk.onCall = undefined;
      expect(readTree(disk, '/repo')).toEqual({ [FILE]: 'old' });
    }
  });

  it.each(EACH_WAY)('%s on a full disk leaves the old file and nothing else', async (_, content) => {
    const { disk, runtime } = await simulated();
    disk.capacity = 10;
    await expect(writeFileDurable(runtime, FILE, content)).rejects.toMatchObject({ code: 'disk-full' });
    expect(readTree(disk, '/repo')).toEqual({ [FILE]: 'old' });
    expect(disk.openCount).toBe(0);
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'] as const)('retries while the rename fails with %s', async (code) => {
    const { disk, runtime, time } = await simulated();
    const started = time.now;
    disk.onCall = ({ op }) => (op === 'renameSync' && time.now - started < 1_900 ? { fail: code } : 'proceed');
    await writeFileDurable(runtime, FILE, NEW);
    expect(readText(disk, FILE)).toBe('the new content');
  });

  it.each([
    ['EPERM', 'read-only'],
    ['EACCES', 'read-only'],
    ['EBUSY', 'busy'],
  ] as const)('gives up after 2 s of %s, never writes in place, and leaves no temporary file', async (fail, code) => {
    const { disk, runtime, time } = await simulated();
    const started = time.now;
    const opened: (string | undefined)[] = [];
    disk.onCall = ({ op, path: name }) => {
      if (op === 'openSync') opened.push(name);
      return op === 'renameSync' ? { fail } : 'proceed';
    };
    await expect(writeFileDurable(runtime, FILE, NEW)).rejects.toMatchObject({ code });
    expect(time.now - started).toBeGreaterThanOrEqual(2_000);
    expect(time.now - started).toBeLessThan(2_200);
    expect(opened).toEqual([expect.stringMatching(/^\/repo\/\.tmp-[0-9a-f]{16}$/)]);
    expect(readTree(disk, '/repo')).toEqual({ [FILE]: 'old' });
  });

  it.each(['EINVAL', 'EISDIR', 'EPERM'] as const)('ignores a folder sync that fails with %s', async (code) => {
    const { disk, runtime } = await simulated();
    disk.onCall = script('fsync', { fail: code });
    await writeFileDurable(runtime, FILE, NEW);
    expect(readText(disk, FILE)).toBe('the new content');
    expect(disk.openCount).toBe(0);
  });

  it('reports a folder sync that fails with EIO', async () => {
    const { disk, runtime } = await simulated();
    disk.onCall = script('fsync', { fail: 'EIO' });
    await expect(writeFileDurable(runtime, FILE, NEW)).rejects.toMatchObject({ code: 'io' });
    expect(disk.openCount).toBe(0);
  });

  it('creates its temporary file in the given folder', async () => {
    const { disk, runtime } = await simulated();
    const opened: (string | undefined)[] = [];
    disk.onCall = ({ op, path: name }) => {
      if (op === 'openSync') opened.push(name);
      return 'proceed';
    };
    await writeFileDurable(runtime, FILE, NEW, { tempDirectory: '/repo/temp' });
    expect(opened[0]).toMatch(/^\/repo\/temp\/\.tmp-/);
    expect(readTree(disk.powerLossWorst(), '/repo')[FILE]).toBe('the new content');
  });

  it('does not overwrite an existing file with the temporary name', async () => {
    const { disk, runtime } = await simulated();
    disk.onCall = (call) => {
      if (call.op === 'openSync' && call.path?.includes('.tmp-')) writeText(disk, call.path, 'somebody else');
      return 'proceed';
    };
    await expect(writeFileDurable(runtime, FILE, NEW)).rejects.toMatchObject({ code: 'io' });
    expect(readText(disk, FILE)).toBe('old');
    expect(Object.values(readTree(disk, '/repo'))).toContain('somebody else');
  });

  it('writes through a link inside the root; refuses a link that leads out, and any link without a root', async () => {
    const { disk, runtime } = await simulated();
    writeText(disk, '/outside.txt', 'secret');
    disk.symlinkSync('a.txt', '/repo/inside');
    disk.symlinkSync('../outside.txt', '/repo/outside');
    await writeFileDurable(runtime, '/repo/inside', NEW, { root: '/repo' });
    await expect(writeFileDurable(runtime, '/repo/outside', NEW, { root: '/repo' })).rejects.toMatchObject({ code: 'outside-root' });
    await expect(writeFileDurable(runtime, '/repo/inside', NEW)).rejects.toMatchObject({ code: 'outside-root' });
    await expect(writeFileDurable(runtime, '/outside.txt', NEW, { root: '/repo' })).rejects.toMatchObject({ code: 'outside-root' });
    expect(readText(disk, FILE)).toBe('the new content');
    expect(disk.lstatSync('/repo/inside', { bigint: true }).isSymbolicLink()).toBe(true);
    expect(readText(disk, '/outside.txt')).toBe('secret');
  });

  it('does not replace a folder', async () => {
    const { runtime } = await simulated();
    await expect(writeFileDurable(runtime, '/repo/temp', NEW)).rejects.toMatchObject({
      code: 'broken-file',
      message: 'is a folder, not a file',
    });
  });

  it('reports a missing folder', async () => {
    const { runtime } = await simulated();
    await expect(writeFileDurable(runtime, '/nowhere/a.txt', NEW)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('readFileBounded', () => {
  it('returns bytes and stat, or null for a missing file', async () => {
    const { disk } = await simulated();
    const content = readFileBounded(disk, FILE, { maxBytes: 3 });
    expect(content?.bytes.toString()).toBe('old');
    expect(content?.stat.ino).toBe(disk.statSync(FILE, { bigint: true }).ino);
    expect(readFileBounded(disk, '/repo/no', { maxBytes: 3 })).toBeNull();
    expect(readFileBounded(disk, '/no/no', { maxBytes: 3, root: '/repo' })).toBeNull();
    expect(disk.openCount).toBe(0);
  });

  it('returns null when the file disappears between stat and open', async () => {
    const { disk } = await simulated();
    disk.onCall = script('openSync', { fail: 'ENOENT' });
    expect(readFileBounded(disk, FILE, { maxBytes: 3 })).toBeNull();
  });

  it('joins short reads', async () => {
    const { disk } = await simulated('a longer content');
    disk.onCall = script('readSync', { short: 1 }, { short: 4 }, { short: 1 });
    expect(readFileBounded(disk, FILE, { maxBytes: 100 })?.bytes.toString()).toBe('a longer content');
  });

  it('reads bytes that are appended while it reads, and returns the earlier stat', async () => {
    const { disk } = await simulated('abc');
    let added = false;
    disk.onCall = ({ op }) => {
      if (op === 'readSync' && !added) {
        added = true;
        writeText(disk, FILE, 'abcdefghijklmnop');
      }
      return 'proceed';
    };
    const content = readFileBounded(disk, FILE, { maxBytes: 16 });
    expect(content?.bytes.toString()).toBe('abcdefghijklmnop');
    expect(content?.stat.size).toBe(3n);
  });

  it('refuses a file over the limit and names both sizes, also when the file grows past the limit while it is read', async () => {
    const { disk } = await simulated('x'.repeat(2_000_000));
    expect(() => readFileBounded(disk, FILE, { maxBytes: 1_048_576 })).toThrow(
      expect.objectContaining({
        code: 'broken-file',
        message: 'is 1.9 MiB (2000000 bytes), larger than the limit of 1.0 MiB',
        data: expect.objectContaining({ file: FILE, line: 1, allowed: 'at most 1048576 bytes' }),
      }),
    );
    writeText(disk, FILE, 'abc');
    disk.onCall = ({ op }) => {
      if (op === 'readSync') writeText(disk, FILE, 'x'.repeat(20));
      return 'proceed';
    };
    expect(() => readFileBounded(disk, FILE, { maxBytes: 10 })).toThrow(/larger than the limit/);
    expect(disk.openCount).toBe(0);
  });

  it('refuses a link that leads out of the root, and a dangling link', async () => {
    const { disk } = await simulated();
    writeText(disk, '/outside.txt', 'secret');
    disk.symlinkSync('../outside.txt', '/repo/outside');
    disk.symlinkSync('gone', '/repo/dangling');
    expect(() => readFileBounded(disk, '/repo/outside', { maxBytes: 9, root: '/repo' })).toThrow(
      expect.objectContaining({ code: 'outside-root' }),
    );
    expect(() => readFileBounded(disk, '/repo/dangling', { maxBytes: 9, root: '/repo' })).toThrow(
      expect.objectContaining({ code: 'outside-root' }),
    );
    expect(() => readFileBounded(disk, '/repo/dangling', { maxBytes: 9 })).toThrow(/is a symbolic link that leads nowhere/);
    expect(readFileBounded(disk, '/repo/outside', { maxBytes: 9 })?.bytes.toString()).toBe('secret');
  });

  it('reports errors of the file system', async () => {
    const { disk } = await simulated();
    disk.onCall = script('openSync', { fail: 'EACCES' });
    expect(() => readFileBounded(disk, FILE, { maxBytes: 9 })).toThrow(expect.objectContaining({ code: 'read-only' }));
    disk.onCall = script('readSync', { fail: 'EIO' });
    expect(() => readFileBounded(disk, FILE, { maxBytes: 9 })).toThrow(expect.objectContaining({ code: 'io' }));
    expect(disk.openCount).toBe(0);
  });
});

describe('atomic files on the real file system', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atomic-file-'));
  });
  afterEach(() => {
    fs.rmSync(folder, { recursive: true });
  });
  const file = () => path.join(folder, 'a.txt');

  it('are written and read', async () => {
    const bytes = Buffer.alloc(3_000_000, 'é');
    await writeFileDurable(nodeRuntime({}), file(), bytes);
    expect(readFileBounded(nodeFileSystem, file(), { maxBytes: 3_000_000, root: folder })?.bytes.equals(bytes)).toBe(true);
    expect(fs.readdirSync(folder)).toEqual(['a.txt']);
  });

  it.skipIf(process.platform === 'win32')('keep their permissions', async () => {
    fs.writeFileSync(file(), 'old');
    fs.chmodSync(file(), 0o640);
    await writeFileDurable(nodeRuntime({}), file(), NEW);
    expect(fs.statSync(file()).mode & 0o777).toBe(0o640);
    fs.chmodSync(file(), 0o400);
    await writeFileDurable(nodeRuntime({}), file(), NEW);
    expect(fs.statSync(file()).mode & 0o777).toBe(0o400);
  });

  it('cannot be folders', () => {
    expect(() => readFileBounded(nodeFileSystem, folder, { maxBytes: 9 })).toThrow(/is a folder, not a file/);
  });

  it.skipIf(process.platform === 'win32')('are refused before the open when not regular: opening a pipe may block forever', async () => {
    const server = net.createServer().listen(file());
    await once(server, 'listening');
    fs.symlinkSync('a.txt', path.join(folder, 'link'));
    const unopened = { ...nodeFileSystem, openSync: () => expect.unreachable('opened') };
    expect(() => readFileBounded(unopened, file(), { maxBytes: 9 })).toThrow(/is a device, pipe or socket, not a file/);
    expect(() => readFileBounded(unopened, path.join(folder, 'link'), { maxBytes: 9, root: folder })).toThrow(
      /is a device, pipe or socket/,
    );
    await expect(writeFileDurable(nodeRuntime({}), file(), NEW)).rejects.toMatchObject({ code: 'broken-file' });
    server.close();
    await once(server, 'close');
  });
});
