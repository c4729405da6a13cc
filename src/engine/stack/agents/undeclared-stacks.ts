import path from 'node:path';
import { looksLikePerson } from '../../crtx/people.ts';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { counted } from '../../text/amounts.ts';
import { AGENTS_FILE, GIT_FOLDER, nameExists, STACK_FOLDER } from '../files/find-stacks.ts';
import type { StackFinding } from '../findings.ts';
import type { Message } from '../messages/message.ts';
import { MANAGER, type Stacks } from '../stacks.ts';
import { STACK_FILES, StackStore } from '../store.ts';
import { addAgentCommand } from '../suggested-commands.ts';
import { findAgent, parseAgents } from './agents-file.ts';

/** Limits of the search, which every `route`, `status` and `needs-you` repeats. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 500;
const MAX_ENTRIES = 5_000;
const MAX_TEXT_SIZE = 4 * 1024 * 1024;
const DEPENDENCIES: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'bower_components', 'site-packages', '__pycache__']);

/** A stack that belongs to no agent of AGENTS.md, and has messages to deliver. */
interface UndeclaredStack {
  /** Absolute path of its OUTBOX.md. */
  readonly file: string;
  /** Path of its `.cstack/`, relative to the folder of AGENTS.md, `/`-separated. */
  readonly stack: string;
  readonly messages: number;
  /** Line of the first message. */
  readonly line: number;
  /** The sender of most messages. */
  readonly sender: string;
}

/** Returns names of folders that the `.gitignore` of a folder excludes by name. Patterns are not evaluated: the search is bounded anyway. */
function ignoredIn({ fs }: Pick<Runtime, 'fs'>, root: string): ReadonlySet<string> {
  const lines = textOf({ fs }, root, '.gitignore').split(/\r?\n/);
  return new Set(lines.map((line) => line.trim().replace(/^\/|\/$/g, '')).filter((name) => /^[^#!*?[\]/\\]+$/.test(name)));
}

/** Returns the text of a file; empty if it is missing or cannot be read. */
function textOf({ fs }: Pick<Runtime, 'fs'>, folder: string, name: string): string {
  try {
    return Buffer.from(readFileBounded(fs, path.join(folder, name), { maxBytes: MAX_TEXT_SIZE, root: folder })?.bytes ?? []).toString();
  } catch (error) {
    if (error instanceof CortexError) return '';
    throw error;
  }
}

/** Finds the folders below a root that have a `.cstack`. Nested repositories and projects with their own agents are left out. */
class FolderSearch {
  readonly #ignored: ReadonlySet<string>;
  #folders = 0;
  #entries = 0;

  constructor(
    private readonly runtime: Pick<Runtime, 'fs'>,
    private readonly root: string,
  ) {
    this.#ignored = ignoredIn(runtime, root);
  }

  /** Returns the folders level by level, so that the limits cut off the deepest ones. */
  run(): string[] {
    const found: string[] = [];
    let level = [this.root];
    for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
      const below: string[] = [];
      for (const folder of level) {
        const names = this.#namesIn(folder);
        if (folder !== this.root && this.#isOtherProject(folder, names)) continue;
        if (folder !== this.root && names.includes(STACK_FOLDER)) found.push(folder);
        if (depth < MAX_DEPTH) below.push(...this.#foldersOf(folder, names));
      }
      level = below;
    }
    return found;
  }

  #namesIn(folder: string): readonly string[] {
    this.#folders += 1;
    if (this.#folders > MAX_FOLDERS) return [];
    try {
      return this.runtime.fs.readdirSync(folder).sort();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  #isOtherProject(folder: string, names: readonly string[]): boolean {
    if (names.includes(GIT_FOLDER)) return true;
    return names.includes(AGENTS_FILE) && parseAgents(textOf(this.runtime, folder, AGENTS_FILE)).length > 0;
  }

  #foldersOf(folder: string, names: readonly string[]): string[] {
    return names
      .filter((name) => !name.startsWith('.') && !DEPENDENCIES.has(name.toLowerCase()) && !this.#ignored.has(name))
      .map((name) => path.join(folder, name))
      .filter((file) => this.#isFolder(file));
  }

  #isFolder(file: string): boolean {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) return false;
    try {
      return this.runtime.fs.lstatSync(file, { bigint: true }).isDirectory();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return false;
    }
  }
}

/** Returns a stack with messages to deliver; `null` without any. */
function undelivered(stacks: Stacks, folder: string, known: ReadonlySet<string>): UndeclaredStack | null {
  const { runtime, root } = stacks;
  try {
    const directory = stacks.directoryOf(path.join(path.relative(root, folder), STACK_FOLDER));
    if (known.has(directory)) return null;
    const file = path.join(directory, STACK_FILES.outbox);
    const { messages } = new StackStore(runtime, directory).outbox();
    const [first] = messages;
    if (first === undefined) return null;
    const stack = `./${path.relative(root, folder).replaceAll(path.sep, '/')}/${STACK_FOLDER}/`;
    return { file, stack, messages: messages.length, line: first.place.line, sender: mainSender(messages) };
  } catch (error) {
    // The stack is not part of this project's agents, so its broken files are not reported here.
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns the sender of most messages; of several, the first. */
function mainSender(messages: readonly Pick<Message, 'from'>[]): string {
  const counts = new Map<string, number>();
  for (const { from } of messages) counts.set(from, (counts.get(from) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** Returns a name for the agent of a stack that no agent has: that of its messages, else its folder's, else with the folders above it. */
function nameFor({ agents }: Stacks, { stack, sender }: UndeclaredStack): string {
  const parts = stack.split('/').slice(1, -2);
  const isTaken = (name: string) => name.toLowerCase() === MANAGER || findAgent(agents, name) !== undefined;
  const names = parts.map((_, n) => parts.slice(-1 - n).join('-'));
  const isUsable = (name: string) => name !== '' && !looksLikePerson(name) && !isTaken(name);
  return [sender, ...names].find(isUsable) ?? `${parts.join('-')}-2`;
}

/**
 * Returns the stacks below the folder of AGENTS.md that no agent has, and whose messages are therefore not delivered. Searches a few
 * hundred folders at most. Nothing is searched in a folder that has neither agents nor a stack.
 */
export function examineUndeclared(stacks: Stacks): StackFinding[] {
  const { runtime, root, agentsText } = stacks;
  if (agentsText === null && !nameExists(runtime.fs, path.join(root, STACK_FOLDER))) return [];
  const known = new Set([stacks.manager.directory, ...stacks.all().stacks.map(({ store }) => store.directory)]);
  return new FolderSearch(runtime, root).run().flatMap((folder) => {
    const found = undelivered(stacks, folder, known);
    if (found === null) return [];
    const { file, line, stack, messages } = found;
    const why = `${counted(messages, 'message')} cannot be delivered: ${AGENTS_FILE} names no agent for this stack`;
    const next = `Add the agent: ${addAgentCommand(nameFor(stacks, found), stack)}`;
    return [{ severity: 'error' as const, code: 'stack-without-agent', message: why, file, line, next }];
  });
}
