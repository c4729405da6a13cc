import fs from 'node:fs';

/** Returns whether a process is running. A zombie is not. */
export function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(readOf(id, 'status'));
}

function readOf(id: number | string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the processes with a folder in their arguments or environment. Linux only. */
export function processesOf(folder: string): readonly string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => `${readOf(id, 'cmdline')}${readOf(id, 'environ')}`.includes(folder));
}
