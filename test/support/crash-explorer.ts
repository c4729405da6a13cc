import { constants } from 'node:fs';
import { type Answer, type Call, type Choose, type ErrnoCode, FaultFileSystem, type FaultOptions, seededChoices } from './fault-fs.ts';

export { exploreInterference } from './fault-fs/interference.ts';

/** Faults to try at every call. */
export interface Modes {
  /** Crash before the call has any effect (default: yes). */
  readonly before?: boolean;
  /** Crash right after it (default: yes). */
  readonly after?: boolean;
  /** Returns the lengths to which a write of `length` bytes is cut before the crash (default: 1, half, all but 1). */
  readonly short?: (length: number) => readonly number[];
  /** Errors with which the call fails, after which the process continues (default: none). */
  readonly fail?: readonly ErrnoCode[];
  /** Cut writes in the middle, after which the process continues (default: no). */
  readonly cut?: boolean;
  /** Include calls that do not change the disk (default: yes). */
  readonly reads?: boolean;
  /** Random power losses after each crash, in addition to the worst and the best (default: 4); equal ones count once. With 0, only the worst. */
  readonly losses?: number;
  /** Tries one of this many neighbours of the same kind (label and mode), selected by the seed (default: 1, all of them). */
  readonly oneIn?: number;
  /** Seed of the random power losses and of the selection (default: 1). */
  readonly seed?: number;
  /** Runs only this call, to repeat one run. */
  readonly only?: number;
}

/** Place and kind of a fault. `call` is undefined for the run without a fault. */
export interface CrashPoint {
  readonly call: Call | undefined;
  /** `before`, `after`, `short 7`, `fail ENOSPC`, `cut 7` or `end`. */
  readonly mode: string;
}

/** Input of `verify`: the file system that the next process finds, and the acknowledgements before the crash. */
export interface Aftermath<C, A> {
  readonly fs: FaultFileSystem;
  readonly acknowledged: readonly A[];
  readonly context: C;
  readonly point: CrashPoint;
  /** `process death`, `power loss worst`, `power loss best` or `power loss <n>`. */
  readonly ending: string;
  /** Error of the scenario after an injected error. */
  readonly error: unknown;
}

export interface CrashPlan<C, A> {
  readonly fileSystem?: FaultOptions;
  /** Creates the initial state. Call `fs.syncAll()` at its end, unless power loss may affect it. */
  readonly setup: (fs: FaultFileSystem) => C | Promise<C>;
  /** Runs in a separate process. Values in `acknowledged` count as promised. Must be deterministic. */
  readonly scenario: (fs: FaultFileSystem, acknowledged: A[], context: C) => void | Promise<void>;
  readonly verify: (aftermath: Aftermath<C, A>) => void | Promise<void>;
  readonly modes?: Modes;
}

/** Result of an exploration. */
export interface CrashReport {
  /** Runs of the scenario, including the one without a fault. */
  readonly runs: number;
  /** Calls of `verify`. */
  readonly images: number;
  /** Runs with a fault, by the label of the call. */
  readonly hits: ReadonlyMap<string, number>;
}

interface Disturbance extends CrashPoint {
  readonly answer: Answer;
}

interface Wreck<C, A> {
  readonly actor: FaultFileSystem;
  readonly context: C;
  readonly acknowledged: readonly A[];
  readonly calls: readonly Call[];
  readonly error: unknown;
}

const PEACE: Disturbance = { call: undefined, mode: 'end', answer: 'proceed' };

/**
 * Runs a scenario once without a fault, and then again for every call and every mode. Calls `verify` for what the next process finds:
 * after a process death, and after the worst, the best and random power losses, as far as they differ. Adds the place to an error of `verify`, and
 * rethrows it.
 */
export async function exploreCrashes<C, A = string>(plan: CrashPlan<C, A>): Promise<CrashReport> {
  const hits = new Map<string, number>();
  // The first run loads modules, which gives work in the background more time than it has in the others.
  await run(plan, PEACE);
  const peaceful = await run(plan, PEACE);
  const points = drawn(disturbances(peaceful.calls, plan.modes ?? {}), plan.modes ?? {});
  let images = await judge(plan, PEACE, peaceful);
  for (const point of points) {
    const wreck = await run(plan, point);
    images += await judge(plan, point, wreck);
    const label = point.call?.label ?? '';
    hits.set(label, (hits.get(label) ?? 0) + 1);
  }
  return { runs: points.length + 1, images, hits };
}

function disturbances(calls: readonly Call[], modes: Modes): Disturbance[] {
  const { before = true, after = true, short = usualCuts, fail = [], cut = false, reads = true, only } = modes;
  return calls
    .filter((call) => (only === undefined || call.index === only) && (reads || isChange(call)))
    .flatMap((call) => [
      ...(before ? [{ call, mode: 'before', answer: 'crash' as const }] : []),
      ...(call.op === 'writeSync' ? short(call.data?.length ?? 0) : []).map((n) => ({
        call,
        mode: `short ${n}`,
        answer: { shortThenCrash: n },
      })),
      ...fail.map((code) => ({ call, mode: `fail ${code}`, answer: { fail: code } })),
      ...(cut ? halfOf(call).map((n) => ({ call, mode: `cut ${n}`, answer: { short: n } })) : []),
      ...(after ? [{ call, mode: 'after', answer: 'crash-after' as const }] : []),
    ]);
}

