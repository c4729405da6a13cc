import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TURN_MS } from '../../../../src/engine/files/mutex.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { dead, errorOf, systemError, us, useMutexFolder } from '../../../support/mutex-folder.ts';

const folder = useMutexFolder();

/** Returns a mutex with a settable monotonic clock and counted writes. */
function watchedMutex(watched: { now: number; written: number }) {
  return folder.mutex({
    clock: { now: () => 0, monotonic: () => watched.now, pinned: false },
    fs: {
      ...nodeFileSystem,
      writeSync(...call) {
        watched.written++;
        return nodeFileSystem.writeSync(...call);
      },
    },
  });
}

describe('an owner', () => {
  it('whose PID has another start time is dead and replaced at once', () => {
    folder.writeOwner(7, dead);
    expect(folder.take().number).toBe(8);
    expect(folder.names()).toEqual(['7', '7.end', '8']);
  });

  it('whose PID no longer exists is dead and replaced at once', () => {
    const gone = spawnSync(process.execPath, ['--version']);
    folder.writeOwner(1, { ...us, pid: gone.pid });
    expect(folder.take().number).toBe(2);
  });

  it.each([
    ['of another boot', { ...dead, boot: 'another' }],
    ['of another PID namespace', { ...dead, namespace: 'another' }],
    ['that is alive', us],
  ])('%s is judged by age', (_, owner) => {
    folder.writeOwner(1, owner);
    folder.backDate(1, TURN_MS - 3000);
    expect(folder.mutex().tryAcquire()).toBeNull();
    folder.backDate(1, 3001);
    expect(folder.take().number).toBe(2);
  });

  it.each<[string, () => void]>([
    ['empty', () => folder.writeOwner(1, '')],
    ['no JSON', () => folder.writeOwner(1, '{"boot":')],
    ['null', () => folder.writeOwner(1, 'null')],
    ['a number', () => folder.writeOwner(1, '5')],
    ['without a PID', () => folder.writeOwner(1, { ...dead, pid: undefined })],
    ['with a PID that means a group', () => folder.writeOwner(1, { ...dead, pid: -1 })],
    ['with a PID that is a path', () => folder.writeOwner(1, { ...dead, pid: '../1' })],
    ['with a start time that is an object', () => folder.writeOwner(1, { ...dead, started: {} })],
    ['with a boot that is a list', () => folder.writeOwner(1, { ...dead, boot: [] })],
    ['huge', () => folder.writeOwner(1, { ...dead, padding: 'x'.repeat(5_000_000) })],
    ['a directory', () => fs.mkdirSync(folder.at(1), { recursive: true })],
    ['a symlink to nothing', () => linkTo('nothing')],
    [
      'a symlink to the owner file of a dead process',
      () => {
        folder.writeOwner(1, dead);
        fs.renameSync(folder.at(1), folder.at('elsewhere'));
        linkTo('elsewhere');
      },
    ],
    ['a symlink to itself', () => linkTo('1')],
  ])('in an unreadable file (%s) is judged by age alone', (_, make) => {
    make();
    expect(folder.mutex().tryAcquire()).toBeNull();
    folder.backDate(1, TURN_MS + 1);
    const turn = folder.take();
    expect(turn.number).toBe(2);
    turn.assertCurrent();
    turn.release();
    folder.take().assertCurrent();
  });

  function linkTo(target: string) {
    folder.make();
    fs.symlinkSync(target, folder.at(1));
  }

  it('in a file without read permission is judged by age alone', () => {
    folder.writeOwner(1, dead);
    const refused = folder.withFs({
      openSync(file, flags, mode) {
        if (file === folder.at(1)) throw systemError('EACCES');
        return nodeFileSystem.openSync(file, flags, mode);
      },
    });
    expect(refused.tryAcquire()).toBeNull();
  });

  it('is never compared with the clock of this machine', () => {
    const clock = { now: () => Date.parse('2099-01-01'), monotonic: () => 1e12, pinned: true };
    folder.writeOwner(1, us);
    expect(folder.mutex({ clock }).tryAcquire()).toBeNull();
    folder.backDate(1, TURN_MS + 1);
    clock.now = () => 0;
    expect(folder.take(folder.mutex({ clock })).number).toBe(2);
  });

  it('dated in the future, as after the clock was set back, is replaced without a long wait', () => {
    folder.writeOwner(1, us);
    folder.backDate(1, -1000);
    expect(folder.mutex().tryAcquire()).toBeNull();
    folder.backDate(1, -3_600_000);
    expect(folder.take().number).toBe(2);
  });

  it('is judged without writing when the caller knows the file time, and still replaced when expired', () => {
    const watched = { now: 100, written: 0 };
    const waiting = watchedMutex(watched);
    folder.writeOwner(1, us);
    const known = { fileMs: fs.lstatSync(folder.at(1)).mtimeMs, monotonicMs: watched.now };
    expect(waiting.tryAcquire(known)).toBeNull();
    watched.now += TURN_MS / 2;
    expect(waiting.tryAcquire(known)).toBeNull();
    expect(watched.written).toBe(0);
    folder.backDate(1, TURN_MS + 1);
    expect(waiting.tryAcquire(known)?.number).toBe(2);
    expect(watched.written).toBe(1);
  });

  it('is compared with the file system clock once, and again when a turn may be over or is dated ahead', () => {
    const watched = { now: 0, written: 0 };
    const waiting = watchedMutex(watched);
    folder.writeOwner(1, us);
    for (; watched.now < TURN_MS - 1000; watched.now += 100) expect(waiting.tryAcquire()).toBeNull();
    expect(watched.written).toBe(1);
    folder.backDate(1, TURN_MS + 1);
    watched.now = TURN_MS + 1;
    expect(folder.take(waiting).number).toBe(2);
    expect(watched.written).toBe(2);
    folder.writeOwner(3, us);
    expect(waiting.tryAcquire()).toBeNull();
    expect(watched.written).toBe(2);
    folder.backDate(3, -2000);
    expect(waiting.tryAcquire()).toBeNull();
    expect(watched.written).toBe(3);
    watched.now += 3_600_000;
    expect(waiting.tryAcquire()).toBeNull();
    expect(watched.written).toBe(4);
  });
});

