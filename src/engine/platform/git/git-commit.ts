import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { type GitAnswer, type ReadingCommand, readGit, type WritingCommand, writeGit } from './git.ts';
import { entriesIn, type GitEntry, withUnixLines } from './git-entries.ts';
import { repositoryProblem } from './own-repository.ts';

/** A file to commit. */
export interface CommittedFile {
  /** Relative to the folder in which the commit is made. */
  readonly name: string;
  readonly bytes: Buffer;
}

const NEW_MODE = '100644';

/** Error with git's message. */
class Refusal extends Error {}

function outputOf(answer: GitAnswer): Buffer {
  if ('problem' in answer) throw new Refusal(answer.problem);
  return answer.output;
}

/**
 * Commits the given contents of these files, and nothing else, on the current branch. Staged changes of other files stay staged and are not
 * committed. The commit is built with plumbing commands, so no filter, hook or signing program of the repository runs. Afterwards the index
 * contains these files as committed. Nothing is written if the repository leads to files elsewhere.
 * @returns git's error message, or `null` after success; also `null` if there is nothing to commit
 */
export async function commitFiles(
  fs: FileSystem,
  directory: string,
  message: string,
  files: readonly CommittedFile[],
): Promise<string | null> {
  const problem = await repositoryProblem(fs, directory);
  if (problem !== null) return problem;
  try {
    await new Commit(directory, files).make(message);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class Commit {
  readonly #names: readonly string[];
  /** The path of the folder from the top of the working tree, with a trailing slash. Cached after the first request. */
  #prefix: string | null = null;

  constructor(
    private readonly directory: string,
    private readonly files: readonly CommittedFile[],
  ) {
    this.#names = files.map(({ name }) => name);
  }

  async make(message: string): Promise<void> {
    const head = await this.#commitOf('HEAD');
    if ((await this.#commitOf('MERGE_HEAD')) !== null) throw new Refusal('a merge is in progress: a commit would complete it');
    const before = head === null ? new Map<string, GitEntry>() : await this.#list(['ls-tree', '-z', 'HEAD', '--', ...this.#names]);
    const entries = await this.#stored(before);
    const isSame = [...entries].every(([name, { object }]) => before.get(name)?.object === object);
    if (isSame) return;
    const tree = await this.#treeWith(entries, head);
    const parents = head === null ? [] : ['-p', head];
    const commit = await this.#line(['commit-tree', ...parents, '-m', message, tree]);
    await this.#publish(commit, head, entries, message);
  }

  /** Stores the contents in git's object database. */
  async #stored(before: ReadonlyMap<string, GitEntry>): Promise<Map<string, GitEntry>> {
    const entries = new Map<string, GitEntry>();
    for (const { name, bytes } of this.files) {
      const known = before.get(name);
      const input = known === undefined ? bytes : await this.#withEndsOf(known, bytes);
      const object = await this.#line(['hash-object', '-w', '--stdin', '--no-filters'], input);
      entries.set(name, { mode: known?.mode ?? NEW_MODE, object });
    }
    return entries;
  }

  /** Keeps LF in files that are committed with LF but checked out with CRLF (`core.autocrlf`). */
  async #withEndsOf({ object }: GitEntry, bytes: Buffer): Promise<Buffer> {
    if (!bytes.includes('\r\n')) return bytes;
    return (await this.#ask(['cat-file', 'blob', object])).includes('\r\n') ? bytes : withUnixLines(bytes);
  }

  /** Creates the tree of the last commit with these files, in a temporary index. */
  async #treeWith(entries: ReadonlyMap<string, GitEntry>, head: string | null): Promise<string> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'cortex-'));
    try {
      const index = path.join(folder, 'index');
      if (head !== null) await this.#write(['read-tree', head], undefined, index);
      await this.#enter(entries, index);
      return await this.#line(['write-tree'], undefined, index);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Updates the index and then the branch. The index is first, so that nothing is committed while another git process holds its lock. */
  async #publish(commit: string, head: string | null, entries: ReadonlyMap<string, GitEntry>, message: string): Promise<void> {
    const before = await this.#list(['ls-files', '--stage', '-z', '--', ...this.#names]);
    await this.#enter(entries);
    try {
      await this.#write(['update-ref', '-m', `commit: ${message}`, 'HEAD', commit, head ?? '']);
    } catch (error) {
      // Mode 0 removes a file from the index.
      const none = { mode: '0', object: '0'.repeat(commit.length) };
      await this.#enter(new Map(this.#names.map((name) => [name, before.get(name) ?? none])));
      throw error;
    }
  }

  /** Writes entries into an index, whose paths are relative to the top of the working tree. */
  async #enter(entries: ReadonlyMap<string, GitEntry>, index?: string): Promise<void> {
    this.#prefix ??= (await this.#ask(['rev-parse', '--show-prefix'])).toString().replace(/\n$/, '');
    const prefix = this.#prefix;
    const lines = Array.from(entries, ([name, { mode, object }]) => `${mode} ${object}\t${prefix}${name}\0`);
    await this.#write(['update-index', '-z', '--add', '--index-info'], Buffer.from(lines.join('')), index);
  }

  /** Returns the commit id of a revision, or `null` if it does not exist. */
  async #commitOf(name: string): Promise<string | null> {
    const answer = await readGit(this.directory, ['rev-parse', '--quiet', '--verify', `${name}^{commit}`]);
    if ('problem' in answer && !answer.refused) throw new Refusal(answer.problem);
    return 'output' in answer ? answer.output.toString().trim() : null;
  }

  async #list(args: ReadingCommand): Promise<Map<string, GitEntry>> {
    return entriesIn(await this.#ask(args));
  }

  async #ask(args: ReadingCommand): Promise<Buffer> {
    return outputOf(await readGit(this.directory, args));
  }

  async #write(args: WritingCommand, input?: Buffer, index?: string): Promise<Buffer> {
    return outputOf(await writeGit(this.directory, args, input, index));
  }

  async #line(args: WritingCommand, input?: Buffer, index?: string): Promise<string> {
    return (await this.#write(args, input, index)).toString().trim();
  }
}
