import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TURN_MS } from '../../../../src/engine/files/mutex.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { errorOf, once, systemError, us, useMutexFolder } from '../../../support/mutex-folder.ts';

const folder = useMutexFolder();

describe('acquire', () => {
  /** Returns a mutex whose time passes only by sleeping; `asleep` sees each pause. */
  function patient(asleep: (ms: number, total: number) => void = () => {}) {
    let now = 0;
    return folder.mutex({
      clock: { now: () => 0, monotonic: () => now, pinned: true },
      async sleep(ms) {
        now += ms;
        asleep(ms, now);
      },
    });
  }

  it('takes a free turn without a pause', async () => {
    const turn = await patient(() => expect.unreachable()).acquire({ timeoutMs: 0 });
    expect(turn.number).toBe(1);
  });

  it('takes a turn that is released while it waits', async () => {
    const held = folder.take();
    const release = once(() => held.release());
    const turn = await patient((_, total) => total > 100 && release()).acquire({ timeoutMs: 1000 });
    expect(turn.number).toBe(2);
  });

  it('pauses 1 to 20 ms, with jitter', async () => {
    folder.take();
    const pauses: number[] = [];
    await expect(patient((ms) => pauses.push(ms)).acquire({ timeoutMs: 2000 })).rejects.toThrow();
    const regular = pauses.slice(0, -1);
    expect(Math.min(...regular)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(20);
    expect(Math.max(...pauses)).toBeGreaterThan(10);
    expect(new Set(regular).size).toBeGreaterThan(20);
  });

  it('times out with an error that names the directory, the holder and the next step', async () => {
    folder.take();
    const since = new Date(Math.floor(fs.statSync(folder.at(1)).mtimeMs)).toISOString();
    await expect(patient().acquire({ timeoutMs: 300 })).rejects.toMatchObject({
      code: 'busy',
      message: `no turn of the mutex within 300 ms: process ${us.pid} has held it since ${since}`,
      data: { file: folder.path, next: expect.stringMatching(/^Try again/) },
    });
    expect(folder.names()).toEqual(['1']);
  });

  it('names an unknown holder, and the case without a holder, in the error', async () => {
    folder.writeOwner(1, '?');
    await expect(patient().acquire({ timeoutMs: 5 })).rejects.toThrow(/an unknown process has held it since 20/);
    fs.rmSync(folder.at(1));
    const beaten = folder.withFs({
      linkSync() {
        throw systemError('EEXIST');
      },
    });
    await expect(beaten.acquire({ timeoutMs: 0 })).rejects.toThrow('other processes were faster each time');
  });

  it('does not wait forever when the timeout is not a number', async () => {
    folder.take();
    await expect(patient().acquire({ timeoutMs: Number.NaN })).rejects.toMatchObject({ code: 'busy' });
  });

  it('stops when it is cancelled, before the first attempt and between attempts', async () => {
    const aborted = AbortSignal.abort('closed');
    await expect(patient().acquire({ timeoutMs: 1000, signal: aborted })).rejects.toMatchObject({ code: 'busy', cause: 'closed' });
    expect(fs.existsSync(folder.path)).toBe(false);
    folder.take();
    const controller = new AbortController();
    const waiting = patient((_, total) => total > 50 && controller.abort()).acquire({ timeoutMs: 1000, signal: controller.signal });
    await expect(waiting).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/cancelled/) });
  });
});

describe('file system errors', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'])('a failing link (%s) is reported as missing hard links, with the next step', (code) => {
    const error = errorOf(() =>
      folder
        .withFs({
          linkSync() {
            throw systemError(code);
          },
        })
        .tryAcquire(),
    );
    expect(error).toMatchObject({ code: 'io', data: { file: folder.path, next: expect.stringMatching(/Move this folder/) } });
    expect(error.message).toBe('cannot lock files here: the file system has no hard links');
    expect(folder.names()).toEqual([]);
  });

  it('another error of link keeps its own code', () => {
    const full = folder.withFs({
      linkSync() {
        throw systemError('ENOSPC');
      },
    });
    expect(errorOf(() => full.tryAcquire()).code).toBe('disk-full');
    expect(folder.names()).toEqual([]);
  });

  it('a short write is reported as a full disk and leaves no file', () => {
    const full = folder.withFs({
      writeSync: (fd, buffer, offset, length, position) => nodeFileSystem.writeSync(fd, buffer, offset, length - 1, position),
    });
    expect(errorOf(() => full.tryAcquire())).toMatchObject({ code: 'disk-full', data: { file: folder.path } });
    expect(folder.names()).toEqual([]);
  });

  it('a file in place of the directory is named in the error', () => {
    fs.mkdirSync(path.dirname(folder.path), { recursive: true });
    fs.writeFileSync(folder.path, '');
    expect(errorOf(() => folder.mutex().tryAcquire())).toMatchObject({ code: 'broken-file', data: { file: folder.path } });
  });

  it('a turn that cannot be ended expires by age, and its release does not throw', () => {
    let full = false;
    const turn = folder.take(
      folder.withFs({
        openSync(file, flags, mode) {
          if (full && file.endsWith('.end')) throw systemError('ENOSPC');
          return nodeFileSystem.openSync(file, flags, mode);
        },
      }),
    );
    full = true;
    turn.release();
    expect(errorOf(() => turn.assertCurrent()).code).toBe('busy');
    expect(folder.mutex().tryAcquire()).toBeNull();
    folder.backDate(1, TURN_MS + 1);
    expect(folder.take().number).toBe(2);
  });
});
