import fs from 'node:fs';
import os from 'node:os';

/** Identifies a process well enough to prove that it has ended, without guessing. */
export interface ProcessIdentity {
  /** Changes with every boot of the machine. */
  readonly boot: string;
  /** The PID namespace: a PID means nothing outside it. */
  readonly namespace: string;
  readonly pid: number;
  /** The process's start time in the system's own unit, which detects a reused PID; `null` if it cannot be read. */
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

interface ProcessStat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly started: string | null;
}

/** Parses `/proc/<pid>/stat`; `null` if it cannot be read. */
function statOf(pid: number): ProcessStat | null {
  const stat = tryRead(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The name in field 2 may contain spaces and parentheses, so fields are counted from its last parenthesis.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, state: fields[0] ?? '', parent: Number(fields[1] ?? 0), started: fields[19] ?? null };
}

/** Returns field 22 of `/proc/<pid>/stat`, `ended` for a zombie, or `null` if it cannot be read. */
function startTime(pid: number): string | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  return stat.state === 'Z' || stat.state === 'X' ? ENDED : stat.started;
}

/** Returns the boot id. Outside Linux it is the boot time, rounded to minutes; a wrong "new boot" only causes a gap in numbers. */
function bootId(): string {
  const id = tryRead(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  return id ?? `up-${Math.round((Date.now() - os.uptime() * 1000) / 60_000)}`;
}

/** Returns the identity of this process. */
export function currentProcess(): ProcessIdentity {
  return {
    boot: bootId(),
    namespace: tryRead(() => fs.readlinkSync('/proc/self/ns/pid')) ?? process.platform,
    pid: process.pid,
    started: startTime(process.pid),
  };
}

/** A parent process, or a parent's parent. */
export interface Ancestor {
  readonly identity: ProcessIdentity;
  /** Program name, as the system shows it. */
  readonly name: string;
}

const MAX_ANCESTORS = 64;

/** Returns the ancestors of this process, the nearest first; empty on systems without `/proc`. */
export function ancestors(): Ancestor[] {
  const { boot, namespace, pid } = currentProcess();
  const found: Ancestor[] = [];
  let parent = statOf(pid)?.parent ?? 0;
  while (parent > 0 && found.length < MAX_ANCESTORS) {
    const stat = statOf(parent);
    if (stat === null) break;
    found.push({ identity: { boot, namespace, pid: parent, started: stat.started }, name: stat.name });
    parent = stat.parent;
  }
  return found;
}

/**
 * Whether `other` has certainly ended. False if that cannot be proven from here, which includes all processes of another boot or PID
 * namespace: an earlier boot of this machine looks like another machine.
 */
export function isCertainlyDead(other: ProcessIdentity, self: ProcessIdentity): boolean {
  if (other.boot !== self.boot || other.namespace !== self.namespace) return false;
  const started = startTime(other.pid);
  // An unreadable start time (a hidden process, too many open files) proves nothing. Only ESRCH from the system does.
  if (started !== null && other.started !== null) return started !== other.started;
  try {
    process.kill(other.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
