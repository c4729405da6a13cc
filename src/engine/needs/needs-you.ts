import path from 'node:path';
import { CORTEX_FOLDER, findProject, type TimelineEntry, unmergedCopies } from '../crtx/index.ts';
import { keptBesideNeeds } from '../files/second-look/kept-beside.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import { type FileProblem, problemOf } from '../platform/file-problem.ts';
import { brokenNeed, type Need, needsOr, ranked } from '../platform/need.ts';
import { problemNeeds } from '../platform/problem-needs.ts';
import type { Runtime } from '../platform/runtime.ts';
import {
  allMessages,
  conflictNeeds,
  conflictsOfStacks,
  foldersOf,
  overdueIn,
  type RoutedStack,
  readArchive,
  STACK_FILES,
  Stacks,
  stackNeeds,
  statusesOf,
} from '../stack/index.ts';
import { swarmNeeds } from '../swarm/index.ts';
import { TeamStore, teamConfig, teamNeeds, teamStatus } from '../team/index.ts';
import { type TimelineQuery, TimelineStore } from '../timeline/index.ts';
import { findVaultAnyway, noteFolders, VaultStore, vaultNeeds } from '../vault/index.ts';
import { checkFile, FileChecks } from '../workspace/file-checks.ts';
import { inspection, openSource } from '../workspace/project-files.ts';
import { readTimelineNeeds } from './timeline-needs.ts';

/** Where one looks for what waits for a person. */
export interface NeedsPlace {
  /** Absolute; what each protocol finds from there counts. */
  readonly directory: string;
  /** The person's home directory, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Is told where the bytes of a file are that could not be read, and was written anew as it was looked at. */
type Warn = (warning: string) => void;

/** All that waits for a person, the most pressing first (docs/decisions/0018-needs-you.md). What cannot be read is among it. */
export async function readNeeds(runtime: Runtime, place: NeedsPlace, warn: Warn = () => undefined): Promise<Need[]> {
  const now = runtime.clock.now();
  const found = await Promise.all([
    needsOr('.cortex', () => ofProject(runtime, place, { now, warn })),
    needsOr('.cstack', () => ofStacks(runtime, place, now)),
    needsOr('the team', () => ofTeam(runtime, place, now)),
    needsOr('the vault', () => ofVault(runtime, place)),
  ]);
  return ranked(found.flat(), now);
}

/** The project that a folder belongs to, or `null`. @throws CortexError when a folder on the way cannot be looked at */
export function projectAround({ fs }: Runtime, directory: string): ReturnType<typeof findProject> | null {
  return thereOrNull(() => findProject(fs, directory, false));
}

/** When a project is looked at, milliseconds since 1970 UTC, and who is told of what that leads to. */
interface Look {
  readonly now: number;
  readonly warn: Warn;
}

async function ofProject(runtime: Runtime, { directory }: NeedsPlace, look: Look): Promise<Need[]> {
  const project = projectAround(runtime, directory);
  if (project === null) return [];
  const { root } = project;
  const [swarm, escalations] = await Promise.all([
    needsOr('swarm.crtx', () => ofSwarm(runtime, root, look)),
    needsOr('timeline.crtx', () => readTimelineNeeds((query, limit) => entriesIn(runtime, root, { query, limit }, look), root)),
  ]);
  // Behind the others: a file that they have written anew can be read, and its bytes lie beside it.
  const checks = new FileChecks(runtime.fs, async () => inspection(runtime, root));
  await checks.check(root);
  const copies = unmergedCopies(runtime.fs, project).map(({ file, why }) => problemOf(fileError(why, file, 'read it', 'read')));
  return [...swarm, ...escalations, ...problemNeeds([...checks.problems, ...copies])];
}

interface Wanted {
  readonly query: TimelineQuery;
  readonly limit: number;
}

async function entriesIn(runtime: Runtime, root: string, { query, limit }: Wanted, { warn }: Look): Promise<readonly TimelineEntry[]> {
  const timeline = await TimelineStore.open(runtime, root);
  try {
    return (await timeline.query(query, { limit })).entries;
  } finally {
    await timeline.close();
    timeline.rebuilt.forEach(warn);
  }
}

async function ofSwarm(runtime: Runtime, root: string, { now, warn }: Look): Promise<readonly Need[]> {
  const source = await openSource(runtime, root, 'log');
  let problems: readonly FileProblem[];
  let needs: readonly Need[];
  try {
    problems = await source.refresh();
    needs = swarmNeeds(source.view(), { file: path.join(root, CORTEX_FOLDER, 'swarm.crtx'), now });
  } finally {
    await source.close();
    source.rebuilt.forEach(warn);
  }
  // As it stands in the end: it may have been written anew by then.
  if (problems.length === 0) return needs;
  const missing = problems.filter(({ history }) => history !== undefined);
  return [...needs, ...problemNeeds([...missing, ...(await checkFile(inspection(runtime, root), 'swarm'))])];
}

async function ofStacks(runtime: Runtime, { directory }: NeedsPlace, now: number): Promise<Need[]> {
  const around = Stacks.open(runtime, directory);
  const { stacks } = around.all();
  const { messages } = allMessages(stacks);
  const plans = statusesOf(stacks, now).filter(({ exists }) => exists);
  const archive = () => stacks.flatMap((stack) => readArchive(stack));
  const waiting = stackNeeds({ plans, messages, overdue: overdueIn(stacks, messages, now), archive });
  return [
    ...waiting,
    ...conflictNeeds(around.root, conflictsOfStacks(around)),
    ...stacks.flatMap(brokenFiles),
    ...keptBesideNeeds(runtime.fs, foldersOf(around)),
  ];
}

/** One for each file of a stack that cannot be read. */
function brokenFiles({ name, store }: RoutedStack): Need[] {
  return Object.values(STACK_FILES).flatMap((file) => {
    try {
      store.text(file);
      return [];
    } catch (error) {
      if (error instanceof CortexError) return [{ ...brokenNeed(error, file), title: `${name}: ${file}` }];
      throw error;
    }
  });
}

async function ofTeam(runtime: Runtime, { directory, home }: NeedsPlace, now: number): Promise<Need[]> {
  const config = teamConfig(runtime.fs, { home, cwd: directory });
  const { timeZone, staleMinutes } = config;
  const store = thereOrNull(() => TeamStore.open(runtime, config.directory));
  if (store === null) return [];
  const kept = keptBesideNeeds(runtime.fs, store.folders());
  return [...kept, ...teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone })];
}

async function ofVault(runtime: Runtime, { directory, environment }: NeedsPlace): Promise<Need[]> {
  const config = thereOrNull(() => findVaultAnyway(runtime, { cwd: directory, env: environment }));
  if (config === null) return [];
  const store = await VaultStore.open(runtime, config);
  try {
    const { index, problems } = store;
    const kept = keptBesideNeeds(runtime.fs, noteFolders(config.root, index));
    const broken = config.broken.map((error) => brokenNeed(error, 'cortex.toml'));
    return [
      ...broken,
      ...kept,
      ...vaultNeeds({ root: config.root, index, problems, mapConflicts: store.mapConflicts(), timeZone: config.timeZone }),
    ];
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
