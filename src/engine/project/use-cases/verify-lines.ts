import { join } from 'node:path';
import { quoted, shortLine } from '../../crtx/shorten.ts';
import { showTime } from '../../crtx/typed/typed-time.ts';
import { CoreState } from '../../log/core-state.ts';
import type { LogRecord } from '../../log/record.ts';
import { lineNumber } from '../../log/segments/line-number.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type SegmentLine, visitSegment } from '../../swarm/replay/segment-lines.ts';
import { duration } from '../../text/amounts.ts';
import type { Finding } from '../schemas/project.ts';
import { warning } from './verify-findings.ts';

/** Largest number of lines to name per segment. */
const MAX_LINES = 5;

/** Rules for checking the lines of a log. */
export interface LineRules {
  readonly directory: string;
  /** Reports whether a record is an operation of the protocol. */
  isKnown(record: LogRecord): boolean;
  /** Records after this time are ahead, in milliseconds since 1970 UTC; `null` to ignore times. */
  readonly latest: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Whether the next writer resets the log's time. */
  readonly isSetBack: boolean;
}

interface Wrong {
  readonly from: number;
  readonly problem: string;
}

/** Problems in the lines of one segment. */
export interface LineFindings {
  readonly findings: readonly Finding[];
  /** Whether any line is skipped by readers. */
  readonly isDamaged: boolean;
  /** First record that is ahead; `null` when there is none. */
  readonly ahead: Finding | null;
}

/** Checks one segment up to its seal; `null` when it no longer exists. @throws CortexError when it cannot be read */
export function checkSegmentLines(fs: FileSystem, segment: string, rules: LineRules): LineFindings | null {
  const { directory, latest } = rules;
  const wrong: Wrong[] = [];
  let count = 0;
  let ahead: SegmentLine | null = null;
  const visited = visitSegment(fs, directory, segment, (line) => {
    const problem = problemOf(line, segment, rules);
    if (problem !== null) {
      count += 1;
      if (count <= MAX_LINES) wrong.push({ from: line.from, problem });
    } else if (latest !== null && ahead === null && line.record !== null && line.record.t > latest) ahead = line;
  });
  if (visited === null) return null;
  const lineOf = (from: number) => ({ line: lineNumber(fs, join(directory, segment), from), column: 1 });
  const findings = wrong.map(({ from, problem }) => warning(problem, lineOf(from)));
  if (count > MAX_LINES) findings.push(warning(`${count - MAX_LINES} more lines like these`));
  return { findings, isDamaged: count > 0, ahead: ahead === null ? null : aheadFinding(ahead, lineOf, rules) };
}

/** Describes the problem of a line. An unfinished line at the end of the file does not count yet. */
function problemOf({ record, isCorrected, bytes, isFinished, from }: SegmentLine, segment: string, { isKnown }: LineRules): string | null {
  if (record === null) return isFinished ? `skipped a damaged line (${bytes.length} bytes)` : null;
  const isOurs = CoreState.owns(record.op) || isKnown(record);
  if (isCorrected) return 'one byte of this record is wrong. It was corrected by the checksum: nothing is lost';
  if (isOurs && new CoreState().note(record, { segment, from, to: from + bytes.length }) !== null) return null;
  return `skipped a record that is not an operation (${shortLine(record.op)})`;
}

function aheadFinding(
  { record, from }: SegmentLine,
  lineOf: (from: number) => Pick<Finding, 'line' | 'column'>,
  rules: LineRules,
): Finding {
  const { id, t, op, agent } = record ?? { id: '', t: 0, op: '' };
  const what = typeof agent === 'string' ? `${op} of ${quoted(agent)}` : op;
  return { ...describeAhead(`the record ${shortLine(id)} (${shortLine(what)})`, t, rules), ...lineOf(from) };
}

/** @param time milliseconds since 1970 UTC */
export function describeAhead(
  what: string,
  time: number,
  { now, directory, isSetBack }: Pick<LineRules, 'now' | 'directory' | 'isSetBack'>,
): Finding {
  const message = `${what} has the time ${showTime(time)}, ${duration(time - now)} ahead of this machine's clock.`;
  const next = isSetBack
    ? 'If the clock is right, do nothing: the next command that writes sets the time of the log back, and leases keep their remaining time. If the clock is wrong, correct it first.'
    : `If the clock is right, the log's time does not advance until then. To continue now, stop all programs that use the log and move ${directory} away: the log is rebuilt from the published file.`;
  return { severity: 'error', message, line: null, column: null, next };
}
