import type * as z from 'zod';
import { type CortexError, withWarningsAdded } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { Summary, SummaryStyle } from './summary.ts';

/** Lifetime of a program that runs many operations. Operations may keep files open until its end. */
export interface Lifetime {
  /** Registers work for the end of the program. */
  onEnd(end: () => Promise<void>): void;
}

/** Context of an operation, besides its input. */
export interface OperationContext {
  readonly runtime: Runtime;
  /** Where to look for the protocol's folder: this directory, or the nearest parent that has it. Absolute. */
  readonly directory: string;
  /** True if the caller named `directory`. Then its parents are not searched. */
  readonly exactDirectory: boolean;
  /** True if paths in the input are relative to `directory`; otherwise they are relative to the project. */
  readonly typedThere?: boolean;
  /** True for an interactive caller. Only then may ids of the form `person:<name>` be used. */
  readonly interactive: boolean;
  /** Returns why people may not act here although the caller is interactive, or `null` if they may. Missing if people may always act. */
  readonly refusePerson?: () => CortexError | null;
  /** True if the directory is not trusted. Then no other program, such as git, may run on its contents. */
  readonly isUntrusted?: boolean;
  /** Environment variables, if the caller has any that matter. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Reads all of standard input as text; missing if there is none. */
  readonly readInput?: () => Promise<string>;
  readonly signal: AbortSignal;
  /** Missing for a program that runs one operation: what it opened is then closed right afterwards. */
  readonly lifetime?: Lifetime;
  /** Reports what a slow operation is doing. */
  progress(message: string): void;
  /** Receives a part of a streamed answer until the operation ends; missing if the caller wants only the whole answer. */
  readonly emit?: (part: unknown) => void;
  /** Resolves when the receiver has taken all parts; missing if it takes them at once. */
  readonly written?: () => Promise<void>;
}

/** Result of an operation. `ok` false means a negative answer, which is not an error. */
export interface Outcome<Output> {
  readonly ok: boolean;
  readonly output: Output;
  /** Messages for the person although the operation succeeded. */
  readonly warnings?: readonly string[];
  /** True if `emit` has already received the whole output. */
  readonly isEmitted?: boolean;
}

/**
 * Runs a use case and adds warnings to its outcome or its error. A lost write of an earlier command is noticed only once, so it must be
 * reported even if this command fails.
 * @param given returns the warnings; called after the work
 * @throws the error of `work`, with the warnings
 */
export async function withWarnings<Output>(given: () => readonly string[], work: () => Promise<Outcome<Output>>): Promise<Outcome<Output>> {
  let outcome: Outcome<Output>;
  try {
    outcome = await work();
  } catch (error) {
    throw withWarningsAdded(error, given());
  }
  return { ...outcome, warnings: [...given(), ...(outcome.warnings ?? [])] };
}

export type OperationFunction<Input, Output> = (context: OperationContext, input: Input) => Promise<Outcome<Output>>;

declare module 'zod' {
  /** How a person types a parameter. Default: a named option. */
  interface GlobalMeta {
    /** Typed without a name, in the order of the schema. An array takes all remaining words. */
    positional?: boolean;
    /** One of several options of which a command usually needs one. A surplus word is probably its value. */
    choice?: boolean;
    /** Names one item, which can also be given by its number. */
    numbered?: boolean;
    /** Milliseconds, typed as `500ms`, `60s`, `5m`, `2h`, `1d`. */
    unit?: 'duration';
    /** Letter for the short form of the option: `-p`. */
    short?: string;
  }
}

/** An operation as its author declares it; see `Operation`. */
export interface OperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  /** Created on demand: a program describes all its commands but runs one. */
  readonly input: () => Input;
  readonly output: () => Output;
  /** Missing if user interfaces show the output itself, such as a list. */
  readonly summary?: Summary<z.infer<Output>>;
  load(): Promise<OperationFunction<z.infer<Input>, z.infer<Output>>>;
}

/**
 * A use case, described once for all user interfaces. The description is static and cheap. The function is loaded when it is called, so
 * that no program loads unused code.
 */
export interface Operation {
  /** Words as on the command line: `lock acquire`. */
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  readonly input: () => z.ZodObject;
  readonly output: () => z.ZodType;
  /** Returns the lines that say what the operation did; `null` if user interfaces show the output itself. */
  summarize(output: unknown, style: SummaryStyle): readonly string[] | null;
  /** Validates the input, loads the function and calls it. @throws ZodError for invalid input, CortexError if the operation fails */
  run(context: OperationContext, input: unknown): Promise<Outcome<unknown>>;
}

/** Outputs that operations have returned, by the function that creates their schema. */
const answered = new WeakMap<() => z.ZodType, WeakSet<object>>();

/**
 * Whether an operation returned this very object as output of `schema`. Then it needs no second validation, which matters for outputs of
 * several megabytes.
 */
export function isValidatedOutput<Output extends z.ZodType>(schema: () => Output, value: unknown): value is z.infer<Output> {
  return typeof value === 'object' && value !== null && answered.get(schema)?.has(value) === true;
}

/** Validates an output, unless an operation returned it. @throws ZodError */
export function validatedOutput<Output extends z.ZodType>(schema: () => Output, value: unknown): z.infer<Output> {
  return isValidatedOutput(schema, value) ? value : schema().parse(value);
}

function remember<Output extends z.ZodType>(schema: () => Output, answer: z.infer<Output>): void {
  if (typeof answer !== 'object' || answer === null) return;
  const known = answered.get(schema) ?? new WeakSet();
  answered.set(schema, known.add(answer));
}

/** Validates an input. The words for a problem are loaded only when there is one. @throws ZodError */
async function parsed<Input extends z.ZodObject>(schema: Input, value: unknown): Promise<z.infer<Input>> {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  const { schemaWords } = await import('./schema-words.ts');
  return schema.parse(value, { error: schemaWords });
}

/** Creates an operation from its definition. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation {
  return {
    ...definition,
    summarize: (output, style) => {
      const summary = definition.summary?.(validatedOutput(definition.output, output), style);
      return summary === undefined ? null : [summary].flat().filter((line) => line !== '');
    },
    run: async (context, value) => {
      const input = await parsed(definition.input(), value);
      const outcome = await (await definition.load())(context, input);
      remember(definition.output, outcome.output);
      return outcome;
    },
  };
}
