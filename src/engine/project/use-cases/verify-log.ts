import path from 'node:path';
import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from '../../crtx/root.ts';
import { FILE_LIMIT, identityOf, readContent, statOf } from '../../files/file-content.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { checkClocks } from '../../log/clock-steps.ts';
import type { CoreState } from '../../log/core-state.ts';
import { checkpointName, segmentNumber, startingPoints } from '../../log/layout.ts';
import type { Loggable, LogMachine } from '../../log/machine.ts';
import { ABANDONED_MS } from '../../log/publishing/publisher.ts';
import { adviceForGap, describeMissing, type MissingSegments } from '../../log/segments/missing.ts';
import { LogReader } from '../../log/segments/reader.ts';
import { mayBeSeal, parsePredecessor, type SealedSegment } from '../../log/segments/seal.ts';
import { readSealedSegment } from '../../log/segments/sealed-segment.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findCompleteHistory } from '../../swarm/replay/complete-history.ts';
import { visitSegment } from '../../swarm/replay/segment-lines.ts';
import { clockWarnings } from '../../swarm/use-cases/clock-warnings.ts';
import type { Finding, VerifiedFile } from '../schemas/project.ts';
import { CheckpointVerification, type OddState } from './verify-checkpoints.ts';
import { toFinding, warning } from './verify-findings.ts';
import { checkSegmentLines, describeAhead, type LineFindings, type LineRules } from './verify-lines.ts';

/** Largest plausible difference between clock readings on one machine, in milliseconds. */
const AHEAD_MS = 60_000;

export interface VerifiedLog<State> {
  readonly files: readonly VerifiedFile[];
  /** State of the log; `null` when it cannot be read. */
  readonly state: State | null;
  /** Core state of the log; `null` when it cannot be read. */
  readonly core: Readonly<CoreState> | null;
  /** Whether the file can be rebuilt from the log. A log that has never published may lack parts of it. */
  readonly canRebuild: boolean;
  /** Whether the file is missing or older than the log. */
  readonly isUnpublished: boolean;
}

/** Findings by file name; the log's folder has the empty name. */
class FoundInLog {
  readonly #byName = new Map<string, Finding[]>([['', []]]);

  constructor(private readonly local: string) {}

  add(name: string, ...findings: readonly Finding[]): void {
    const others = this.#byName.get(name);
    if (others === undefined) this.#byName.set(name, [...findings]);
    else others.push(...findings);
  }

  /** The folder, and the files with findings. */
  get files(): VerifiedFile[] {
    return [...this.#byName]
      .filter(([name, findings]) => name === '' || findings.length > 0)
      .map(([name, findings]) => ({ file: name === '' ? this.local : `${this.local}/${name}`, type: null, findings }));
  }
}

/**
 * Verifies a log (docs/decisions/0002-log.md): each line, and the resulting state against each checkpoint and the current state. Reports
 * nothing when there is no log. Creates nothing.
 * @param name relative to `.cortex/.local/`
 * @param file published from the log, relative to `.cortex/`
 */
export function verifyLog<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  root: string,
  name: string,
  file: string,
  machine: LogMachine<Operation, State, Answer>,
): VerifiedLog<State> {
  const local = `${CORTEX_FOLDER}/${LOCAL_FOLDER}/${name}`;
  let reader: LogReader<Operation, State, Answer> | null = null;
  try {
    const directory = resolveLocalFolder(runtime.fs, root, name);
    reader = new LogReader(runtime, { directory, machine, from: 'newest' });
    reader.refresh();
    if (reader.segment === null) return { files: [], state: reader.state, core: reader.core, canRebuild: false, isUnpublished: false };
    const files = new LogVerification(runtime, directory, machine, reader).run(new FoundInLog(local)).files;
    const isUnpublished = isBehind(runtime, reader.core, path.join(root, CORTEX_FOLDER, file));
    return { files, state: reader.state, core: reader.core, canRebuild: reader.core.published !== null, isUnpublished };
  } catch (error) {
    return {
      files: [{ file: shownFile(error, root, local), type: null, findings: [toFinding(error, local)] }],
      state: null,
      core: null,
      canRebuild: false,
      isUnpublished: false,
    };
  } finally {
    reader?.close();
  }
}

