import fs from 'node:fs';
import os from 'node:os';

/** Who a process is, well enough that its death can be proven and never guessed. */
export interface ProcessIdentity {
  /** Changes with every start of the machine. */
  readonly boot: string;
  /** The PID namespace: a PID means nothing outside it. */
  readonly namespace: string;
  readonly pid: number;
  /** The process's start time in the system's own unit, so that a reused PID is not mistaken; `null` where it cannot be read. */
  readonly started: string | null;
}

function tryRead(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const ENDED = 'ended';

/** Field 22 of `/proc/<pid>/stat`, `ended` for a process that is only waited for, `null` where it cannot be read. */
function startTime(pid: number): string | null {
  const stat = tryRead(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The name in field 2 may hold spaces and brackets: count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : (fields[19] ?? null);
}

/** Without a boot id (not Linux) the start of the machine to the minute; a wrong "new boot" costs nothing but a jump in numbers. */
function bootId(): string {
  const id = tryRead(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  return id ?? `up-${Math.round((Date.now() - os.uptime() * 1000) / 60_000)}`;
}

/** The identity of this process. */
export function currentProcess(): ProcessIdentity {
  return {
    boot: bootId(),
    namespace: tryRead(() => fs.readlinkSync('/proc/self/ns/pid')) ?? process.platform,
    pid: process.pid,
    started: startTime(process.pid),
  };
}

/**
 * Whether `other` has certainly ended. False whenever that cannot be proven from here: another boot or PID namespace is
 * unknown land, except that a process of an earlier boot of this machine cannot be told from another machine's.
 */
export function isCertainlyDead(other: ProcessIdentity, self: ProcessIdentity): boolean {
  if (other.boot !== self.boot || other.namespace !== self.namespace) return false;
  const started = startTime(other.pid);
  // What cannot be read (a hidden process, too many open files) is no proof: only the system's own word is.
  if (started !== null && other.started !== null) return started !== other.started;
  try {
    process.kill(other.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
