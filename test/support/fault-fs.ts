import type { Label, OnCall, ViewOptions } from './fault-fs/calls.ts';
import { Disk, type DiskOptions, type SyncPredicate } from './fault-fs/disk.ts';
import type { SimulatedCrash } from './fault-fs/errors.ts';
import { symlink } from './fault-fs/namespace.ts';
import { afterPowerLoss, type Choose, syncEverything } from './fault-fs/power-loss.ts';
import { SimulatedProcess } from './fault-fs/process.ts';

export type { Answer, Call, Label, OnCall } from './fault-fs/calls.ts';
export { everyChoice, seededChoices } from './fault-fs/choices.ts';
export { type ErrnoCode, SimulatedCrash } from './fault-fs/errors.ts';
export type { Choose } from './fault-fs/power-loss.ts';

export interface FaultOptions extends DiskOptions, ViewOptions {}

/**
 * A POSIX file system in memory that can fail, run full, and lose power or a process at every call. One object is what one
 * process sees; `processView` gives another process on the same disk. Data is durable once its file was synced, a name once
 * its directory was: `powerLoss` gives the disk that a machine would find if it went dark now.
 */
export class FaultFileSystem extends SimulatedProcess {
  constructor(options: FaultOptions = {}, disk: Disk = new Disk(options)) {
    super(disk, options);
  }

  /** Called before each call of this process, and decides what becomes of it; other views may be used in it. */
  get onCall(): OnCall | undefined {
    return this.gate.onCall;
  }

  set onCall(hook: OnCall | undefined) {
    this.gate.onCall = hook;
  }

  /** What names the calls of this process. */
  get label(): Label {
    return this.gate.label;
  }

  /** Calls of this process by label. */
  get hits(): ReadonlyMap<string, number> {
    return this.gate.hits;
  }

  /** How this process died; undefined while it lives. */
  get crash(): SimulatedCrash | undefined {
    return this.gate.crash;
  }

  /** Resolves when this process dies. */
  get whenCrashed(): Promise<SimulatedCrash> {
    return this.gate.whenCrashed;
  }

  /** Open descriptors of this process; a leak shows here. */
  get openCount(): number {
    return this.descriptors.size;
  }

  /** Bytes of all files; those without a name count while they are open. */
  get used(): number {
    return this.disk.used;
  }

  get capacity(): number {
    return this.disk.capacity;
  }

  set capacity(bytes: number) {
    this.disk.capacity = bytes;
  }

  get readOnly(): boolean {
    return this.disk.readOnly;
  }

  set readOnly(readOnly: boolean) {
    this.disk.readOnly = readOnly;
  }

  /** Moves the clock that mtimes come from; negative: back. */
  advance(ms: number): void {
    this.disk.advance(ms);
  }

  /** From now on the syncs that the predicate picks succeed and make nothing durable. */
  ignoreSync(predicate: SyncPredicate): void {
    this.disk.liesAbout = predicate;
  }

  /** Makes all that is there durable, as after a long quiet time; for setting up. */
  syncAll(): void {
    syncEverything(this.disk.root);
  }

  /** Makes a symbolic link. The engine has no such call, so no hook sees it. */
  symlinkSync(target: string, path: string): void {
    symlink(this.disk, target, path);
  }

  /** Another process on the same disk, with descriptors, hook and counts of its own. */
  processView(options: ViewOptions = {}): FaultFileSystem {
    return new FaultFileSystem({ label: this.label, ...options }, this.disk);
  }

  /** Kills this process: descriptors are closed, waiting syncs are rejected, each later call throws. */
  kill(why = 'killed'): SimulatedCrash {
    return this.gate.die(why);
  }

  /** Kills this process and gives what another one sees. */
  processDeath(): FaultFileSystem {
    this.kill();
    return this.processView();
  }

  /** What a machine finds if the power goes now; this one is left as it is. */
  powerLoss(choose: Choose): FaultFileSystem {
    return new FaultFileSystem({ label: this.label }, afterPowerLoss(this.disk, choose));
  }

  /** Power loss in which nothing survives that was not synced. */
  powerLossWorst(): FaultFileSystem {
    return this.powerLoss(() => 0);
  }

  /** Power loss in which everything survives. */
  powerLossBest(): FaultFileSystem {
    return this.powerLoss((n) => n - 1);
  }
}
