import type * as z from 'zod';
import type { AgentConnection, Call } from './agent-connection.ts';

/** The answer of a tool. */
export interface Answer {
  /** False for a negative answer, which is not an error. */
  readonly ok: boolean;
  /** In the program's own words: what happened, and what to do next. */
  readonly message: string;
  /** Further data, which may contain text of other agents and people. */
  readonly data?: unknown;
  readonly warnings?: readonly string[];
}

/** A tool as it is defined, with typed input. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  run(connection: AgentConnection, input: z.infer<Input>, call: Call): Promise<Answer>;
}

/** A tool that validates its input before it runs. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly isReadOnly: boolean;
  run(connection: AgentConnection, input: unknown, call: Call): Promise<Answer>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return { ...definition, run: (connection, input, call) => definition.run(connection, definition.input.parse(input), call) };
}