describe('names', () => {
  const foreign = ['.end', '0', '0.end', '007', '1e3', '5.tmp', '6.end.bak', '9007199254740993', 'notes.txt', 'owner-xyz', '-3'];

  it('that are foreign are ignored and kept', () => {
    folder.make();
    for (const name of foreign) {
      fs.writeFileSync(folder.at(name), 'x');
      folder.backDate(name, 3_600_000);
    }
    folder.runTurns(2);
    expect(folder.names()).toEqual([...foreign, '2', '2.end'].sort());
  });

  it('of stray candidates are swept 60 s after they were written, by the clock of the file system', () => {
    const [old, young] = ['owner-00000000000000aa', 'owner-00000000000000bb'];
    folder.writeOwner(1, us);
    fs.writeFileSync(folder.at(old), 'x');
    fs.writeFileSync(folder.at(young), 'x');
    folder.backDate(1, TURN_MS + 1);
    folder.backDate(old, 60_001);
    folder.backDate(young, 50_000);
    folder.take(folder.mutex({ clock: { now: () => 0, monotonic: () => 0, pinned: true } })).release();
    expect(folder.names()).toEqual(['2', '2.end', young]);
  });

  it('that cannot be removed do not block later turns', () => {
    fs.mkdirSync(folder.at(1), { recursive: true });
    folder.backDate(1, TURN_MS + 1);
    folder.runTurns(2);
    expect(folder.names()).toEqual(['1', '3', '3.end']);
  });

  it('that leave no number for the next turn cause an error with the next step', () => {
    folder.writeOwner(999_999_999_999_999, dead);
    expect(errorOf(() => folder.mutex().tryAcquire())).toMatchObject({
      code: 'broken-file',
      data: { file: folder.path, next: expect.any(String) },
    });
    expect(folder.names().filter((name) => name.startsWith('owner-'))).toEqual([]);
  });
});