/** Returns the file of the log that an error is about, relative to the project; the log's folder if it names none in it. */
function shownFile(error: unknown, root: string, local: string): string {
  const named =
    error instanceof CortexError
      ? path
          .relative(root, error.data.file ?? '')
          .split(path.sep)
          .join('/')
      : '';
  return named.startsWith(`${local}/`) ? named : local;
}

/**
 * Reports whether a published file lacks changes of the log and no process is about to write it. False for a file that another program
 * wrote, which is adopted first, and for an unreadable one, which is reported elsewhere.
 */
function isBehind(runtime: Runtime, core: CoreState, file: string): boolean {
  if (runtime.clock.now() - core.changedAt <= ABANDONED_MS) return false;
  try {
    const stat = statOf(runtime.fs, file);
    if (stat === null) return core.changed > 0;
    const content = stat.isFile() && stat.size <= FILE_LIMIT ? readContent(runtime, file, identityOf(stat)) : null;
    return content !== null && core.knows(content.hash) && core.content(content.hash).upTo < core.changed;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

class LogVerification<Operation extends Loggable, State, Answer> {
  /** Numbers of the segments with lines that readers skip. */
  readonly #damaged: number[] = [];

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly machine: LogMachine<Operation, State, Answer>,
    /** Reader positioned at the end of the log. */
    private readonly reader: LogReader<Operation, State, Answer>,
  ) {}

  run(found: FoundInLog): FoundInLog {
    this.#lines(found);
    this.#clocks(found);
    this.#gaps(found);
    this.#predecessors(found);
    const { core, state, unreached } = this.reader;
    for (const segment of unreached) found.add(segment, UNREACHED);
    let last = 0;
    for (const odd of new CheckpointVerification(this.runtime, this.directory, this.machine, { core, state }).run()) {
      const number = odd.segment === null ? Number.POSITIVE_INFINITY : (segmentNumber(odd.segment) ?? 0);
      const isExplained = this.#damaged.some((each) => each >= last && each < number);
      found.add(odd.segment === null ? '' : checkpointName(odd.segment), oddFinding(odd, isExplained));
      if (odd.isOther) last = number;
    }
    return found;
  }

  /** Checks segments against the seals after them: each seal records how the previous segment ended. */
  #predecessors(found: FoundInLog): void {
    const { runtime, directory } = this;
    const segments = this.#segments();
    for (const segment of segments) {
      let predecessor: SealedSegment | null = null;
      visitSegment(
        runtime.fs,
        directory,
        segment,
        ({ record }) => {
          predecessor = record === null ? predecessor : parsePredecessor(record);
        },
        mayBeSeal,
      );
      const before = predecessor === null ? null : findReplacedSegment(runtime.fs, directory, predecessor, segments);
      if (before !== null) found.add(before, REPLACED);
    }
  }

  #gaps(found: FoundInLog): void {
    for (const { segment, missing, until } of findCompleteHistory(this.runtime, this.directory).gaps) {
      if (missing !== null) found.add('', missingFinding(this.directory, missing));
      else if (until !== null) {
        found.add(segment ?? '', {
          ...warning('its end is damaged: it does not lead to the next segment', { next: KNOWN }),
          severity: 'error',
        });
      }
      this.#damaged.push(segmentNumber(segment ?? '') ?? 0);
    }
  }

  #lines(found: FoundInLog): void {
    const { clock, fs } = this.runtime;
    const { core } = this.reader;
    const now = clock.now();
    const isAhead = !core.pinned && !clock.pinned && core.time > now + AHEAD_MS;
    const rules: LineRules = {
      directory: this.directory,
      now,
      latest: isAhead ? now + AHEAD_MS : null,
      isSetBack: notesClock(this.directory),
      isKnown: (record) => this.machine.parse(record) !== null,
    };
    let first: Finding | null = null;
    for (const segment of this.#segments()) {
      const lines: LineFindings | null = checkSegmentLines(fs, segment, rules);
      if (lines === null) continue;
      const ahead = first === null && lines.ahead !== null ? [lines.ahead] : [];
      first ??= lines.ahead;
      found.add(segment, ...lines.findings, ...ahead);
      if (lines.isDamaged) this.#damaged.push(segmentNumber(segment) ?? 0);
    }
    // The record itself may have been swept.
    if (isAhead && first === null) found.add('', describeAhead('its last record', core.time, rules));
  }

  /** Reports steps of the clock. A log that is ahead is reported at its first such record. */
  #clocks(found: FoundInLog): void {
    if (!notesClock(this.directory)) return;
    const { runtime, reader } = this;
    const clocks = { ...checkClocks(runtime, reader.core), logAhead: 0 };
    found.add('', ...clockWarnings({ clocks, runtime }).map((text) => warning(text)));
  }

  /** Returns the segments that are read, in order; none before a gap. */
  #segments(): string[] {
    const names = listDirectory(this.runtime.fs, this.directory);
    const from = segmentNumber(startingPoints(names, 'oldest')[0] ?? '') ?? 1;
    const numbered = names.map((name) => ({ name, number: segmentNumber(name) ?? 0 })).filter(({ number }) => number >= from);
    return numbered.sort((a, b) => a.number - b.number).map(({ name }) => name);
  }
}

