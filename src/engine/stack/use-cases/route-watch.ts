import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { type Disposable, PathWatch, watchDirectory } from '../../platform/watching.ts';
import { counted } from '../../text/amounts.ts';
import { AGENTS_FILE } from '../files/find-stacks.ts';
import type { Routed, RouteReport } from '../messages/route.ts';
import type { BlockedView, RouteOutput } from '../schemas/route.ts';
import { watchStack } from '../stack-watch.ts';
import { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { openStacks } from './in-stacks.ts';
import { countLogged, type LogRoutes, routedView, routeOnce } from './route.ts';
import { StackWatching } from './watching.ts';

/** Shortest interval between the starts of two runs, in milliseconds. */
const ROUTE_MS = 100;
/** Files with messages to route, and with blocked tasks. */
const WATCHED = [STACK_FILES.outbox, STACK_FILES.plan] as const;

/** Removes what an earlier run has already reported. */
class Reported {
  #stuck: ReadonlySet<string> = new Set();
  #blocked: ReadonlySet<string> = new Set();
  #problems: ReadonlySet<string> = new Set();

  /** Returns the new parts of a report. */
  fresh({ routed, isPartial, problems }: RouteReport): RouteReport {
    const keyOf = ({ id, to, why }: Routed) => JSON.stringify([id, to, why]);
    const [stuck, said] = [this.#stuck, this.#problems];
    this.#stuck = new Set(routed.filter(({ outcome }) => outcome === 'kept').map(keyOf));
    this.#problems = new Set(problems);
    return {
      isPartial,
      routed: routed.filter((each) => each.outcome !== 'kept' || !stuck.has(keyOf(each))),
      problems: problems.filter((problem) => !said.has(problem)),
    };
  }

  /** Returns the agents that were not blocked in the last run. */
  freshBlocked(blocked: readonly BlockedView[]): BlockedView[] {
    const before = this.#blocked;
    this.#blocked = new Set(blocked.map((each) => JSON.stringify(each)));
    return blocked.filter((each) => !before.has(JSON.stringify(each)));
  }
}

/** The stacks of a repository whose AGENTS.md may change, with their watches. */
class WatchedStacks {
  #stacks: Stacks;
  #watches: Disposable[] = [];
  #isOld = false;

  constructor(
    private readonly context: OperationContext,
    private readonly watching: StackWatching,
    stacks: Stacks,
    private readonly changed: () => void,
  ) {
    this.#stacks = stacks;
    this.#watch();
  }

  /** Returns the stacks as AGENTS.md now defines them. */
  async current(): Promise<Stacks> {
    if (!this.#isOld) return this.#stacks;
    this.#isOld = false;
    this.#stacks = Stacks.open(this.context.runtime, this.#stacks.root, { exact: true, namedFolder: this.#stacks.namedFolder });
    this.#unwatch();
    this.#watch();
    return this.#stacks;
  }

  /** Stops watching, then waits for the second look at the last deliveries. @returns the problems */
  async close(): Promise<readonly string[]> {
    this.#unwatch();
    await this.#stacks.whenIdle();
    return this.#stacks.problems;
  }

  #unwatch(): void {
    for (const watch of this.#watches) watch.dispose();
    this.#watches = [];
  }

  #watch(): void {
    const { runtime } = this.context;
    const { root: anchor } = this.#stacks;
    const { changed } = this;
    const { failed } = this.watching;
    const agentsChanged = (_: string, name: string | null) => {
      if (name !== null && name !== AGENTS_FILE) return;
      this.#isOld = true;
      changed();
    };
    this.#watches.push(new PathWatch({ fs: runtime.fs, watch: watchDirectory, anchor, target: anchor, changed: agentsChanged, failed }));
    // The manager's stack may appear with the first message for it. Its INBOX is watched too, because blocked agents report there.
    const manager = { directory: this.#stacks.manager.directory, files: [...WATCHED, STACK_FILES.inbox] };
    const agents = this.#stacks.all().stacks.filter(({ store }) => store.directory !== manager.directory);
    for (const each of [manager, ...agents.map(({ store }) => ({ directory: store.directory, files: WATCHED }))])
      this.#watches.push(watchStack({ runtime, anchor, ...each, changed, failed }));
  }
}

/** Routes new messages of every OUTBOX until aborted. Emits every message, and agents that become blocked. */
export async function watchRoutes(context: OperationContext, log: LogRoutes): Promise<Outcome<RouteOutput>> {
  const { runtime, progress, emit } = context;
  const first = openStacks(context);
  const { root } = first;
  const watching = new StackWatching(context, root);
  const reported = new Reported();
  let delivered = 0;
  let entries = 0;
  const run = async () => {
    const present = await stacks.current();
    present.lookLater();
    const { report, blocked } = await routeOnce(present);
    const fresh = reported.fresh(report);
    for (const routed of fresh.routed) emit?.(routedView(routed));
    for (const agent of reported.freshBlocked(blocked)) emit?.(agent);
    const { count, problems } = await countLogged(log(runtime, root, fresh));
    for (const problem of [...fresh.problems, ...problems]) progress(problem);
    entries += count;
    delivered += fresh.routed.filter(({ outcome }) => outcome === 'delivered').length;
  };
  const running = new CoalescedWork(runtime, ROUTE_MS, () => watching.attempt(run));
  const stacks = new WatchedStacks(context, watching, first, () => void running.request());
  try {
    progress(`Routing between ${counted(first.all().stacks.length, 'stack')} of ${first.agentsFile}. Press Ctrl-C to stop.`);
    void running.request();
    await watching.untilEnded();
  } finally {
    await running.end();
    for (const problem of await stacks.close()) progress(problem);
  }
  progress(`Stopped after ${counted(delivered, 'message')}.`);
  return { ok: true, output: { root, routed: [], isPartial: false, blocked: [], logged: entries }, isEmitted: emit !== undefined };
}
