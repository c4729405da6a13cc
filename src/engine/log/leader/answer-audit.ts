import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import { checkpointSize } from '../segments/checkpoint.ts';
import type { ReplyMessage } from './messages.ts';
import { findRecordOutcome, type RecordOutcome, type WrittenRecord } from './record-outcome.ts';

/** One in this many answers is compared with the log, if the log is small. */
const ONE_IN = 64;
/** For a large log fewer answers are compared, so that on average each answer costs reading this many bytes. */
const BYTES_PER_ANSWER = 512;
const DRAW_BYTES = 4;
const MAX_ANSWER_LENGTH = 200;

/** What a leader reported about a record. */
interface ReportedAnswer {
  readonly found: NonNullable<ReplyMessage['found']>;
  readonly lineage: string;
}

/** Compares a sample of a leader's answers with the log (docs/decisions/0044-leader-authentication.md). */
export class AnswerAudit<Operation extends Loggable, State, Answer> {
  #problem: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: { readonly directory: string; readonly machine: LogMachine<Operation, State, Answer> },
  ) {}

  /** Describes the answer that contradicts the log; `null` while none was found. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Compares the leader's answer with the log, for a random sample of records.
   * @returns what the log says if that differs, and sets `problem`; `null` otherwise
   */
  difference(written: WrittenRecord, op: string, reported: ReportedAnswer): RecordOutcome<Answer> | null {
    if (!this.#picks(written)) return null;
    let outcome: RecordOutcome<Answer>;
    try {
      outcome = findRecordOutcome(this.runtime, this.options, written);
    } catch {
      // The answer can no longer be computed.
      return null;
    }
    if (isSameAnswer(outcome, written, reported)) return null;
    const found = outcome === 'never' ? 'nothing: it is after the end of its segment, and is written again' : answerText(outcome.answer);
    this.#problem = `${this.options.directory}: the leader of this log answered ${answerText(reported.found.answer)} for the record ${written.id} (${op}), but the log gives ${found}. The log is right, and this process reads it directly from now on. Earlier answers may be wrong, too: check the current state. The leader may run another version of this program: update all of them, and stop those that still run.`;
    return outcome;
  }

  #picks({ segment }: WrittenRecord): boolean {
    const draw = randomFraction(this.runtime.random);
    if (draw * ONE_IN >= 1) return false;
    return draw * (checkpointSize(this.runtime.fs, this.options.directory, segment.name) + segment.size) < BYTES_PER_ANSWER;
  }
}

/** Returns a random number from 0 to below 1. */
function randomFraction(random: Random): number {
  return Buffer.from(random(DRAW_BYTES)).readUInt32LE() / 2 ** (8 * DRAW_BYTES);
}

function isSameAnswer<Answer>(outcome: RecordOutcome<Answer>, { segment }: WrittenRecord, { found, lineage }: ReportedAnswer): boolean {
  // The answers from a log that was deleted cannot be checked.
  if (outcome === 'never') return !segment.isNamed;
  if (outcome.lineage !== lineage) return true;
  const { place, changed, answer } = outcome;
  const right: unknown = JSON.parse(JSON.stringify({ ordinal: place.ordinal, time: place.time, changed, answer }));
  return isDeepStrictEqual(right, found);
}

function answerText(answer: unknown): string {
  const text = JSON.stringify(answer) ?? 'nothing';
  return text.length > MAX_ANSWER_LENGTH ? `${text.slice(0, MAX_ANSWER_LENGTH)}…` : text;
}
