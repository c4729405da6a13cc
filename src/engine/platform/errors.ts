import { commandAtEnd } from './suggested.ts';

/** All error codes of the engine. User interfaces map exactly these. */
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

/** The parts of an error that help a person to fix it. */
export interface ErrorData {
  /** The file that the error is about, as the person knows it. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** The rejected value. */
  readonly value?: unknown;
  /** What is accepted instead. */
  readonly allowed?: string;
  /** The next step, as a whole sentence. */
  readonly next?: string;
}

/** The only error that the engine throws on purpose. Any other error that escapes is a bug. */
export class CortexError extends Error {
  override readonly name = 'CortexError';
  /** Further messages for the person, such as what was done although the operation failed. */
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

/** Returns the error with more warnings. Errors that are not a `CortexError` are returned unchanged. */
export function withWarningsAdded(error: unknown, warnings: readonly string[]): unknown {
  if (!(error instanceof CortexError) || warnings.length === 0) return error;
  const { code, message, data } = error;
  return new CortexError(code, message, data, { cause: error, warnings: [...error.warnings, ...warnings] });
}

const VALUE_LIMIT = 120;

function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
}

/** Returns the suffix of an error message with the rejected and the allowed values; empty if neither is known. */
export function describeValue({ value, allowed }: Pick<ErrorData, 'value' | 'allowed'>): string {
  if (value !== undefined) return ` (got ${showValue(value)}${allowed ? `; allowed: ${allowed}` : ''})`;
  return allowed ? ` (allowed: ${allowed})` : '';
}

/** Joins a message and a next step into sentences. @param what with or without a full stop; it may end with a command to paste */
export function joinSentences(what: string, next?: string | null): string {
  const sentence = /[.!?]$/.test(what) ? what : `${what}.`;
  if (next) return `${sentence} ${next}`;
  // A full stop would become part of a command that is pasted.
  return commandAtEnd(what) === undefined ? sentence : what;
}

/** Returns the text of an error for the command line, the editor and logs. Never contains a stack trace. */
export function describeError(error: unknown): string {
  if (!(error instanceof CortexError)) {
    return `unexpected: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { file, line, column, next } = error.data;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return joinSentences(`${place === '' ? '' : `${place}: `}${error.message}${describeValue(error.data)}`, next);
}

/** Returns the system's code (`ENOENT`, …) of a file system error, if it has one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

interface Failure {
  readonly code: ErrorCode;
  readonly why: string;
  readonly next: string;
}

/** Explains a system error code; `null` for codes without an explanation of ours. */
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
        why: access === 'read' ? 'no read permission' : 'no write permission',
        next: `Make it ${access === 'read' ? 'readable' : 'writable'} for this user and try again.`,
      };
    case 'ENOENT':
      return { code: 'not-found', why: 'no such file or folder', next: 'Check the path, or create it.' };
    case 'ENOTDIR':
      return {
        code: 'broken-file',
        why: 'a file in the path is in the place of a folder',
        next: 'Move that file away, or correct the path.',
      };
    case 'ELOOP':
      return { code: 'outside-root', why: 'it is a symbolic link, which is not followed', next: 'Replace it with a file or folder.' };
    case 'ENAMETOOLONG':
      return { code: 'invalid-input', why: 'the path, or a name in it, is too long', next: 'Use a shorter path.' };
    default:
      return null;
  }
}

/**
 * Converts a file system error into one that names the file and the next step. A `CortexError` is returned unchanged.
 * @param action what was attempted, as in "cannot {action}"
 * @param access whether the attempt needs read or write permission
 */
export function fileError(error: unknown, file: string, action: string, access: 'read' | 'write' = 'write'): CortexError {
  if (error instanceof CortexError) return error;
  const cause = { cause: error };
  const failure = failureOf(systemCode(error), access);
  if (failure === null) {
    return new CortexError('io', `cannot ${action}: ${error instanceof Error ? error.message : String(error)}`, { file }, cause);
  }
  const { code, why, next } = failure;
  return new CortexError(code, `cannot ${action}: ${why}`, { file, next }, cause);
}
