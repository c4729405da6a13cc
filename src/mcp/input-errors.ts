import * as z from 'zod';

const word = (value: unknown): string => String(value);

/** Returns what is expected of a value, in the words of the tools; `undefined` leaves the default text. */
function expected(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `expected ${issue.values.map(word).join(' or ')}`;
    case 'invalid_type':
      return issue.input === undefined ? `is required (${issue.expected})` : `expected ${issue.expected}, got ${kindOf(issue.input)}`;
    case 'too_small':
      return limitWords(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return limitWords(issue.origin, 'at most', issue.maximum);
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function limitWords(origin: string, limit: string, size: number | bigint): string {
  if (origin !== 'array' && origin !== 'string') return `must be ${limit} ${size}`;
  return `needs ${limit} ${size} ${origin === 'array' ? 'item' : 'character'}${size === 1 ? '' : 's'}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Words the errors of invalid tool input so that a model can repair its call. Applies to the whole process, which is only a server. */
export function useInputErrors(): void {
  z.config({ customError: expected });
}
