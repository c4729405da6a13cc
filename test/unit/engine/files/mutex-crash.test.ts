import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutex } from '../../../../src/engine/files/mutex.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { dead, us, useMutexFolder } from '../../../support/mutex-folder.ts';

const folder = useMutexFolder();

describe('crash points', () => {
  /** Returns a mutex of a process that dies at `point`: none of its later calls has an effect. */
  function dying(point: 'linkSync before' | 'linkSync after' | 'unlinkSync after end') {
    let over = false;
    const die = () => {
      over = true;
      throw new Error('killed');
    };
    return folder.mutex({
      process: dead,
      fs: {
        ...nodeFileSystem,
        linkSync(from, to) {
          if (point === 'linkSync before') die();
          nodeFileSystem.linkSync(from, to);
          if (point === 'linkSync after') die();
        },
        unlinkSync(file) {
          if (!over && point === 'unlinkSync after end' && fs.existsSync(folder.at('2.end'))) die();
          if (!over) nodeFileSystem.unlinkSync(file);
        },
      },
    });
  }

  const isCandidate = (name: string) => name.startsWith('owner-');

  it('mutex.owner-file: leaves a stray file, which a later release sweeps', () => {
    expect(() => dying('linkSync before').tryAcquire()).toThrow('killed');
    expect(folder.names()).toEqual([expect.stringMatching(/^owner-/)]);
    const turn = folder.take();
    expect(turn.number).toBe(1);
    folder.backDate(folder.names().find(isCandidate) ?? '', 61_000);
    turn.release();
    expect(folder.names()).toEqual(['1', '1.end']);
  });

  it('mutex.linked: the next taker ends the turn at once', () => {
    expect(() => dying('linkSync after').tryAcquire()).toThrow('killed');
    expect(folder.names()).toEqual(['1', expect.stringMatching(/^owner-/)]);
    const turn = folder.take();
    expect(turn.number).toBe(2);
    turn.assertCurrent();
  });

  it('mutex.committed: the next taker ends the turn at once', () => {
    folder.take(folder.mutex({ process: dead })).assertCurrent();
    folder.take().assertCurrent();
    expect(folder.names()).toEqual(['1', '1.end', '2']);
  });

  it('mutex.ended: the next release sweeps', () => {
    folder.runTurns(1);
    folder.take(dying('unlinkSync after end')).release();
    expect(folder.names()).toEqual(['1', '1.end', '2', '2.end']);
    folder.runTurns(1);
    expect(folder.names()).toEqual(['3', '3.end']);
  });
});

describe('a process interrupted at any call by complete turns of others', () => {
  const counter = () => path.join(folder.root, 'counter');
  const read = () => Number(fs.readFileSync(counter(), 'utf8'));

  /** Increments the counter once. Returns false when the increment must be retried. */
  function increment(from: Mutex): boolean {
    const turn = from.tryAcquire();
    if (turn === null) return false;
    const next = read() + 1;
    try {
      turn.assertCurrent();
    } catch {
      return false;
    }
    fs.writeFileSync(counter(), String(next));
    turn.release();
    return true;
  }

  /** Returns a mutex that calls `act` just before its `call`-th use of the file system. */
  function interrupted(call: number, act: () => void) {
    let calls = 0;
    function step<A extends unknown[], R>(use: (...args: A) => R) {
      return (...args: A): R => {
        if (++calls === call) act();
        return use(...args);
      };
    }
    const { openSync, closeSync, readSync, writeSync, fstatSync, lstatSync, readdirSync, linkSync, unlinkSync } = nodeFileSystem;
    const mutex = folder.withFs({
      openSync: step(openSync),
      closeSync: step(closeSync),
      readSync: step(readSync),
      writeSync: step(writeSync),
      fstatSync: step(fstatSync),
      lstatSync: step(lstatSync),
      readdirSync: step(readdirSync),
      linkSync: step(linkSync),
      unlinkSync: step(unlinkSync),
    });
    return { mutex, calls: () => calls };
  }

  it.each([
    ['after a free turn', us, true],
    ['after a dead owner', dead, false],
  ])('loses no increment, %s', (_, owner, ended) => {
    let calls = Number.POSITIVE_INFINITY;
    for (let call = 1; call <= calls; call++) {
      fs.rmSync(folder.path, { recursive: true, force: true });
      fs.writeFileSync(counter(), '0');
      folder.writeOwner(1, owner);
      if (ended) fs.writeFileSync(folder.at('1.end'), '');
      const done: boolean[] = [];
      const slow = interrupted(call, () => {
        for (let i = 0; i < 4; i++) done.push(increment(folder.mutex()));
      });
      done.push(increment(slow.mutex));
      calls = slow.calls();
      expect([call, read()]).toEqual([call, done.filter(Boolean).length]);
      expect(read()).toBeGreaterThan(0);
      expect(increment(folder.mutex())).toBe(true);
    }
    expect(calls).toBeGreaterThan(10);
  });
});
