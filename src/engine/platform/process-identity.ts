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

interface ProcessStat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly started: string | null;
}

/** What `/proc/<pid>/stat` says; `null` where it cannot be read. */
function statOf(pid: number): ProcessStat | null {
  const stat = tryRead(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The name in field 2 may hold spaces and brackets: count from its last bracket.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, state: fields[0] ?? '', parent: Number(fields[1] ?? 0), started: fields[19] ?? null };
}

/** Field 22 of `/proc/<pid>/stat`, `ended` for a process that is only waited for, `null` where it cannot be read. */
function startTime(pid: number): string | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  return stat.state === 'Z' || stat.state === 'X' ? ENDED : stat.started;
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

/** A process above another one. */
export interface Ancestor {
  readonly identity: ProcessIdentity;
  /** The name of its program, as the system shows it. */
  readonly name: string;
}

const MOST_ANCESTORS = 64;

/** The processes above this one, the nearest first; none where the system does not say it in `/proc`. */
export function ancestors(): Ancestor[] {
  const { boot, namespace, pid } = currentProcess();
  const found: Ancestor[] = [];
  let parent = statOf(pid)?.parent ?? 0;
  while (parent > 0 && found.length < MOST_ANCESTORS) {
    const stat = statOf(parent);
    if (stat === null) break;
    found.push({ identity: { boot, namespace, pid: parent, started: stat.started }, name: stat.name });
    parent = stat.parent;
  }
  return found;
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
