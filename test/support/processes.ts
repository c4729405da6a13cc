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

/** Milliseconds in a tick of the processor time that Linux reports. */
const TICK_MS = 10;

/** Returns the processor time of a running process on all its threads, in milliseconds. Linux only. */
export function processorMsOf(id: number): number {
  const fields = readOf(id, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the processes with a folder in their arguments or environment. Linux only. */
export function processesOf(folder: string): readonly string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => `${readOf(id, 'cmdline')}${readOf(id, 'environ')}`.includes(folder));
}
