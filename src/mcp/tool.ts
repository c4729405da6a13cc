import type * as z from 'zod';
import type { AgentDesk, Call } from './agent-desk.ts';

/** What a tool answers. */
export interface Answer {
  /** False means that the answer is no, which is not an error. */
  readonly ok: boolean;
  /** In our own words: what happened, and what to do next. */
  readonly said: string;
  /** What there is to know, with texts that others have written. */
  readonly data?: unknown;
  readonly warnings?: readonly string[];
}

/** One tool of the server, as its author writes it. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  run(desk: AgentDesk, input: z.infer<Input>, call: Call): Promise<Answer>;
}

/** A tool whose input is checked before it runs. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly isReadOnly: boolean;
  run(desk: AgentDesk, input: unknown, call: Call): Promise<Answer>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return { ...definition, run: (desk, input, call) => definition.run(desk, definition.input.parse(input), call) };
}
