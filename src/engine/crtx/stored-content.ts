import type * as z from 'zod';
import { CortexError } from '../platform/errors.ts';
import { type CanonicalProblem, canonicalError, tryChecksum } from '../text/canonical-json.ts';
import { formatJsonPath } from '../text/json-position.ts';
import { schemaProblems } from './validate.ts';

/** Where something is to be kept, and how much of it there may be. */
export interface ContentLimits {
  /** What it is, for messages: `a timeline entry`. */
  readonly noun: string;
  /** Levels of nesting that stand above it in the `data` of its file. */
  readonly levels: number;
  /** The most bytes of canonical JSON. */
  readonly maxBytes: number;
  /** What to do when it is too large: a sentence. */
  readonly next: string;
}

/**
 * Refuses what no file can hold: something that is not JSON, or too deep for its place, or too large.
 * @param harmless a problem that is let through, because it came from outside
 * @throws CortexError `invalid-input` naming the place
 */
export function checkContent(content: unknown, { noun, levels, maxBytes, next }: ContentLimits, harmless?: CanonicalProblem): void {
  let placed = content;
  for (let level = 0; level < levels; level += 1) placed = [placed];
  const result = tryChecksum(placed);
  if ('problem' in result) {
    if (result.problem !== harmless) throw canonicalError({ ...result, path: result.path.slice(levels) });
  } else if (result.bytes > maxBytes) {
    const sizes = { value: `${result.bytes} bytes`, allowed: `at most ${maxBytes} bytes` };
    throw new CortexError('invalid-input', `${noun} is too large`, { ...sizes, next });
  }
}

/** @param next what to do: a sentence @throws CortexError `invalid-input` naming the first place that is not as the schema wants it */
export function checkSchema(schema: z.ZodType, value: unknown, next: string): void {
  const [problem] = schemaProblems(schema, value);
  if (problem === undefined) return;
  const { path, message, ...shown } = problem;
  const place = path.length === 0 ? 'the value' : formatJsonPath(path);
  throw new CortexError('invalid-input', `${place} ${message}`, { ...shown, next });
}
