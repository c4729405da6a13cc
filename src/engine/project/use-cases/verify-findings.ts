import { CortexError, describeError, fileError, joinSentences, systemCode } from '../../platform/errors.ts';
import type { Finding } from '../schemas/project.ts';

/** @param file that was read @throws `failure` itself unless it is a read failure */
export function toFinding(failure: unknown, file: string): Finding {
  if (!(failure instanceof CortexError) && systemCode(failure) === undefined) throw failure;
  const { code, message, data } = fileError(failure, file, 'read it', 'read');
  const { line = null, column = null, value, allowed, next } = data;
  const shown = { ...(value !== undefined && { value }), ...(allowed && { allowed }) };
  return { severity: 'error', message: describeError(new CortexError(code, message, shown)), line, column, next: next ?? null };
}

export function warning(text: string, place: Partial<Pick<Finding, 'line' | 'column' | 'next'>> = {}): Finding {
  return { severity: 'warning', message: joinSentences(text), line: null, column: null, next: null, ...place };
}
