/** Reads the data of each protocol for the Overview. Loaded only when a protocol is first used. */
import { graphSummary, type TimelineEntry } from '../../../engine/crtx/index.ts';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import type { Runtime } from '../../../engine/platform/runtime.ts';
import type { TaskStatus } from '../../../engine/stack/index.ts';
import type { AskTimeline } from '../../../engine/workspace/timeline-needs.ts';
import type { ShownStack, StackViewModel } from '../../stack/model/stack-view-model.ts';
import type { StackSession } from '../../stack/stack-session.ts';
import type { TeamSession } from '../../team/team-session.ts';
import type { VaultState } from '../../vault/vault-session.ts';
import { type LastEntries, lastMessages, MAX_HAPPENED, type TimedMessage } from './activity-card.ts';
import type { KnownVault } from './knowledge-card.ts';
import type { KnownStacks, KnownTeam, StackCounts } from './work-card.ts';

export { graphSummary };

/** Reads the last entries of a timeline. @throws the errors of `ask` */
export function readLastEntries(ask: AskTimeline): Promise<readonly TimelineEntry[]> {
  return ask({}, MAX_HAPPENED);
}

/** Returns the last entries of the timeline, or why they cannot be read. */
export async function readLastEntriesOrWhy(read: () => Promise<readonly TimelineEntry[]>): Promise<LastEntries> {
  try {
    return { kind: 'entries', entries: await read() };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { kind: 'broken', message: describeError(error) };
  }
}

export async function readTeam(team: TeamSession, now: number): Promise<KnownTeam> {
  const [store, config, problem] = [team.store(), team.config(), team.problem()];
  if (store === null || config === null) return problem === null ? { kind: 'none' } : { kind: 'broken', message: problem };
  const { readTeamStatus } = await import('../../team/model/team-view-model.ts');
  const { agents, tasks } = readTeamStatus(store, config, now);
  return { kind: 'team', agents, projects: store.projects.size, tasks: tasks.map(({ task }) => task) };
}

/** Returns the counts of the stacks, or why they cannot be read. */
export function knownStacks({ folders }: StackViewModel): KnownStacks {
  const all = folders.flatMap(({ stacks }) => stacks);
  if (all.length > 0) return { kind: 'stacks', counts: countsOf(all) };
  const problem = folders.flatMap(({ problems }) => problems).find(({ severity }) => severity === 'error');
  return problem === undefined ? { kind: 'none' } : { kind: 'broken', problem };
}

function countsOf(all: readonly ShownStack[]): StackCounts {
  const sum = (of: (stack: ShownStack) => number) => all.reduce((total, stack) => total + of(stack), 0);
  const inPlans = (status: TaskStatus) => sum(({ files }) => files.tasks.filter((task) => task.status === status).length);
  return {
    stacks: all.length,
    inProgress: inPlans('in progress'),
    blocked: inPlans('blocked'),
    planned: inPlans('pending'),
    unread: sum(({ unread }) => unread.length),
    overdue: sum(({ overdue }) => overdue.length),
    toRoute: sum(({ outbox }) => outbox.length),
  };
}

export interface ReadStacks {
  readonly stacks: KnownStacks;
  readonly messages: readonly TimedMessage[];
}

export async function readStacks(stacks: StackSession): Promise<ReadStacks> {
  if (!stacks.isUsed) return { stacks: { kind: 'none' }, messages: [] };
  const { createStackViewModel } = await import('../../stack/model/stack-view-model.ts');
  const { opened } = stacks;
  // The newest of each repository include the newest of all.
  const messages = opened.flatMap((each) => lastMessages(each.opened.messages.threads(), stacks.labelOf(each.opened)));
  return { stacks: knownStacks(createStackViewModel(opened, stacks.session.runtime)), messages };
}

export async function readVault(state: VaultState, stale: number | null): Promise<KnownVault> {
  if (state.kind === 'none') return { kind: 'none' };
  if (state.kind === 'broken') return { kind: 'broken', message: describeError(state.error) };
  const { reviewQueue, contradictions } = await import('../../../engine/vault/index.ts');
  const { openDecisionsText, findNewest } = await import('../../vault/model/memory-view-model.ts');
  const { index } = state.store;
  const toDecide = openDecisionsText({ review: reviewQueue(index), contradictions: contradictions(index) });
  return { kind: 'vault', notes: index.size, toDecide, stale, newest: findNewest(index.notes()) };
}

/** Counts the notes that cite code which has changed, by asking git. `null` if the vault is not in a repository. */
export async function countStale(runtime: Runtime, state: VaultState): Promise<number | null> {
  if (state.kind !== 'vault') return null;
  const { repositoryAround, findStaleCitations } = await import('../../../engine/vault/index.ts');
  const { index, config } = state.store;
  const repository = repositoryAround(runtime.fs, config.root);
  if (repository === null) return null;
  const { stale } = await findStaleCitations(index, { vault: runtime.fs.realpathSync(config.root), repository }, runtime, config.timeZone);
  return new Set(stale.map(({ path }) => path)).size;
}
