import { coversFile, type HeldLockView, kindOfLockPath, lockPathToFile, matchesLocked } from '../engine/swarm/index.ts';

/** What an action does, in terms of locks. */
export interface Intent {
  /** Lock paths that it writes. */
  readonly writes: readonly string[];
  /** Lock paths that it removes or moves; `writes` contains them, too. */
  readonly removes: readonly string[];
  /** Lock paths of existing files that are named in code for an interpreter. */
  readonly named: readonly string[];
  /** Lock paths as spelled in such code, whether the files exist or not. They count when a lock has exactly this path. */
  readonly spelled: ReadonlySet<string>;
  /** Quoted strings in such code; for a line that could not be parsed, every name in it. */
  readonly texts: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the line could not be parsed, so that it may do anything to what it names. */
  readonly isUnclear: boolean;
  /** Git commands that may change any files of a working tree, each with its tree. */
  readonly trees: readonly { readonly command: string; readonly tree: string }[];
  /** Lock paths of everything that is named by commands that may write. */
  readonly mentioned: readonly string[];
  /** Those of `mentioned` that are a whole word: paths that a program gets. */
  readonly operands: readonly string[];
  /** Whether it may write anything at all. */
  readonly mayWrite: boolean;
}

/** The current locks. */
export interface Locks {
  holders(path: string): readonly HeldLockView[];
  all(): readonly HeldLockView[];
}

/** The agent and session of an action. */
export interface Requester {
  /** `null` for an unknown agent: every lock counts as that of another agent. */
  readonly agent: string | null;
  /** Lock paths that were recently refused to this session. */
  readonly refused: readonly string[];
  /** Returns whether an agent may work in a working tree. */
  worksIn(agent: string, tree: string): boolean;
}

export type RefusalCause = 'held' | 'mentioned' | 'tree' | 'records';
export type Decision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly why: RefusalCause;
      /** The paths that it would write. */
      readonly paths: readonly string[];
      readonly held: readonly HeldLockView[];
      /** The git command, if that is why. */
      readonly command?: string;
    };

const ALLOWED: Decision = { allowed: true };

/** Records of sessions, of locks and of changes to held files, which agents must not write. */
const OUR_RECORDS = ['.cortex/.local/sessions', '.cortex/.local/held-files', '.cortex/.local/swarm'];
/** Folders that agents must not remove, because the records are in them. */
const WITH_RECORDS = ['.cortex', '.cortex/.local', ...OUR_RECORDS];

const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Decides whether an action is allowed, by the rule of `lock check`: any lock of another agent refuses it. A pure function. */
export function decide(intent: Intent, locks: Locks, asking: Requester): Decision {
  const own = ownRecords(intent);
  if (own.length > 0) return { allowed: false, why: 'records', paths: own, held: [] };
  return checkHeld(intent, locks, asking) ?? checkTree(intent, locks, asking) ?? checkMentioned(intent, locks, asking) ?? ALLOWED;
}

function ownRecords({ writes, removes, named }: Intent): string[] {
  const written = OUR_RECORDS.filter((folder) => writes.some((path) => isBelow(path, folder) || isPatternInto(path, folder)));
  const gone = [...removes, ...named];
  return [...written, ...WITH_RECORDS.filter((folder) => gone.some((path) => matchesDots(path, folder) && coversFile(path, folder)))];
}

/** Returns whether a pattern that starts in a folder of records matches something in one of them. */
const isPatternInto = (path: string, folder: string): boolean =>
  path.startsWith('.') && kindOfLockPath(path) === 'glob' && matchesLocked(path, folder);

/** Returns whether a pattern matches the names of a folder that start with a dot: `*` does not. */
function matchesDots(path: string, folder: string): boolean {
  const names = folder.split('/');
  return !path.split('/').some((part, at) => /^(?:\*(?!\*)|\?)/.test(part) && names[at]?.startsWith('.') === true);
}

const locksOfOthers = (locks: readonly HeldLockView[], { agent }: Requester): HeldLockView[] =>
  locks.filter(({ agentId }) => agentId !== agent);

function checkHeld(intent: Intent, locks: Locks, asking: Requester): Decision | null {
  const written = [...new Set([...intent.writes, ...intent.named])];
  const found = written.flatMap((path) =>
    locksOfOthers(locks.holders(path), asking)
      .filter((lock) => reaches(path, lock.path))
      .map((lock) => ({ path: narrower(path, lock.path), lock })),
  );
  const spelled = locksOfOthers(locks.all(), asking).filter((lock) => isNamed(lock.path, intent));
  if (found.length === 0 && spelled.length === 0) return null;
  const paths = new Set([...found.map(({ path }) => path), ...spelled.map(({ path }) => path)]);
  return { allowed: false, why: 'held', paths: [...paths], held: [...new Set([...found.map(({ lock }) => lock), ...spelled])] };
}

/**
 * Returns whether a command changes what is locked. A pattern stands for its matches only, not for what is below them: the pattern of a
 * command that also changes what is below ends with `**`.
 */
const reaches = (path: string, locked: string): boolean => kindOfLockPath(path) !== 'glob' || matchesLocked(path, locked);

/** Returns the narrower of a written path and a locked path that overlap. */
function narrower(path: string, locked: string): string {
  const isFile = lockPathToFile(path) !== null;
  return isFile && (lockPathToFile(locked) === null || isBelow(path, locked)) ? path : locked;
}

/** Returns whether code names a locked file: its exact path, or each part of it, as in `join('src', 'a.ts')`. */
function isNamed(path: string, { texts, spelled, isUnclear }: Intent): boolean {
  const file = lockPathToFile(path);
  if (file === null) return false;
  const names = file.split('/');
  if (spelled.has(path.replace(/\/$/, '')) || texts.has(file)) return true;
  return isUnclear ? texts.has(names.at(-1) ?? '') : names.length > 1 && names.every((name) => texts.has(name));
}

function checkTree({ trees }: Intent, locks: Locks, asking: Requester): Decision | null {
  for (const { command, tree: folder } of trees) {
    const inTheWay = locksOfOthers(locks.all(), asking).filter(({ agentId }) => asking.worksIn(agentId, folder));
    if (inTheWay.length > 0) return { allowed: false, why: 'tree', paths: [], held: inTheWay, command };
  }
  return null;
}

function checkMentioned({ mentioned, operands }: Intent, locks: Locks, asking: Requester): Decision | null {
  // A program that gets a folder may change any file in it.
  const again = asking.refused.filter(
    (path) => mentioned.some((each) => isBelow(each, path)) || operands.some((each) => isBelow(path, each)),
  );
  const inTheWay = again.flatMap((path) => locksOfOthers(locks.holders(path), asking));
  return inTheWay.length === 0 ? null : { allowed: false, why: 'mentioned', paths: again, held: [...new Set(inTheWay)] };
}
