import type * as z from 'zod';
import { findProjectRoot, namedAgent } from '../engine/crtx/index.ts';
import { graphOperations } from '../engine/graph/index.ts';
import { CortexError } from '../engine/platform/errors.ts';
import { isValidatedOutput, type Lifetime, type Operation, type OperationContext, type Outcome } from '../engine/platform/operation.ts';
import { crtxOperations } from '../engine/project/index.ts';
import { Stacks, stackOperations } from '../engine/stack/index.ts';
import { agentOfAncestors, listRunningSessions } from '../engine/swarm/index.ts';
import { vaultOperations } from '../engine/vault/index.ts';

type SessionContext = Pick<OperationContext, 'runtime' | 'directory' | 'exactDirectory'>;

/** Returns a value from the sessions of the project; `null` without a project, or if they cannot be read. */
function ofSessions<T>({ runtime, directory, exactDirectory }: SessionContext, look: (root: string) => T): T | null {
  try {
    return look(findProjectRoot(runtime.fs, directory, exactDirectory));
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns the agent of the session that this process runs in, as recorded by a hook at its start; `null` if it is unknown. */
function agentOfSession(context: SessionContext): string | null {
  return ofSessions(context, (root) => agentOfAncestors(context.runtime, root));
}

/** Returns the number of running sessions of an agent. */
function countSessions(context: SessionContext, agent: string): number {
  return ofSessions(context, (root) => listRunningSessions(context.runtime, root).filter((each) => each.agent === agent).length) ?? 0;
}

/** The operations of the tools. The names `swarm status` and `status` (of stacks) do not clash; `cortex status` is not among them. */
const OPERATIONS = new Map(
  [...crtxOperations, ...graphOperations, ...vaultOperations, ...stackOperations].map((each) => [each.name, each]),
);

/** The context of one call. */
export interface Call {
  /** Aborted when the request ends. */
  readonly signal: AbortSignal;
  /** Reports progress of a long operation. */
  progress(message: string): void;
}

/** Runs operations for one agent in one process. What they open stays open until `close`. */
export class AgentConnection {
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #lifetime: Lifetime = { onEnd: (end) => this.#ends.push(end) };
  #agent: string | null;

  constructor(private readonly context: OperationContext) {
    this.#agent = namedAgent(context.environment);
  }

  /** The id of the agent; `null` if it is unknown. Looked up again until it is known, because a session may begin after its server. */
  get agent(): string | null {
    this.#agent ??= agentOfSession(this.context);
    return this.#agent;
  }

  /** Whether more than one session works as this agent. */
  get isShared(): boolean {
    return this.agent !== null && countSessions(this.context, this.agent) > 1;
  }

  /** @throws CortexError `denied` if the agent of this process is unknown */
  requireAgent(): string {
    if (this.agent !== null) return this.agent;
    throw new CortexError('denied', 'the agent of this server is unknown, so its tools are read-only', {
      next: 'Set CORTEX_AGENT to the agent id in the configuration of this server, and restart it; or set up the hook "cortex guard" and trust it in the agent (docs/guides/agents.md).',
    });
  }

  /** Returns the stacks of the project, read anew. @throws CortexError as `Stacks.open` */
  stacks(): Stacks {
    const { runtime, directory, exactDirectory } = this.context;
    return Stacks.open(runtime, directory, { exact: exactDirectory, namedFolder: exactDirectory ? directory : null });
  }

  /**
   * Runs an operation.
   * @param schema of the output, for its type
   * @param folder to run in; default: that of the project
   * @throws CortexError and ZodError as the operation
   */
  async ask<Output extends z.ZodType>(
    name: string,
    schema: () => Output,
    { input, call, folder }: { readonly input: unknown; readonly call: Call; readonly folder?: string },
  ): Promise<Outcome<z.infer<Output>>> {
    const { output, ...outcome } = await this.#operation(name).run(this.#contextOf(call, folder), input);
    if (!isValidatedOutput(schema, output)) throw new Error(`${name} has another answer`);
    return { ...outcome, output };
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }

  #operation(name: string): Operation {
    const operation = OPERATIONS.get(name);
    if (operation === undefined) throw new Error(`there is no operation ${name}`);
    return operation;
  }

  #contextOf({ signal, progress }: Call, folder: string | undefined): OperationContext {
    const own = { interactive: false, lifetime: this.#lifetime, signal: AbortSignal.any([this.context.signal, signal]), progress };
    const place = folder === undefined ? {} : { directory: folder, exactDirectory: true };
    const { emit: _, ...context } = this.context;
    return { ...context, ...own, ...place };
  }
}