/** Selects at least one point of each kind. */
function drawn(points: readonly Disturbance[], { oneIn = 1, seed = 1 }: Modes): readonly Disturbance[] {
  if (oneIn === 1) return points;
  const kinds = new Map<string, Disturbance[]>();
  for (const point of points) {
    const kind = `${point.call?.label} ${point.mode.split(' ')[0]}`;
    const members = kinds.get(kind) ?? [];
    if (members.length === 0) kinds.set(kind, members);
    members.push(point);
  }
  return [...kinds].flatMap(([kind, members]) => {
    const choose = seededChoices(`${seed}/${kind}`);
    const starts = Array.from({ length: Math.ceil(members.length / oneIn) }, (_, group) => group * oneIn);
    return starts.flatMap((start) => members[start + choose(Math.min(oneIn, members.length - start))] ?? []);
  });
}

const CHANGES: ReadonlySet<string> = new Set([...['writeSync', 'fdatasync', 'fsync', 'mkdirSync', 'linkSync', 'renameSync', 'unlinkSync']]);

/** Returns whether a call can change the disk. */
function isChange({ op, flags }: Call): boolean {
  return CHANGES.has(op) || (op === 'openSync' && ((flags ?? 0) & constants.O_CREAT) !== 0);
}

function halfOf({ op, data }: Call): number[] {
  return op === 'writeSync' && (data?.length ?? 0) > 1 ? [Math.floor((data?.length ?? 0) / 2)] : [];
}

function usualCuts(length: number): number[] {
  return [...new Set([1, Math.floor(length / 2), length - 1])].filter((cut) => cut > 0 && cut < length);
}

async function run<C, A>(plan: CrashPlan<C, A>, point: Disturbance): Promise<Wreck<C, A>> {
  const fs = new FaultFileSystem(plan.fileSystem);
  const context = await plan.setup(fs);
  const acknowledged: A[] = [];
  // A dead process cannot promise anything, even if the code of the scenario continues after the error.
  let promised: readonly A[] | undefined;
  const calls: Call[] = [];
  const actor = fs.processView({
    onCall: (call) => {
      calls.push(call);
      if (call.index !== point.call?.index) return 'proceed';
      if (!goesOn(point)) promised = [...acknowledged];
      return point.answer;
    },
  });
  const error = await settle(async () => plan.scenario(actor, acknowledged, context), actor);
  requireSame(point.call, calls);
  if (error !== undefined && !goesOn(point)) throw error;
  return { actor, context, acknowledged: promised ?? acknowledged, calls, error };
}

/** Returns whether the process continues after the fault. */
function goesOn({ mode }: CrashPoint): boolean {
  return mode.startsWith('fail') || mode.startsWith('cut');
}

/** Otherwise a nondeterministic scenario would seem to be explored. */
function requireSame(expected: Call | undefined, calls: readonly Call[]): void {
  if (expected === undefined) return;
  const label = calls[expected.index]?.label ?? 'missing';
  if (label !== expected.label)
    throw new Error(`the scenario is not the same twice: call ${expected.index} was ${expected.label}, now ${label}`);
}

/** Waits until a process ends or crashes. Returns any other error. */
async function settle(scenario: () => Promise<void>, actor: FaultFileSystem): Promise<unknown> {
  const finished = scenario().then(
    () => undefined,
    (error: unknown) => error ?? new Error('threw nothing'),
  );
  const error = await Promise.race([finished, actor.whenCrashed]);
  return actor.crash === undefined ? error : undefined;
}

async function judge<C, A>(plan: CrashPlan<C, A>, point: CrashPoint, wreck: Wreck<C, A>): Promise<number> {
  const { acknowledged, context, error } = wreck;
  const images = endings(point, wreck.actor, plan.modes ?? {});
  for (const [ending, image] of images) {
    try {
      await plan.verify({ fs: image(), acknowledged, context, point, ending, error });
    } catch (cause) {
      throw new Error(`${describe(point, plan.modes)}, ${ending}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
  return images.length;
}

/** What a power loss selects of what is not durable, by its name: the least, the most, and random parts. */
function powerLosses({ call, mode }: CrashPoint, { losses = 4, seed = 1 }: Modes): [string, Choose][] {
  const random = Array.from({ length: losses }, (_, index): [string, Choose] => [
    `power loss ${index + 1}`,
    seededChoices(`${seed}/${call?.index}/${mode}/${index}`),
  ]);
  const best: [string, Choose] = ['power loss best', (n) => n - 1];
  return [['power loss worst', () => 0], ...(losses > 0 ? [best, ...random] : [])];
}

/**
 * Power losses copy the disk. Two with the same choices leave the same disk (where everything is durable, all of them), of which one is
 * enough. The crash comes last, because `verify` then uses the disk itself.
 */
function endings(point: CrashPoint, actor: FaultFileSystem, modes: Modes): [string, () => FaultFileSystem][] {
  const disks = new Map<string, [string, () => FaultFileSystem]>();
  for (const [ending, choose] of powerLosses(point, modes)) {
    const choices: number[] = [];
    const disk = actor.powerLoss((n) => {
      const choice = choose(n);
      choices.push(choice);
      return choice;
    });
    if (!disks.has(choices.join())) disks.set(choices.join(), [ending, () => disk]);
  }
  return [...disks.values(), ['process death', () => actor.processDeath()]];
}

function describe({ call, mode }: CrashPoint, modes: Modes = {}): string {
  const place = call === undefined ? 'at the end' : `${mode} call ${call.index} (${call.label})`;
  return `${place}, seed ${modes.seed ?? 1}`;
}
