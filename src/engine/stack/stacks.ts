import path from 'node:path';
import { type EditResult, TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import { similarShortName, similarWord } from '../text/similar-word.ts';
import { type AgentDefinition, agentKey, findAgent, hiddenAgentError } from './agents/agents-file.ts';
import { conflictProblems } from './conflicts.ts';
import {
  AGENTS_FILE,
  createStackAdvice,
  type FoundStacks,
  findStacks,
  LOCAL_FOLDER,
  type OpenStacks,
  STACK_FOLDER,
  stackDirectory,
} from './files/find-stacks.ts';
import type { RoutedStack } from './messages/route.ts';
import { StackStore } from './store.ts';
import { addAgentCommand } from './suggested-commands.ts';

/** Name of the orchestrator's stack, beside AGENTS.md (rulings, stack 5). */
export const MANAGER = 'manager';

/** Folder for the bookkeeping of AGENTS.md edits, in `.local/` of the stack beside it. */
const AGENTS_LOCAL = 'agents-file';

/** The stacks of a repository: those of the agents in its AGENTS.md, and the manager's. */
export class Stacks {
  /** Folder of AGENTS.md, else `home`; a real path. */
  readonly root: string;
  /** Folder whose `.cstack/` is the caller's own stack; a real path. The stack may not exist. */
  readonly home: string;
  /** As in `FoundStacks`. */
  readonly named: string | null;
  /** `null` without an AGENTS.md with agents. */
  readonly agentsText: string | null;
  readonly agents: readonly AgentDefinition[];
  readonly #stores = new Map<string, StackStore>();
  /** Owners by stack folder, built on demand. */
  #owners: ReadonlyMap<string | undefined, string> | null = null;
  /** By name, so that a recipient is always the same object. */
  readonly #routed = new Map<string, RoutedStack>();
  readonly #edits: TextEdits;

  private constructor(
    readonly runtime: Runtime,
    { root, home, named, agentsText, agents }: FoundStacks,
  ) {
    this.root = root;
    this.home = home;
    this.named = named;
    this.agentsText = agentsText;
    this.agents = agents;
    // A separate folder, because the notes of the stack beside it name files relative to another root.
    this.#edits = new TextEdits(runtime, { root, isReal: true, local: path.join(STACK_FOLDER, LOCAL_FOLDER, AGENTS_LOCAL) });
  }

  /**
   * Finds the stack that a folder belongs to, and the nearest AGENTS.md with agents, never above a `.git`. An AGENTS.md with only prose for
   * other tools is skipped.
   * @throws CortexError `not-found` for a missing folder; `broken-file`, `outside-root` for an AGENTS.md that cannot be read
   */
  static open(runtime: Runtime, from: string, options: OpenStacks = {}): Stacks {
    return new Stacks(runtime, findStacks(runtime, from, options));
  }

  /** Path of AGENTS.md, which may not exist. */
  get agentsFile(): string {
    return path.join(this.root, AGENTS_FILE);
  }

  /** The folder that a person named; `null` if none. */
  get namedFolder(): string | null {
    return this.named === null ? null : path.dirname(this.named);
  }

  /** As `stackDirectory`, for a path relative to the root. @throws CortexError `outside-root`, `broken-file` */
  directoryOf(relative?: string): string {
    return stackDirectory(this.runtime, this.root, relative, this.named);
  }

  get manager(): StackStore {
    return this.#storeAt(this.directoryOf());
  }

  /** Name of the own stack in AGENTS.md: an agent's, or `manager` in its folder; `null` for any other stack. */
  get ownName(): string | null {
    if (this.agentsText === null) return null;
    const directory = this.#home().directory;
    const agent = this.agents.find((each) => this.#tryStore(each)?.directory === directory);
    return agent?.name ?? (this.home === this.root ? MANAGER : null);
  }

  /** Returns the caller's own stack. @throws CortexError `outside-root` */
  own(): RoutedStack {
    const name = this.agentsText === null ? MANAGER : (this.ownName ?? path.basename(this.home));
    return { name, store: this.#home() };
  }

  /**
   * Returns the agents' stacks in order, then the manager's if its folder exists; without AGENTS.md the own stack. A stack that two agents
   * share belongs to the first.
   */
  all(): { readonly stacks: readonly RoutedStack[]; readonly problems: readonly string[] } {
    const problems: string[] = [];
    const byDirectory = new Map<string, RoutedStack>();
    const take = (stack: RoutedStack) => {
      const { directory } = stack.store;
      const other = byDirectory.get(directory);
      if (other === undefined) byDirectory.set(directory, stack);
      else if (stack.name !== MANAGER) problems.push(describeError(this.#shared(stack, other)));
    };
    const openings =
      this.agentsText === null
        ? [() => take(this.own())]
        : [
            ...this.agents.map((agent) => () => take(this.#agentStack(agent))),
            () => (this.manager.exists() ? take(this.#named(MANAGER, this.manager)) : undefined),
          ];
    for (const opening of openings) attempt(opening, problems);
    return { stacks: [...byDirectory.values()], problems };
  }

  /** Descriptions of merge conflicts in AGENTS.md, whose agents are not read. */
  get conflicts(): readonly string[] {
    return conflictProblems(this.agentsFile, mergeConflicts(this.agentsText ?? ''));
  }

  /** Returns an agent's stack. @throws CortexError `invalid-input` without a Stack, `outside-root` outside the repository, `broken-file` */
  storeOf(agent: AgentDefinition): StackStore {
    const place = { file: this.agentsFile, line: agent.line, value: agent.name };
    if (agent.stack === null) {
      const next = `Add a line "- Stack: ./<folder>/${STACK_FOLDER}/" to its section.`;
      throw new CortexError('invalid-input', 'the agent has no Stack', { ...place, next });
    }
    try {
      return this.#storeAt(this.directoryOf(agent.stack));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      const { line = agent.line } = agent.fields.find(({ key }) => key.toLowerCase() === 'stack') ?? {};
      const { next = 'Correct the path.', file } = error.data.file === undefined ? {} : error.data;
      const data = { ...place, line, value: agent.stack, allowed: 'a path below the folder of AGENTS.md', next };
      const reason = file === undefined ? '' : `: ${error.message}`;
      const why = error.code === 'outside-root' ? `is outside the repository${reason}` : `cannot be used: ${error.message}`;
      throw new CortexError(error.code, `the Stack of ${agent.name} ${why}`, data, { cause: error });
    }
  }

  /** Like `recipient`, for a name in an OUTBOX: the error for a mistyped name has the command that corrects it there. */
  writtenRecipient(name: string): RoutedStack | CortexError {
    const found = this.recipient(name);
    const meant = found instanceof CortexError && found.code === 'not-found' ? this.#meantBy(name) : null;
    if (!(found instanceof CortexError) || meant === null) return found;
    const next = `${JSON.stringify(meant)} was probably meant; to correct it: cstack route --correct ${shellWord(`${name}=${meant}`)}`;
    return new CortexError(found.code, found.message, { ...found.data, next });
  }

  /** Returns the known name that was probably meant by an unknown one; `null` if it is known, or none is similar. */
  #meantBy(name: string): string | null {
    const names = new Map([...this.agents.map((each) => each.name), MANAGER].map((each) => [agentKey(each), each]));
    const key = agentKey(name);
    if (names.has(key)) return null;
    // Without "agent-", many names are short.
    return names.get(similarWord(key, names.keys()) ?? similarShortName(key, names.keys()) ?? '') ?? null;
  }

  /** Resolves a recipient (rulings, stack 5); an error gives the reason when there is none. */
  recipient(name: string): RoutedStack | CortexError {
    try {
      const isManager = name.toLowerCase() === MANAGER;
      if (this.agentsText === null) return isManager ? this.#named(MANAGER, this.#home()) : this.#withoutAgents(name);
      if (isManager) return this.#named(MANAGER, this.manager);
      const agent = findAgent(this.agents, name);
      if (agent === undefined) return this.#nobody(name);
      const stack = this.#agentStack(agent);
      return stack.store.exists() ? stack : this.#notMade(stack);
    } catch (error) {
      if (error instanceof CortexError) return error;
      throw error;
    }
  }

  /**
   * Edits AGENTS.md in place, or creates it.
   * @param change called again if others have written meanwhile; `this.agents` does not change @throws CortexError as `TextEdits.edit`
   */
  editAgents(change: (text: string) => string): Promise<EditResult> {
    return this.#edits.edit(AGENTS_FILE, (text) => change(text ?? ''));
  }

  /** Problems that a person should look at after writes; complete once `look` or `settled` has resolved. */
  get problems(): readonly string[] {
    return [...this.#edits.problems, ...[...this.#stores.values()].flatMap((store) => store.problems)];
  }

  /** Does the pending second looks of ended processes (`TextEdits.look`). A failing stack does not block the others. */
  async look(): Promise<void> {
    for (const edits of this.#allEdits()) await edits.look();
  }

  /** Like `look`, at the time when each is due (`TextEdits.lookLater`). */
  lookLater(): void {
    for (const edits of this.#allEdits()) edits.lookLater();
  }

  #allEdits(): Set<TextEdits> {
    return new Set([this.#edits, this.#home().edits, ...this.all().stacks.map(({ store }) => store.edits)]);
  }

  /** Resolves after the second look at everything written here. */
  async whenIdle(): Promise<void> {
    await Promise.all([this.#edits.whenIdle(), ...[...this.#stores.values()].map(({ edits }) => edits.whenIdle())]);
  }

  #home(): StackStore {
    return this.#storeAt(this.directoryOf(path.join(path.relative(this.root, this.home), STACK_FOLDER)));
  }

  #agentStack(agent: AgentDefinition): RoutedStack {
    return this.#named(agent.name, this.storeOf(agent));
  }

  #tryStore(agent: AgentDefinition): StackStore | null {
    try {
      return this.storeOf(agent);
    } catch (error) {
      if (error instanceof CortexError) return null;
      throw error;
    }
  }

  #named(name: string, store: StackStore): RoutedStack {
    const known = this.#routed.get(name);
    if (known?.store === store) return known;
    const stack = { name, store };
    this.#routed.set(name, stack);
    return stack;
  }

  #storeAt(directory: string): StackStore {
    const known = this.#stores.get(directory) ?? new StackStore(this.runtime, directory, () => this.#ownerOf(directory));
    this.#stores.set(directory, known);
    return known;
  }

  /** Returns the owner of a stack. If two agents share it, the first one. */
  #ownerOf(directory: string): string {
    this.#owners ??= new Map(this.agents.toReversed().map((agent) => [this.#tryStore(agent)?.directory, agent.name]));
    const owner = this.#owners.get(directory);
    if (owner !== undefined) return owner;
    const isManagers = this.agentsText === null || directory === this.manager.directory;
    return isManagers ? MANAGER : path.basename(path.dirname(directory));
  }

  #shared({ name, store }: RoutedStack, other: RoutedStack): CortexError {
    const next = 'Give each agent its own stack.';
    return new CortexError('invalid-input', `${name} and ${other.name} have the same stack`, { file: store.directory, next });
  }

  #nobody(name: string): CortexError {
    const hidden = hiddenAgentError(this.agentsText ?? '', this.agentsFile, name);
    if (hidden !== null) return hidden;
    const allowed = [...this.agents.map((each) => each.name), MANAGER].join(', ');
    const meant = this.#meantBy(name);
    const first = meant === null ? 'Correct the name, or' : `${JSON.stringify(meant)} was probably meant. Otherwise,`;
    const next = `${first} add the agent: ${addAgentCommand(name)}`;
    return new CortexError('not-found', 'no agent has this name', { file: this.agentsFile, value: name, allowed, next });
  }

  #withoutAgents(name: string): CortexError {
    const next = `Define the agent first: ${addAgentCommand(name)}`;
    return new CortexError('not-found', `the agent is unknown: no ${AGENTS_FILE} here`, { value: name, allowed: MANAGER, next });
  }

  #notMade({ name, store }: RoutedStack): CortexError {
    const data = { file: store.directory, next: createStackAdvice(store.directory) };
    return new CortexError('not-found', `the stack of ${name} does not exist`, data);
  }
}

/** Runs work. A failure becomes a problem and does not stop the caller. */
function attempt(work: () => void, problems: string[]): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push(describeError(error));
  }
}
