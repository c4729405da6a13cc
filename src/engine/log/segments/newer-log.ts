import { CortexError } from '../../platform/errors.ts';
import { LOG_VERSION } from '../core-state.ts';

/** Returns the error for a log that this version cannot read. */
export function newerLogError(directory: string, version: number): CortexError {
  return new CortexError('newer-version', 'the log was continued by a newer version of this program', {
    file: directory,
    value: version,
    allowed: `${LOG_VERSION} or lower`,
    next: 'Update this program. Nothing was written.',
  });
}
