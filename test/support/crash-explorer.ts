import { constants } from 'node:fs';
import { type Answer, type Call, type ErrnoCode, FaultFileSystem, type FaultOptions, seededChoices } from './fault-fs.ts';

export { exploreInterference } from './fault-fs/interference.ts';

/** What is tried at every call. */
export interface Modes {
  /** Die before the call has any effect (default: yes). */
  readonly before?: boolean;
  /** Die right after it (default: yes). */
  readonly after?: boolean;
  /** Of a write of `length` bytes, the lengths that it is cut to before the process dies (default: 1, half, all but 1). */
  readonly short?: (length: number) => readonly number[];
  /** Errors that the call fails with, after which the process goes on (default: none). */
  readonly fail?: readonly ErrnoCode[];
  /** Let writes be cut in the middle, after which the process goes on (default: no). */
  readonly cut?: boolean;
  /** Also at calls that change nothing on the disk (default: yes). */
  readonly reads?: boolean;
  /** Random power losses after each crash, besides the worst and the best (default: 4); with none there is the worst alone. */
  readonly losses?: number;
  /** Of so many neighbours of one kind (label and mode), one is tried; which one, the seed says (default: 1, all of them). */
  readonly oneIn?: number;
  /** For what is drawn: the random power losses, and which one of its neighbours (default: 1). */
  readonly seed?: number;
  /** Only this call, to repeat one run. */
  readonly only?: number;
}

/** Where and how a run was disturbed; `call` is undefined for the run that was left in peace to its end. */
export interface CrashPoint {
  readonly call: Call | undefined;
  /** `before`, `after`, `short 7`, `fail ENOSPC`, `cut 7` or `end`. */
  readonly mode: string;
}

/** What `verify` judges: the file system as the next process finds it, and what the dead one had promised by then. */
export interface Aftermath<C, A> {
  readonly fs: FaultFileSystem;
  readonly acknowledged: readonly A[];
  readonly context: C;
  readonly point: CrashPoint;
  /** `process death`, `power loss worst`, `power loss best` or `power loss <n>`. */
  readonly ending: string;
  /** What the scenario threw after an error that was injected. */
  readonly error: unknown;
}

export interface CrashPlan<C, A> {
  readonly fileSystem?: FaultOptions;
  /** Makes what is there before; call `fs.syncAll()` at its end unless power loss may take that, too. */
  readonly setup: (fs: FaultFileSystem) => C | Promise<C>;
  /** Runs in a process of its own; what it pushes to `acknowledged` counts as promised. Must do the same each time. */
  readonly scenario: (fs: FaultFileSystem, acknowledged: A[], context: C) => void | Promise<void>;
  readonly verify: (aftermath: Aftermath<C, A>) => void | Promise<void>;
  readonly modes?: Modes;
}

/** What was explored. */
export interface CrashReport {
  /** Runs of the scenario that were cut or disturbed, and the one that was not. */
  readonly runs: number;
  /** Calls to `verify`. */
  readonly images: number;
  /** Disturbed runs by the label of the call. */
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
 * Runs a scenario once undisturbed, then anew for every call and every mode up to a crash there, and lets `verify` judge
 * what the next process finds: after the death of the process, after the worst and the best power loss, and after random
 * ones. What `verify` throws is thrown on, with the place in its message.
 */
export async function exploreCrashes<C, A = string>(plan: CrashPlan<C, A>): Promise<CrashReport> {
  const hits = new Map<string, number>();
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

/** Of each kind of disturbance there is at least one. */
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

/** Whether a call can leave another disk behind. */
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
  // A dead process cannot promise anything, even if the scenario's code runs on after the error.
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

/** Whether the process lives on after what was done to a call. */
function goesOn({ mode }: CrashPoint): boolean {
  return mode.startsWith('fail') || mode.startsWith('cut');
}

/** Without this, a scenario that depends on chance would look as if it had been explored. */
function requireSame(expected: Call | undefined, calls: readonly Call[]): void {
  if (expected === undefined) return;
  const label = calls[expected.index]?.label ?? 'missing';
  if (label !== expected.label)
    throw new Error(`the scenario is not the same twice: call ${expected.index} was ${expected.label}, now ${label}`);
}

/** Waits for the end or the death of a process; gives what was thrown otherwise. */
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

/** Power losses copy the disk; the death of the process comes last, because `verify` then works on the disk itself. */
function endings(point: CrashPoint, actor: FaultFileSystem, { losses = 4, seed = 1 }: Modes): [string, () => FaultFileSystem][] {
  const random = Array.from({ length: losses }, (_, index): [string, () => FaultFileSystem] => [
    `power loss ${index + 1}`,
    () => actor.powerLoss(seededChoices(`${seed}/${point.call?.index}/${point.mode}/${index}`)),
  ]);
  const best: [string, () => FaultFileSystem] = ['power loss best', () => actor.powerLossBest()];
  return [
    ['power loss worst', () => actor.powerLossWorst()],
    ...(losses > 0 ? [best, ...random] : []),
    ['process death', () => actor.processDeath()],
  ];
}

function describe({ call, mode }: CrashPoint, modes: Modes = {}): string {
  const place = call === undefined ? 'at the end' : `${mode} call ${call.index} (${call.label})`;
  return `${place}, seed ${modes.seed ?? 1}`;
}
