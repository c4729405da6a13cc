import path from 'node:path';
import { findProject, namedAgent } from '../engine/crtx/index.ts';
import { CortexError } from '../engine/platform/errors.ts';
import { gitOutput, readGit } from '../engine/platform/git/git.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { agentOfAncestors, escapeLockPath, HeldFilesWatch, type HeldLockView, withLockReading } from '../engine/swarm/index.ts';

/** The context of git's pre-commit hook. */
export interface CommitHook {
  readonly runtime: Runtime;
  readonly directory: string;
  readonly exactDirectory: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What to report about a commit. */
export interface CommitCheck {
  readonly held: readonly HeldFile[];
  /** Committed files that changed while their holder held them and a command of another agent ran. */
  readonly changed: readonly string[];
}

/** A file of a commit that another agent has locked. */
export interface HeldFile {
  /** Absolute path. */
  readonly file: string;
  readonly lock: HeldLockView;
}

/** Ids of the empty tree, by hash algorithm. Git compares with it in a repository without commits. */
const EMPTY_TREES: ReadonlyMap<string, string> = new Map([
  ['sha1', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
  ['sha256', '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
]);

/** Returns the files that a commit would change, relative to the project's folder; both names of a renamed file. */
async function stagedFiles(tree: string, index: string | undefined): Promise<string[]> {
  const compare = ['diff-index', '--cached', '--name-only', '--no-renames', '--ignore-submodules=none', '-z', '--relative'] as const;
  const head = await readGit(tree, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const emptyTree = async () => EMPTY_TREES.get(gitOutput(await readGit(tree, ['rev-parse', '--show-object-format']), tree).trim());
  const before = ('output' in head ? undefined : await emptyTree()) ?? 'HEAD';
  const staged = gitOutput(await readGit(tree, [...compare, before], undefined, index), tree);
  return staged.split('\0').filter((name) => name !== '');
}

/**
 * Returns the files of a commit that other agents hold, for git's `pre-commit` hook: the last check for agents without own hooks. The
 * committing agent is the one in `CORTEX_AGENT`, or that of the session in which git was started; for anyone else every lock counts.
 * @returns nothing when there is no `.cortex` folder
 * @throws CortexError when git or the log cannot be read
 */
export async function checkCommit({ runtime, directory, exactDirectory, environment }: CommitHook): Promise<CommitCheck> {
  const project = projectAt(runtime, directory, exactDirectory);
  if (project === null) return { held: [], changed: [] };
  const { root, tree } = project;
  const index = environment.GIT_INDEX_FILE;
  const files = await stagedFiles(tree, index === undefined ? undefined : path.resolve(index));
  if (files.length === 0) return { held: [], changed: [] };
  const agent = namedAgent(environment) ?? agentOfAncestors(runtime, root);
  const held = withLockReading(runtime, root, (reading) =>
    files.flatMap((file): HeldFile[] => {
      const lockPath = reading.lockPath(tree, escapeLockPath(file));
      const lock = lockPath === null ? undefined : reading.holders(lockPath).find(({ agentId }) => agentId !== agent);
      return lock === undefined ? [] : [{ file: path.join(tree, file), lock }];
    }),
  );
  const { records } = new HeldFilesWatch(runtime, root);
  const changed = new Set(records.changes().flatMap((change) => (change.tree === tree ? [change.path] : [])));
  return { held, changed: files.filter((file) => changed.has(file)) };
}

function projectAt({ fs }: Runtime, directory: string, exactDirectory: boolean) {
  try {
    return findProject(fs, directory, exactDirectory);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}
