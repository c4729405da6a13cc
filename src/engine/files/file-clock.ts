import { dirname, join } from 'node:path';
import { fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { requireOneName } from './hard-links.ts';

const FILE_MODE = 0o666;

/** Returns the file system's clock in milliseconds: the time that it gives to a file that is written now. */
export function fileSystemNow({ fs }: Runtime, directory: string): number {
  const file = join(directory, 'clock');
  try {
    const fd = openClock(fs, file);
    try {
      requireOneName(fs, fd, file);
      fs.writeSync(fd, Buffer.from('.'), 0, 1, 0);
      return Number(fs.fstatSync(fd, { bigint: true }).mtimeNs / 1_000_000n);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    throw fileError(error, file, 'compare the clocks');
  }
}

function openClock(fs: FileSystem, file: string): number {
  try {
    return fs.openSync(file, OPEN.writeOrCreate, FILE_MODE);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    fs.mkdirSync(dirname(file), { recursive: true });
    return fs.openSync(file, OPEN.writeOrCreate, FILE_MODE);
  }
}

const SHORTEST_PAUSE_MS = 4;
const PAUSES = 10;

/**
 * Waits until the file system's clock has left the tick in which a file was written. Only then does every later write give the file another
 * mtime, so that its stat identity identifies its content.
 * @param mtime in milliseconds
 */
export async function waitTick(runtime: Runtime, directory: string, mtime: number): Promise<void> {
  let pause = SHORTEST_PAUSE_MS;
  for (let n = 0; n < PAUSES && fileSystemNow(runtime, directory) <= mtime; n++) {
    await runtime.sleep(pause);
    pause *= 2;
  }
}
