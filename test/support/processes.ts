import fs from 'node:fs';

/** Whether a process is there; one that has ended and that nobody has asked about yet is not. */
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

/** The processes of this machine whose arguments or environment name a folder. Linux only. */
export function processesOf(folder: string): readonly string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => `${readOf(id, 'cmdline')}${readOf(id, 'environ')}`.includes(folder));
}
