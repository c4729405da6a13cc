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
 * A POSIX file system in memory that can fail, become full, and lose power or a process at every call. One object is the view of one
 * process; `processView` returns another process on the same disk. Data is durable after a sync of its file, and a name after a sync of
 * its directory. `powerLoss` returns the disk that a machine would find after losing power now.
 */
export class FaultFileSystem extends SimulatedProcess {
  constructor(options: FaultOptions = {}, disk: Disk = new Disk(options)) {
    super(disk, options);
  }

  /** Called before each call of this process, and decides its result. It may use other views. */
  get onCall(): OnCall | undefined {
    return this.gate.onCall;
  }

  set onCall(hook: OnCall | undefined) {
    this.gate.onCall = hook;
  }

  /** Labels the calls of this process. */
  get label(): Label {
    return this.gate.label;
  }

  /** Calls of this process by label. */
  get hits(): ReadonlyMap<string, number> {
    return this.gate.hits;
  }

  /** The crash of this process; undefined while it runs. */
  get crash(): SimulatedCrash | undefined {
    return this.gate.crash;
  }

  /** Resolves when this process crashes. */
  get whenCrashed(): Promise<SimulatedCrash> {
    return this.gate.whenCrashed;
  }

  /** Number of open descriptors of this process, to detect leaks. */
  get openCount(): number {
    return this.descriptors.size;
  }

  /** Bytes of all files. Unlinked files count while they are open. */
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

  /** Advances the clock of mtimes; negative values set it back. */
  advance(ms: number): void {
    this.disk.advance(ms);
  }

  /** Makes later syncs that match the predicate succeed without effect. */
  ignoreSync(predicate: SyncPredicate): void {
    this.disk.liesAbout = predicate;
  }

  /** Makes everything durable, for setting up. */
  syncAll(): void {
    syncEverything(this.disk.root);
  }

  /** Creates a symbolic link. The engine has no such call, so no hook sees it. */
  symlinkSync(target: string, path: string): void {
    symlink(this.disk, target, path);
  }

  /** Returns another process on the same disk, with its own descriptors, hook and counts. */
  processView(options: ViewOptions = {}): FaultFileSystem {
    return new FaultFileSystem({ label: this.label, ...options }, this.disk);
  }

  /** Kills this process: closes its descriptors, rejects pending syncs, and makes each later call throw. */
  kill(why = 'killed'): SimulatedCrash {
    return this.gate.die(why);
  }

  /** Kills this process. Returns the view of another one. */
  processDeath(): FaultFileSystem {
    this.kill();
    return this.processView();
  }

  /** Returns the file system after a power loss now. This one is unchanged. */
  powerLoss(choose: Choose): FaultFileSystem {
    return new FaultFileSystem({ label: this.label }, afterPowerLoss(this.disk, choose));
  }

  /** Returns the file system after a power loss in which only synced data survives. */
  powerLossWorst(): FaultFileSystem {
    return this.powerLoss(() => 0);
  }

  /** Returns the file system after a power loss in which everything survives. */
  powerLossBest(): FaultFileSystem {
    return this.powerLoss((n) => n - 1);
  }
}
