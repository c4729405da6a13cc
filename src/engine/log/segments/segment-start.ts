import { join } from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import { startsLikeRecord } from '../record.ts';
import { adviceForMissingEnd } from './missing.ts';

/** Parts of a record that no file of another program is likely to have. Damage at the start of the line leaves one of them. */
const BODY_START = '"r":{"id":"rec_';
const FIRST_RECORD = ['"op":"begin"', '"boot":', '"floor":'];

function isOfLog(line: Buffer): boolean {
  if (line[0] === 0 || startsLikeRecord(line) || line.includes(BODY_START)) return true;
  return FIRST_RECORD.every((part) => line.includes(part));
}

/** How a segment begins: as a log, or as the file of another program, to which nothing must be appended. */
export class SegmentStart {
  /** Number of the first line with text, if the file begins like no log and no record was found yet. */
  #foreign: number | null = null;
  #isRead = false;

  /** Notes a line. A dead writer leaves the start of a record, and a power loss zeros. @param from its offset; only empty lines precede it */
  note(line: Buffer, isRecord: boolean, from: number): void {
    if (isRecord) this.#foreign = null;
    else if (!this.#isRead && !isOfLog(line)) this.#foreign = from + 1;
    this.#isRead = true;
  }

  /** Returns the error for a file of another program; `null` for a log. */
  foreignError(directory: string, segment: string): CortexError | null {
    if (this.#foreign === null) return null;
    const place = { file: join(directory, segment), line: this.#foreign };
    const next = `Nothing is appended to it. ${adviceForMissingEnd(directory)}`;
    return new CortexError('broken-file', 'this file is no log: it begins with other text, and has no record', { ...place, next });
  }
}