/** Reports whether a log records steps of the clock. */
function notesClock(directory: string): boolean {
  return path.basename(directory) === 'swarm';
}

const KNOWN = 'The current state is complete: a later checkpoint holds it. "cortex swarm replay" shows nothing before that checkpoint.';

const UNREACHED = warning('no seal leads to this segment: power was lost while it was written. Its records are ignored', {
  next: 'Nothing to do.',
});

const REPLACED: Finding = {
  severity: 'error',
  message: 'It changed after the next segment was sealed: it was edited or replaced with another copy.',
  line: null,
  column: null,
  next: 'Restore the right file from a backup. If a later checkpoint can be read, the current state does not depend on this segment. "cortex swarm replay" may show wrong history before that checkpoint.',
};

/** Returns the name of a segment that differs from what a seal recorded; `null` when it is the same or missing. */
function findReplacedSegment(fs: FileSystem, directory: string, predecessor: SealedSegment, segments: readonly string[]): string | null {
  if (!segments.includes(predecessor.segment)) return null;
  const sealed = readSealedSegment(fs, directory, predecessor.segment)?.sealed;
  return sealed?.bytes === predecessor.bytes && sealed.sha256 === predecessor.sha256 ? null : predecessor.segment;
}

function missingFinding(directory: string, missing: MissingSegments): Finding {
  const message = `${describeMissing(missing)}.`;
  return { severity: 'error', message, line: null, column: null, next: adviceForGap(directory, missing) };
}

/** @param isExplained whether a skipped line before it explains the difference */
function oddFinding({ segment, problem, isOther }: OddState, isExplained: boolean): Finding {
  if (!isOther) return warning(problem, { next: 'The previous checkpoint or the first segment is used. Nothing is lost.' });
  if (isExplained) {
    const message = 'This checkpoint holds more than the readable records before it.';
    const next = 'The current state is complete. History before it lacks the damaged lines. Restore them from a backup.';
    return { ...warning(message, { next }), severity: 'error' };
  }
  const message = `${segment === null ? 'the current state' : 'the state in this checkpoint'} ${problem}.`;
  const next =
    'The log was changed by hand, or another version of this program wrote it. Keep a copy of the folder. To continue from the published file, stop all programs that use the log and move the folder away.';
  return { severity: 'error', message, line: null, column: null, next };
}
