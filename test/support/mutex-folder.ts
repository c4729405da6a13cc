import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Mutex, type Turn } from '../../src/engine/files/mutex.ts';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../src/engine/platform/file-system.ts';
import type { ProcessIdentity } from '../../src/engine/platform/process-identity.ts';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';

const base = nodeRuntime({});

/** This process, which is certainly alive. */
export const us = base.process;

/** A process with this PID and another start time, which is certainly dead. */
export const dead: ProcessIdentity = { ...us, started: '1' };

/** The folder of a mutex, new for each test and not created yet, with helpers. */
export class MutexFolder {
  root = '';

  get path(): string {
    return path.join(this.root, 'deep', 'mutex');
  }

  at(name: string | number): string {
    return path.join(this.path, String(name));
  }

  names(): string[] {
    return fs.readdirSync(this.path).sort();
  }

  make(): void {
    fs.mkdirSync(this.path, { recursive: true });
  }

  mutex(changes: Partial<Runtime> = {}): Mutex {
    return new Mutex({ ...base, ...changes }, this.path);
  }

  withFs(changes: Partial<FileSystem>): Mutex {
    return this.mutex({ fs: { ...nodeFileSystem, ...changes } });
  }

  /** Acquires a turn, which must be free. */
  take(from = this.mutex()): Turn {
    const turn = from.tryAcquire();
    if (turn === null) throw new Error(`busy: ${this.names()}`);
    return turn;
  }

  runTurns(count: number): void {
    for (let i = 0; i < count; i++) this.take().release();
  }

  /** Makes a file this many milliseconds older, or newer if negative. */
  backDate(name: string | number, ms: number): void {
    const seconds = (fs.lstatSync(this.at(name)).mtimeMs - ms) / 1000;
    fs.lutimesSync(this.at(name), seconds, seconds);
  }

  writeOwner(turn: number, owner: unknown): void {
    this.make();
    fs.writeFileSync(this.at(turn), typeof owner === 'string' ? owner : JSON.stringify(owner));
  }
}

/** Call this at the top of a test file. */
export function useMutexFolder(): MutexFolder {
  const folder = new MutexFolder();
  beforeEach(() => {
    folder.root = fs.mkdtempSync(path.join(os.tmpdir(), 'mutex-'));
  });
  afterEach(() => fs.rmSync(folder.root, { recursive: true, force: true }));
  return folder;
}

/** Returns the `CortexError` that `act` throws; anything else fails the test. */
export function errorOf(act: () => unknown): CortexError {
  try {
    act();
  } catch (error) {
    if (error instanceof CortexError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Returns an error like that of the file system. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Runs `act` at the first call and never again. */
export function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

/** Returns a file system that runs `act` just before a file is linked. */
export function beforeLink(act: () => void): Partial<FileSystem> {
  const intrude = once(act);
  return {
    linkSync(from, to) {
      intrude();
      nodeFileSystem.linkSync(from, to);
    },
  };
}

/** Returns a file system that runs `act` just before `file` is opened. */
export function beforeOpen(file: string, act: () => void): Partial<FileSystem> {
  const intrude = once(act);
  return {
    openSync(opened, flags, mode) {
      if (opened === file) intrude();
      return nodeFileSystem.openSync(opened, flags, mode);
    },
  };
}
