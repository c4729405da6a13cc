import { CortexError, fileError, systemCode } from '../kernel/errors.ts';

/** What a byte becomes that is not UTF-8. The system does not know the name that it gave then. */
const REPLACEMENT = '\ufffd';

/** What is gone by the time that it is looked at is no problem. */
export function whyNot(error: unknown, where: string, absolute: string): CortexError | null {
  const code = systemCode(error);
  const isGone = where !== '' && (code === 'ENOENT' || code === 'ENOTDIR');
  if (!isGone) return fileError(error, absolute, 'look at the file', 'read');
  return where.includes(REPLACEMENT) ? unknownName(absolute) : null;
}

/** Of what has a note's name. */
export function noFile(file: string): CortexError {
  const next = 'Move it away; a note belongs here.';
  return new CortexError('broken-file', 'is a device, pipe or socket, not a file', { file, next });
}

function unknownName(file: string): CortexError {
  const next = 'Rename it on the machine that made it.';
  return new CortexError('broken-file', 'has a name that is not UTF-8', { file, allowed: 'names in UTF-8', next });
}
