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

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: ErrorData = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const VALUE_LIMIT = 120;

function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
}

/** The one text of an error, for the command line, the editor and logs alike. Never a stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof CortexError)) {
    return `unexpected: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { file, line, column, value, allowed, next } = error.data;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  let text = place === '' ? error.message : `${place}: ${error.message}`;
  if (value !== undefined) text += ` (got ${showValue(value)}${allowed ? `; allowed: ${allowed}` : ''})`;
  else if (allowed) text += ` (allowed: ${allowed})`;
  if (!/[.!?]$/.test(text)) text += '.';
  return next ? `${text} ${next}` : text;
}

/** The system's code (`ENOENT`, …) of an error from the file system, if it has one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Turns an error of the file system into one that names the file and the next step; a `CortexError` passes unchanged.
 * @param doing what was attempted, as in "cannot {doing}"
 */
export function fileError(error: unknown, file: string, doing: string): CortexError {
  if (error instanceof CortexError) return error;
  const cause = { cause: error };
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new CortexError(
        'disk-full',
        `cannot ${doing}: the disk is full`,
        { file, next: 'Free some space and try again; nothing was lost.' },
        cause,
      );
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new CortexError(
        'read-only',
        `cannot ${doing}: no permission to write here`,
        { file, next: 'Make the folder writable for this user and try again.' },
        cause,
      );
    case 'ENOENT':
      return new CortexError('not-found', `cannot ${doing}: there is no such file or folder`, { file }, cause);
    default:
      return new CortexError('io', `cannot ${doing}: ${error instanceof Error ? error.message : String(error)}`, { file }, cause);
  }
}
