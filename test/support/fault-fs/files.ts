import { constants } from 'node:fs';
import { type FileSystem, OPEN } from '../../../src/engine/platform/file-system.ts';

/** Returns the text of a file. */
export function readText(fs: FileSystem, path: string): string {
  const fd = fs.openSync(path, OPEN.read);
  const bytes = Buffer.alloc(Number(fs.fstatSync(fd, { bigint: true }).size));
  const count = fs.readSync(fd, bytes, 0, bytes.length, 0);
  fs.closeSync(fd);
  return bytes.toString('utf8', 0, count);
}

/** Writes a file in place, without syncs. Creates it if needed. */
export function writeText(fs: FileSystem, path: string, text: string): void {
  put(fs, path, constants.O_TRUNC, text);
}

/** Appends to a file. Creates it if needed. */
export function appendText(fs: FileSystem, path: string, text: string): void {
  put(fs, path, constants.O_APPEND, text);
}

/** Syncs a file or directory with `fsync`. */
export async function syncPath(fs: FileSystem, path: string): Promise<void> {
  const fd = fs.openSync(path, OPEN.read);
  await new Promise<void>((resolve, reject) => {
    fs.fsync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
  fs.closeSync(fd);
}

/** Returns every file below a directory, with its text. */
export function readTree(fs: FileSystem, directory: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of fs.readdirSync(directory)) {
    const path = `${directory === '/' ? '' : directory}/${name}`;
    if (fs.lstatSync(path, { bigint: true }).isDirectory()) Object.assign(files, readTree(fs, path));
    else files[path] = readText(fs, path);
  }
  return files;
}

function put(fs: FileSystem, path: string, how: number, text: string): void {
  const fd = fs.openSync(path, OPEN.writeOrCreate | how, 0o600);
  const bytes = Buffer.from(text);
  const count = fs.writeSync(fd, bytes, 0, bytes.length, null);
  fs.closeSync(fd);
  if (count !== bytes.length) throw new Error(`${path}: only ${count} of ${bytes.length} bytes were written`);
}
