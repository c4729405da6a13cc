import type * as z from 'zod';
import { CortexError } from '../platform/errors.ts';
import { type CanonicalProblem, canonicalError, tryChecksum } from '../text/json/canonical-json.ts';
import { formatJsonPath } from '../text/json/json-position.ts';
import { schemaProblems } from './validate.ts';

/** Limits for content that is stored in a file. */
export interface ContentLimits {
  /** Name of the content in messages: `a timeline entry`. */
  readonly noun: string;
  /** Levels of nesting above the content in the `data` of its file. */
  readonly levels: number;
  /** Maximum size as canonical JSON, in bytes. */
  readonly maxBytes: number;
  /** Advice for content that is too large, as a sentence. */
  readonly next: string;
}

/**
 * Refuses content that a file cannot store: not JSON, nested too deeply for its place, or too large.
 * @param harmless a problem that is accepted, because the content came from outside
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

/** @param next advice, as a sentence @throws CortexError `invalid-input` naming the first value that does not match the schema */
export function checkSchema(schema: z.ZodType, value: unknown, next: string): void {
  const [problem] = schemaProblems(schema, value);
  if (problem === undefined) return;
  const { path, message, ...shown } = problem;
  const place = path.length === 0 ? 'the value' : formatJsonPath(path);
  throw new CortexError('invalid-input', `${place} ${message}`, { ...shown, next });
}
