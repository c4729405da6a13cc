/** What went wrong, as a closed set: every surface maps these codes and no others. */
export type ErrorCode =
  | 'not-found'
  | 'already-exists'
  | 'invalid-input'
  | 'broken-file'
  | 'outside-root'
  | 'disk-full'
  | 'read-only'
  | 'clock-skew'
  | 'clock-pinned'
  | 'busy'
  | 'denied'
  | 'newer-version'
  | 'io';

/** The parts of an error that a person needs to mend it. */
export interface ErrorData {
  /** The file that the error is about, as the person knows it. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** The value that was refused. */
  readonly value?: unknown;
  /** What would have been accepted. */
  readonly allowed?: string;
  /** What to do now, as a whole sentence. */
  readonly next?: string;
}

/** The only error that the engine throws on purpose; anything else that escapes is a defect. */
export class CortexError extends Error {
  override readonly name = 'CortexError';
  /** What the person should know besides: what was done although the operation failed. */
  readonly warnings: readonly string[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: ErrorData = {},
    { warnings = [], ...options }: ErrorOptions & { readonly warnings?: readonly string[] } = {},
  ) {
    super(message, options);
    this.warnings = warnings;
  }
}

/** An error that says, too, what the person should know besides. What is no `CortexError` passes unchanged. */
export function warned(error: unknown, warnings: readonly string[]): unknown {
  if (!(error instanceof CortexError) || warnings.length === 0) return error;
  const { code, message, data } = error;
  return new CortexError(code, message, data, { cause: error, warnings: [...error.warnings, ...warnings] });
}

const VALUE_LIMIT = 120;

function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
}

/** What stands behind the words for what is wrong: what there is, and what could be. */
export function describeValue({ value, allowed }: Pick<ErrorData, 'value' | 'allowed'>): string {
  if (value !== undefined) return ` (got ${showValue(value)}${allowed ? `; allowed: ${allowed}` : ''})`;
  return allowed ? ` (allowed: ${allowed})` : '';
}

/** What is wrong and what to do now, as people read it: in sentences. @param what with or without its full stop */
export function inSentences(what: string, next?: string | null): string {
  const sentence = /[.!?]$/.test(what) ? what : `${what}.`;
  return next ? `${sentence} ${next}` : sentence;
}

/** The one text of an error, for the command line, the editor and logs alike. Never a stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof CortexError)) {
    return `unexpected: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { file, line, column, next } = error.data;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return inSentences(`${place === '' ? '' : `${place}: `}${error.message}${describeValue(error.data)}`, next);
}

/** The system's code (`ENOENT`, …) of an error from the file system, if it has one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

interface Failure {
  readonly code: ErrorCode;
  readonly why: string;
  readonly next: string;
}

/** What the system's codes mean to a person; of others only the system's own words are known. */
function failureOf(code: string | undefined, access: 'read' | 'write'): Failure | null {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'disk-full', why: 'the disk is full', next: 'Free some space and try again.' };
    case 'EROFS':
      return { code: 'read-only', why: 'the file system is read-only', next: 'Mount it for writing, or work in a copy elsewhere.' };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'read-only',
        why: access === 'read' ? 'no permission to read it' : 'no permission to write here',
        next: `Make it ${access === 'read' ? 'readable' : 'writable'} for this user and try again.`,
      };
    case 'ENOENT':
      return { code: 'not-found', why: 'there is no such file or folder', next: 'Check the path; make it if it should be there.' };
    case 'ENOTDIR':
      return {
        code: 'broken-file',
        why: 'a file stands in the path where a folder belongs',
        next: 'Move that file away, or correct the path.',
      };
    case 'ENAMETOOLONG':
      return { code: 'invalid-input', why: 'the path, or a name in it, is too long', next: 'Take a shorter one.' };
    default:
      return null;
  }
}

/**
 * Turns an error of the file system into one that names the file and the next step; a `CortexError` passes unchanged.
 * @param doing what was attempted, as in "cannot {doing}"
 * @param access whether that needs permission to read or to write
 */
export function fileError(error: unknown, file: string, doing: string, access: 'read' | 'write' = 'write'): CortexError {
  if (error instanceof CortexError) return error;
  const cause = { cause: error };
  const failure = failureOf(systemCode(error), access);
  if (failure === null) {
    return new CortexError('io', `cannot ${doing}: ${error instanceof Error ? error.message : String(error)}`, { file }, cause);
  }
  const { code, why, next } = failure;
  return new CortexError(code, `cannot ${doing}: ${why}`, { file, next }, cause);
}
