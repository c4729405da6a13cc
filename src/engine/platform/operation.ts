import type * as z from 'zod';
import { type CortexError, warned } from './errors.ts';
import type { Runtime } from './runtime.ts';

/** The life of a program that asks for many operations, as long as which they may keep open what they have opened. */
export interface Lifetime {
  /** What is to be done at its end. */
  onEnd(end: () => Promise<void>): void;
}

/** What an operation is given besides its input. */
export interface OperationContext {
  readonly runtime: Runtime;
  /** Where to look for the protocol's folder: this directory or the nearest one above it. Absolute. */
  readonly directory: string;
  /** True when `directory` was named by the caller: then only it is looked at. */
  readonly exactDirectory: boolean;
  /** True when paths in the input were typed in `directory` and are meant from there; otherwise they are relative to the project. */
  readonly typedThere?: boolean;
  /** True when a person is at the other end: only then may ids of the form `person:<name>` be used. */
  readonly interactive: boolean;
  /** Why a person is refused here all the same; `null` where none is. Missing where people may act. */
  readonly refusePerson?: () => CortexError | null;
  /** True when the directory is not trusted: then no other program, such as git, is asked about what is in it. */
  readonly isUntrusted?: boolean;
  /** The environment's variables, where the caller has some that count. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Reads all that is piped in, as text; missing where nothing can be. */
  readonly readInput?: () => Promise<string>;
  readonly signal: AbortSignal;
  /** Missing for a program that asks once: then whatever is opened is closed behind the operation. */
  readonly lifetime?: Lifetime;
  /** Tells the person what an operation that takes long is doing. */
  progress(message: string): void;
  /** Takes a part of an answer that comes bit by bit, until the operation is ended; missing where only a whole answer is wanted. */
  readonly emit?: (part: unknown) => void;
}

/** What an operation answers: `ok` false means that the answer is no, which is not an error. */
export interface Outcome<Output> {
  readonly ok: boolean;
  readonly output: Output;
  /** What the person should know although the operation did what it should. */
  readonly warnings?: readonly string[];
  /** True when `emit` was given all of it already. */
  readonly isEmitted?: boolean;
}

/**
 * Runs a use-case and adds warnings to its outcome, or to its error: a lost write of an earlier command is noticed once, so it must be
 * reported even if this command fails.
 * @param told gives the warnings when the work has ended @throws what the work throws, with the warnings
 */
export async function withWarnings<Output>(given: () => readonly string[], work: () => Promise<Outcome<Output>>): Promise<Outcome<Output>> {
  let outcome: Outcome<Output>;
  try {
    outcome = await work();
  } catch (error) {
    throw warned(error, given());
  }
  return { ...outcome, warnings: [...given(), ...(outcome.warnings ?? [])] };
}

export type OperationFunction<Input, Output> = (context: OperationContext, input: Input) => Promise<Outcome<Output>>;

declare module 'zod' {
  /** How a parameter is written where it is typed by a person; without this it is a named option. */
  interface GlobalMeta {
    /** Written without a name, in the order of the schema; an array takes all that follow. */
    positional?: boolean;
    /** One of several options of which a command mostly needs one: a word too many is mostly its value. */
    choice?: boolean;
    /** Names one thing, also by its number. */
    numbered?: boolean;
    /** Milliseconds, typed as `500ms`, `60s`, `5m`, `2h`, `1d`. */
    unit?: 'duration';
    /** A letter that stands for the option's name: `-p`. */
    short?: string;
  }
}

/** An operation as its author writes it; see `Operation`. */
export interface OperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  /** Made when it is asked for: a program describes all its commands, and runs one. */
  readonly input: () => Input;
  readonly output: () => Output;
  load(): Promise<OperationFunction<z.infer<Input>, z.infer<Output>>>;
}

/**
 * One use-case, described once for every surface. The description is static and cheap; the function is loaded when it is
 * called, so that no surface pays for what it does not use.
 */
export interface Operation {
  /** Words as on the command line: `lock acquire`. */
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  readonly input: () => z.ZodObject;
  readonly output: () => z.ZodType;
  /** Checks the input against the schema, loads the function and calls it. @throws ZodError for wrong input, CortexError for what failed */
  run(context: OperationContext, input: unknown): Promise<Outcome<unknown>>;
}

/** What operations have answered, by what makes the schema that the compiler has seen it under. */
const answered = new WeakMap<() => z.ZodType, WeakSet<object>>();

/** Whether an operation gave this very object as an answer of `schema`: an answer may be of megabytes, and needs no second look. */
export function isAnswerOf<Output extends z.ZodType>(schema: () => Output, value: unknown): value is z.infer<Output> {
  return typeof value === 'object' && value !== null && answered.get(schema)?.has(value) === true;
}

function remember<Output extends z.ZodType>(schema: () => Output, answer: z.infer<Output>): void {
  if (typeof answer !== 'object' || answer === null) return;
  const known = answered.get(schema) ?? new WeakSet();
  answered.set(schema, known.add(answer));
}

/** Binds an operation's function to its schemas. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation {
  return {
    ...definition,
    run: async (context, value) => {
      const input = definition.input().parse(value);
      const outcome = await (await definition.load())(context, input);
      remember(definition.output, outcome.output);
      return outcome;
    },
  };
}
