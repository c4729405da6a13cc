import { fileOfLockPath, type LockView } from '../engine/swarm/index.ts';

/** What is to be done, in the terms of locks. */
export interface Intent {
  /** Lock paths of what is written. */
  readonly writes: readonly string[];
  /** Lock paths of files that code for an interpreter names. */
  readonly named: readonly string[];
  /** Lock paths as such code writes them, whether they are there or not: they count where a lock is written just so. */
  readonly spelled: ReadonlySet<string>;
  /** Texts in quotes in such code, and all that a line names which is not understood. */
  readonly texts: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the line is not understood: it may do anything to what it names. */
  readonly isUnclear: boolean;
  /** Git commands that change whatever files of a working tree they like, each with its tree. */
  readonly trees: readonly { readonly command: string; readonly tree: string }[];
  /** Lock paths of all that is named by commands which do more than read. */
  readonly mentioned: readonly string[];
  /** Whether it may write anything at all. */
  readonly mayWrite: boolean;
}

/** The locks as of now. */
export interface Locks {
  holders(path: string): readonly LockView[];
  all(): readonly LockView[];
}

/** Who asks. */
export interface Asking {
  /** `null` for a stranger: all locks are of others. */
  readonly agent: string | null;
  /** Lock paths that were refused to this session a short while ago. */
  readonly refused: readonly string[];
  /** Whether an agent may work in a working tree. */
  worksIn(agent: string, tree: string): boolean;
}

export type Why = 'held' | 'mentioned' | 'tree' | 'records';
export type Verdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly why: Why;
      /** What was to be written. */
      readonly paths: readonly string[];
      readonly held: readonly LockView[];
      /** The git command. */
      readonly command?: string;
    };

const ALLOWED: Verdict = { allowed: true };

/** Who works as whom, and what was done to held files, is no agent's to write. */
const OUR_RECORDS = ['.cortex/.local/sessions', '.cortex/.local/held-files'];

const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Whether something may be done, by the rule of `lock check`: any lock of another agent is in the way. Looks at nothing else. */
export function decide(intent: Intent, locks: Locks, asking: Asking): Verdict {
  const own = OUR_RECORDS.filter((folder) => intent.writes.some((path) => isBelow(path, folder)));
  if (own.length > 0) return { allowed: false, why: 'records', paths: own, held: [] };
  return held(intent, locks, asking) ?? tree(intent, locks, asking) ?? mentioned(intent, locks, asking) ?? ALLOWED;
}

const ofOthers = (locks: readonly LockView[], { agent }: Asking): LockView[] => locks.filter(({ agentId }) => agentId !== agent);

function held(intent: Intent, locks: Locks, asking: Asking): Verdict | null {
  const written = [...new Set([...intent.writes, ...intent.named])];
  const found = written.flatMap((path) => ofOthers(locks.holders(path), asking).map((lock) => ({ path: narrower(path, lock.path), lock })));
  const spelled = ofOthers(locks.all(), asking).filter((lock) => isNamed(lock.path, intent));
  if (found.length === 0 && spelled.length === 0) return null;
  const paths = new Set([...found.map(({ path }) => path), ...spelled.map(({ path }) => path)]);
  return { allowed: false, why: 'held', paths: [...paths], held: [...new Set([...found.map(({ lock }) => lock), ...spelled])] };
}

/** What is both written and locked: the one that lies in the other. */
function narrower(path: string, locked: string): string {
  const isFile = fileOfLockPath(path) !== null;
  return isFile && (fileOfLockPath(locked) === null || isBelow(path, locked)) ? path : locked;
}

/** Whether a code names a locked file: just so, or each of its folders and its name, as in `join('src', 'a.ts')`. */
function isNamed(path: string, { texts, spelled, isUnclear }: Intent): boolean {
  const file = fileOfLockPath(path);
  if (file === null) return false;
  const names = file.split('/');
  if (spelled.has(path.replace(/\/$/, '')) || texts.has(file)) return true;
  return isUnclear ? texts.has(names.at(-1) ?? '') : names.length > 1 && names.every((name) => texts.has(name));
}

function tree({ trees }: Intent, locks: Locks, asking: Asking): Verdict | null {
  for (const { command, tree: folder } of trees) {
    const inTheWay = ofOthers(locks.all(), asking).filter(({ agentId }) => asking.worksIn(agentId, folder));
    if (inTheWay.length > 0) return { allowed: false, why: 'tree', paths: [], held: inTheWay, command };
  }
  return null;
}

function mentioned({ mentioned: paths }: Intent, locks: Locks, asking: Asking): Verdict | null {
  const again = asking.refused.filter((path) => paths.some((each) => isBelow(each, path)));
  const inTheWay = again.flatMap((path) => ofOthers(locks.holders(path), asking));
  return inTheWay.length === 0 ? null : { allowed: false, why: 'mentioned', paths: again, held: [...new Set(inTheWay)] };
}
