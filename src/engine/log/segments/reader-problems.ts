import { join } from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { LOG_VERSION } from '../core-state.ts';
import type { CorrectedRecord } from './line-correction.ts';
import { LineNumbers } from './line-number.ts';

const PROBLEMS_KEPT = 100;

/** What a reader of a log found wrong: skipped lines, records and checkpoints, each once. */
export class ReaderProblems {
  readonly #problems: string[] = [];
  readonly #lines: LineNumbers;

  constructor(
    fs: FileSystem,
    private readonly directory: string,
  ) {
    this.#lines = new LineNumbers(fs);
  }

  /** Newest last. */
  get all(): readonly string[] {
    return this.#problems;
  }

  report(problem: string): void {
    if (this.#problems.includes(problem)) return;
    this.#problems.push(problem);
    if (this.#problems.length > PROBLEMS_KEPT) this.#problems.shift();
  }

  skippedLine(segment: string, from: number, bytes: number): void {
    this.#reportLine(segment, from, `skipped a damaged line of ${bytes} bytes`);
  }

  correctedLine(segment: string, { from }: CorrectedRecord): void {
    this.#reportLine(segment, from, 'corrected a record with one wrong byte. Nothing is lost');
  }

  skippedRecord(segment: string, op: string): void {
    this.report(`${this.directory}/${segment}: skipped a record that is not an operation (${op.slice(0, 40)})`);
  }

  uselessCheckpoint(segment: string, error: unknown): void {
    this.report(`${this.directory}: checkpoint of ${segment} cannot be used: ${error instanceof Error ? error.message : error}`);
  }

  #reportLine(segment: string, from: number, what: string): void {
    const file = join(this.directory, segment);
    this.report(`${file}:${this.#lines.at(file, from)}: ${what}. Run "cortex verify".`);
  }
}

/** Returns the error for a log that this version cannot read. */
export function newerLogError(directory: string, version: number): CortexError {
  return new CortexError('newer-version', 'the log was continued by a newer version of this program', {
    file: directory,
    value: version,
    allowed: `${LOG_VERSION} or lower`,
    next: 'Update this program. Nothing was written.',
  });
}
