import path from 'node:path';
import { findProject, namedAgent } from '../engine/crtx/index.ts';
import { CortexError } from '../engine/platform/errors.ts';
import { gitOutput, readGit } from '../engine/platform/git/git.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { agentOfAncestors, escapeLockPath, HeldFilesWatch, type LockView, readingLocks } from '../engine/swarm/index.ts';

/** Where git's hook was started. */
export interface CommitHook {
  readonly runtime: Runtime;
  readonly directory: string;
  readonly exactDirectory: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What is to be said of a commit. */
export interface CommitLook {
  readonly held: readonly HeldFile[];
  /** Files of it that changed while their holder held them and a command of somebody else ran. */
  readonly changed: readonly string[];
}

/** A file of a commit that another agent holds. */
export interface HeldFile {
  /** Absolute. */
  readonly file: string;
  readonly lock: LockView;
}

/** The tree without files, with which git compares where there is no commit yet, by the hash that a repository uses. */
const EMPTY_TREES: ReadonlyMap<string, string> = new Map([
  ['sha1', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
  ['sha256', '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
]);

/** The files that a commit would change, in the folder of a project; of a renamed file both names. */
async function stagedFiles(tree: string, index: string | undefined): Promise<string[]> {
  const compare = ['diff-index', '--cached', '--name-only', '--no-renames', '--ignore-submodules=none', '-z', '--relative'] as const;
  const head = await readGit(tree, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const emptyTree = async () => EMPTY_TREES.get(gitOutput(await readGit(tree, ['rev-parse', '--show-object-format']), tree).trim());
  const before = ('output' in head ? undefined : await emptyTree()) ?? 'HEAD';
  const staged = gitOutput(await readGit(tree, [...compare, before], undefined, index), tree);
  return staged.split('\0').filter((name) => name !== '');
}

/**
 * The files of a commit that other agents hold, for git's hook `pre-commit`: the last fence for agents without hooks of their own. Who asks
 * is the agent that `CORTEX_AGENT` names, or that of the session in which git was started; for anybody else every lock counts.
 * @returns nothing also where there is no `.cortex` folder
 * @throws CortexError when git or the log cannot be read
 */
export async function lookAtCommit({ runtime, directory, exactDirectory, environment }: CommitHook): Promise<CommitLook> {
  const project = projectAt(runtime, directory, exactDirectory);
  if (project === null) return { held: [], changed: [] };
  const { root, tree } = project;
  const index = environment.GIT_INDEX_FILE;
  const files = await stagedFiles(tree, index === undefined ? undefined : path.resolve(index));
  if (files.length === 0) return { held: [], changed: [] };
  const agent = namedAgent(environment) ?? agentOfAncestors(runtime, root);
  const held = readingLocks(runtime, root, (reading) =>
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
