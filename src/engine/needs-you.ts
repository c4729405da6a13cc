import path from 'node:path';
import { CORTEX_FOLDER, escalationNeeds, nearestProject, swarmNeeds, withTimeline } from './crtx/index.ts';
import { CortexError } from './kernel/errors.ts';
import { brokenNeed, type Need, needOf, needsOr, ranked } from './kernel/need.ts';
import type { Runtime } from './kernel/runtime.ts';
import { openSource } from './project-files.ts';
import { allMessages, overdueIn, Stacks, stackNeeds, statusesOf } from './stack/index.ts';
import { TeamStore, teamConfig, teamNeeds, teamStatus } from './team/index.ts';
import { findVault, VaultStore, vaultNeeds } from './vault/index.ts';

/** Where one looks for what waits for a person. */
export interface NeedsPlace {
  /** Absolute; what each protocol finds from there counts. */
  readonly directory: string;
  /** The person's home directory, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Escalations older than the newest of so many are not looked for. */
const MOST_ESCALATIONS = 500;

/** All that waits for a person, the most pressing first (docs/decisions/0018-needs-you.md). What cannot be read is among it. */
export async function readNeeds(runtime: Runtime, place: NeedsPlace): Promise<Need[]> {
  const now = runtime.clock.now();
  const found = await Promise.all([
    needsOr('.cortex', () => ofProject(runtime, place, now)),
    needsOr('.cstack', () => ofStacks(runtime, place, now)),
    needsOr('the team', () => ofTeam(runtime, place, now)),
    needsOr('the vault', () => ofVault(runtime, place)),
  ]);
  return ranked(found.flat(), now);
}

async function ofProject(runtime: Runtime, { directory }: NeedsPlace, now: number): Promise<Need[]> {
  const project = nearestProject(runtime.fs, directory);
  if (project === null) return [];
  const { root } = project;
  const file = (name: string) => path.join(root, CORTEX_FOLDER, name);
  const pending = await withTimeline(runtime, root, (timeline) =>
    timeline.query({ type: 'escalation', outcome: 'pending' }, { limit: MOST_ESCALATIONS }),
  );
  const source = await openSource(runtime, root, 'log');
  try {
    const problems = await source.refresh();
    const broken = problems.filter(({ severity, file: where }) => severity === 'error' && where !== null);
    return [
      ...swarmNeeds(source.view(), { file: file('swarm.crtx'), now }),
      ...escalationNeeds(pending.entries, file('timeline.crtx')),
      ...broken.map(({ message, file: where, line }) =>
        needOf({
          ...{ kind: 'broken', about: [where ?? ''], rank: 'in danger', title: path.basename(where ?? ''), why: message, since: null },
          ...{ place: where === null ? null : { file: where, line }, actions: [] },
        }),
      ),
    ];
  } finally {
    await source.close();
  }
}

async function ofStacks(runtime: Runtime, { directory }: NeedsPlace, now: number): Promise<Need[]> {
  const around = Stacks.open(runtime, directory);
  try {
    const { stacks } = around.all();
    const { messages } = allMessages(stacks);
    const statuses = statusesOf(stacks, now).filter(({ exists }) => exists);
    const unreadable = statuses.flatMap(({ name, problems }) =>
      problems.map((problem) => brokenNeed(new CortexError('broken-file', problem, {}), name)),
    );
    return [...stackNeeds({ plans: statuses, messages, overdue: overdueIn(stacks, messages, now) }), ...unreadable];
  } finally {
    await around.close();
  }
}

async function ofTeam(runtime: Runtime, { directory, home }: NeedsPlace, now: number): Promise<Need[]> {
  const config = teamConfig(runtime.fs, { home, cwd: directory });
  const { timeZone, staleMinutes } = config;
  const store = await thereOrNull(async () => TeamStore.open(runtime, config.directory));
  return store === null ? [] : teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone });
}

async function ofVault(runtime: Runtime, { directory, environment }: NeedsPlace): Promise<Need[]> {
  const config = await thereOrNull(async () => findVault(runtime, { cwd: directory, env: environment }));
  if (config === null) return [];
  const store = await VaultStore.open(runtime, config);
  try {
    const { index, problems } = store;
    return vaultNeeds({ root: config.root, index, problems, timeZone: config.timeZone });
  } finally {
    await store.close();
  }
}

/** What is not there needs nothing. @throws CortexError for anything else that stands in the way */
async function thereOrNull<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}
