import path from 'node:path';
import { CORTEX_FOLDER, findProjectRoot, swarmNeeds, type TimelineEntry, type TimelineQuery, withTimeline } from './crtx/index.ts';
import { readEscalations } from './escalations.ts';
import { FileChecks } from './file-problems.ts';
import { CortexError } from './kernel/errors.ts';
import { brokenNeed, type Need, needsOr, ranked } from './kernel/need.ts';
import type { Runtime } from './kernel/runtime.ts';
import { problemNeeds } from './problem-needs.ts';
import { inspection, openSource } from './project-files.ts';
import { allMessages, overdueIn, type RoutedStack, readArchive, STACK_FILES, Stacks, stackNeeds, statusesOf } from './stack/index.ts';
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

/** The project that a folder belongs to, or `null`. @throws CortexError when a folder on the way cannot be looked at */
export function projectAround({ fs }: Runtime, directory: string): string | null {
  return thereOrNull(() => findProjectRoot(fs, directory, false));
}

async function ofProject(runtime: Runtime, { directory }: NeedsPlace, now: number): Promise<Need[]> {
  const root = projectAround(runtime, directory);
  if (root === null) return [];
  const checks = new FileChecks(runtime.fs, async () => inspection(runtime, root));
  const [swarm, escalations] = await Promise.all([
    needsOr('swarm.crtx', () => ofSwarm(runtime, root, now)),
    needsOr('timeline.crtx', () => readEscalations((query, limit) => entriesIn(runtime, root, query, limit), root)),
    checks.check(root),
  ]);
  return [...swarm, ...escalations, ...problemNeeds(checks.problems)];
}

function entriesIn(runtime: Runtime, root: string, query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
  return withTimeline(runtime, root, async (timeline) => (await timeline.query(query, { limit })).entries);
}

async function ofSwarm(runtime: Runtime, root: string, now: number): Promise<Need[]> {
  const source = await openSource(runtime, root, 'log');
  try {
    const problems = await source.refresh();
    return [...swarmNeeds(source.view(), { file: path.join(root, CORTEX_FOLDER, 'swarm.crtx'), now }), ...problemNeeds(problems)];
  } finally {
    await source.close();
  }
}

async function ofStacks(runtime: Runtime, { directory }: NeedsPlace, now: number): Promise<Need[]> {
  const around = Stacks.open(runtime, directory);
  try {
    const { stacks } = around.all();
    const { messages } = allMessages(stacks);
    const plans = statusesOf(stacks, now).filter(({ exists }) => exists);
    const archive = () => stacks.flatMap((stack) => readArchive(stack));
    const waiting = stackNeeds({ plans, messages, overdue: overdueIn(stacks, messages, now), archive });
    return [...waiting, ...stacks.flatMap(brokenFiles)];
  } finally {
    await around.close();
  }
}

/** One for each file of a stack that cannot be read. */
function brokenFiles({ name, store }: RoutedStack): Need[] {
  return Object.values(STACK_FILES).flatMap((file) => {
    try {
      store.text(file);
      return [];
    } catch (error) {
      if (error instanceof CortexError) return [brokenNeed(error, `${name}: ${file}`)];
      throw error;
    }
  });
}

async function ofTeam(runtime: Runtime, { directory, home }: NeedsPlace, now: number): Promise<Need[]> {
  const config = teamConfig(runtime.fs, { home, cwd: directory });
  const { timeZone, staleMinutes } = config;
  const store = thereOrNull(() => TeamStore.open(runtime, config.directory));
  return store === null ? [] : teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone });
}

async function ofVault(runtime: Runtime, { directory, environment }: NeedsPlace): Promise<Need[]> {
  const config = thereOrNull(() => findVault(runtime, { cwd: directory, env: environment }));
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
function thereOrNull<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}
