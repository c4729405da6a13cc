import path from 'node:path';
import type { Runtime } from '../platform/runtime.ts';

/** Finds the program that hooks start by name; `null` when it is not on the PATH. */
export function programOnPath({ fs }: Runtime, { PATH = '', PATHEXT = '' }: Readonly<Record<string, string | undefined>>): string | null {
  const names = ['cortex', ...PATHEXT.split(';').flatMap((end) => (end === '' ? [] : `cortex${end.toLowerCase()}`))];
  const places = PATH.split(path.delimiter).flatMap((folder) =>
    path.isAbsolute(folder) ? names.map((name) => path.join(folder, name)) : [],
  );
  return places.find((file) => isFile(fs, file)) ?? null;
}

function isFile(fs: Runtime['fs'], file: string): boolean {
  try {
    return fs.statSync(file, { bigint: true }).isFile();
  } catch {
    return false;
  }
}
