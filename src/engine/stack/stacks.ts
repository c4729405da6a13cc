import path from 'node:path';
import { type EditResult, TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { type AgentDefinition, agentNamed } from './agents/agents-file.ts';
import { hiddenAgent } from './agents/hidden-agent.ts';
import { conflictProblems } from './conflicts.ts';
import { AGENTS_FILE, type FoundStacks, findStacks, howToMake, LOCAL_FOLDER, STACK_FOLDER, stackDirectory } from './files/stack-places.ts';
import type { RoutedStack } from './messages/route.ts';
import { StackStore } from './store.ts';
import { addAgentCommand } from './suggested-commands.ts';

/** The orchestrator's own stack, beside AGENTS.md (rulings, stack 5). */
export const MANAGER = 'manager';

/** What edits of AGENTS.md need, below `.local/` of the stack beside it. */
const AGENTS_LOCAL = 'agents-file';

export interface OpenStacks {
  /** Only the folder itself is the own one, not those above it. */
  readonly exact?: boolean;
}

/** The stacks of a repository: those of the agents of its AGENTS.md, and the manager's. */
export class Stacks {
  /** The folder of AGENTS.md, else `home`; a real path. */
  readonly root: string;
  /** The folder whose `.cstack/` is meant by who works here; a real path. That stack need not be there. */
  readonly home: string;
  /** `null` where there is no AGENTS.md with agents. */
  readonly agentsText: string | null;
  readonly agents: readonly AgentDefinition[];
  readonly #stores = new Map<string, StackStore>();
  /** Names by the folders of their stacks, when somebody asks for one. */
  #owners: ReadonlyMap<string | undefined, string> | null = null;
  /** By name; one recipient is one object. */
  readonly #routed = new Map<string, RoutedStack>();
  readonly #edits: TextEdits;

  private constructor(
    readonly runtime: Runtime,
    { root, home, agentsText, agents }: FoundStacks,
  ) {
    this.root = root;
    this.home = home;
    this.agentsText = agentsText;
    this.agents = agents;
    // A folder of its own: the notes in that of the stack beside it name files below another root.
    this.#edits = new TextEdits(runtime, { root, isReal: true, local: path.join(STACK_FOLDER, LOCAL_FOLDER, AGENTS_LOCAL) });
  }

  /**
   * Finds the stack that a folder belongs to and the AGENTS.md with agents above it, never above a `.git`. An AGENTS.md that is only prose
   * for other tools is passed over.
   * @throws CortexError `not-found` for a folder that is not there; `broken-file`, `outside-root` for an AGENTS.md that cannot be read
   */
  static open(runtime: Runtime, from: string, { exact = false }: OpenStacks = {}): Stacks {
    return new Stacks(runtime, findStacks(runtime, from, exact));
  }

  /** AGENTS.md, whether it is there or not. */
  get agentsFile(): string {
    return path.join(this.root, AGENTS_FILE);
  }

  get manager(): StackStore {
    return this.#storeAt(stackDirectory(this.runtime, this.root));
  }

  /** The name of the own stack in AGENTS.md: an agent's, or `manager` in its folder; `null` for any other. */
  get ownName(): string | null {
    if (this.agentsText === null) return null;
    const directory = this.#home().directory;
    const agent = this.agents.find((each) => this.#tryStore(each)?.directory === directory);
    return agent?.name ?? (this.home === this.root ? MANAGER : null);
  }

  /** The stack of who works here. @throws CortexError `outside-root` */
  own(): RoutedStack {
    const name = this.agentsText === null ? MANAGER : (this.ownName ?? path.basename(this.home));
    return { name, store: this.#home() };
  }

  /**
   * Agents in their order, then the manager where its folder is there; without AGENTS.md the own one. A stack that two agents share is the
   * first one's.
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

  /** The merge conflicts in AGENTS.md, in words: what stands in them is no agent. */
  get conflicts(): readonly string[] {
    return conflictProblems(this.agentsFile, mergeConflicts(this.agentsText ?? ''));
  }

  /** The stack of an agent. @throws CortexError `invalid-input` without a Stack, `outside-root` for one outside of the repository, `broken-file` */
  storeOf(agent: AgentDefinition): StackStore {
    const place = { file: this.agentsFile, line: agent.line, value: agent.name };
    if (agent.stack === null) {
      const next = `Add a line "- Stack: ./<folder>/${STACK_FOLDER}/" to its section.`;
      throw new CortexError('invalid-input', 'the agent has no Stack', { ...place, next });
    }
    try {
      return this.#storeAt(stackDirectory(this.runtime, this.root, agent.stack));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      const { line = agent.line } = agent.fields.find(({ key }) => key.toLowerCase() === 'stack') ?? {};
      const { next = 'Correct the path.' } = error.code === 'outside-root' ? {} : error.data;
      const data = { ...place, line, value: agent.stack, allowed: 'a path below the folder of AGENTS.md', next };
      const why = error.code === 'outside-root' ? 'is outside of the repository' : `cannot be used: ${error.message}`;
      throw new CortexError(error.code, `the Stack of ${agent.name} ${why}`, data, { cause: error });
    }
  }

  /** Who is meant by a recipient (rulings, stack 5); the error says why nobody is. */
  recipient(name: string): RoutedStack | CortexError {
    try {
      const isManager = name.toLowerCase() === MANAGER;
      if (this.agentsText === null) return isManager ? this.#named(MANAGER, this.#home()) : this.#withoutAgents(name);
      if (isManager) return this.#named(MANAGER, this.manager);
      const agent = agentNamed(this.agents, name);
      if (agent === undefined) return this.#nobody(name);
      const stack = this.#agentStack(agent);
      return stack.store.exists() ? stack : this.#notMade(stack);
    } catch (error) {
      if (error instanceof CortexError) return error;
      throw error;
    }
  }

  /**
   * Changes AGENTS.md in place; makes it where it is missing.
   * @param change called anew with what others have written meanwhile; `this.agents` stays as it was @throws CortexError as `TextEdits.edit`
   */
  editAgents(change: (text: string) => string): Promise<EditResult> {
    return this.#edits.edit(AGENTS_FILE, (text) => change(text ?? ''));
  }

  /** What a person should look at after what was written: complete when `look` or `settled` has ended. */
  get problems(): readonly string[] {
    return [...this.#edits.problems, ...[...this.#stores.values()].flatMap((store) => store.problems)];
  }

  /** Takes the second look at what others have written and ended since (`TextEdits.look`). A stack that cannot be looked at holds up nothing. */
  async look(): Promise<void> {
    for (const edits of this.#allEdits()) await edits.look();
  }

  /** As `look`, as soon as it is due (`TextEdits.lookLater`). */
  lookLater(): void {
    for (const edits of this.#allEdits()) edits.lookLater();
  }

  #allEdits(): Set<TextEdits> {
    return new Set([this.#edits, this.#home().edits, ...this.all().stacks.map(({ store }) => store.edits)]);
  }

  /** Resolves when the second look was taken at all that was written here. */
  async settled(): Promise<void> {
    await Promise.all([this.#edits.settled(), ...[...this.#stores.values()].map(({ edits }) => edits.settled())]);
  }

  #home(): StackStore {
    return this.#storeAt(stackDirectory(this.runtime, this.root, path.join(path.relative(this.root, this.home), STACK_FOLDER)));
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

  /** Who has a stack: of two agents that share one the first. */
  #ownerOf(directory: string): string {
    this.#owners ??= new Map(this.agents.toReversed().map((agent) => [this.#tryStore(agent)?.directory, agent.name]));
    const owner = this.#owners.get(directory);
    if (owner !== undefined) return owner;
    const isManagers = this.agentsText === null || directory === this.manager.directory;
    return isManagers ? MANAGER : path.basename(path.dirname(directory));
  }

  #shared({ name, store }: RoutedStack, other: RoutedStack): CortexError {
    const next = 'Give each agent a stack of its own.';
    return new CortexError('invalid-input', `${name} and ${other.name} have the same stack`, { file: store.directory, next });
  }

  #nobody(name: string): CortexError {
    const hidden = hiddenAgent(this.agentsText ?? '', this.agentsFile, name);
    if (hidden !== null) return hidden;
    const allowed = [...this.agents.map((each) => each.name), MANAGER].join(', ');
    const next = `Correct the name, or add the agent: ${addAgentCommand(name)}`;
    return new CortexError('not-found', 'nobody has this name', { file: this.agentsFile, value: name, allowed, next });
  }

  #withoutAgents(name: string): CortexError {
    const next = `Define the agent first: ${addAgentCommand(name)}`;
    return new CortexError('not-found', `there is no ${AGENTS_FILE} that says who this is`, { value: name, allowed: MANAGER, next });
  }

  #notMade({ name, store }: RoutedStack): CortexError {
    const data = { file: store.directory, next: howToMake(store.directory) };
    return new CortexError('not-found', `the stack of ${name} is not there`, data);
  }
}

/** Does something; what cannot be done is a problem and holds up nothing else. */
function attempt(work: () => void, problems: string[]): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push(describeError(error));
  }
}
