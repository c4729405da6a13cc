import path from 'node:path';
import { adviceForInvalidEntries } from '../crtx/backup-files.ts';
import { REASONING } from '../crtx/cortex-files.ts';
import { inspectOnce } from '../crtx/inspect.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import type { CoreState } from '../log/core-state.ts';
import { leftOutErrors } from '../log/publishing/left-out.ts';
import { LogReader } from '../log/segments/reader.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Ledger } from '../timeline/ledger.ts';
import { type EntryLogOptions, traceLog } from '../timeline/timeline-log.ts';
import { rebuildAdvice } from './rebuild-advice.ts';
import { notAdopted } from './use-cases/verify-adoption.ts';

interface TraceLog {
  readonly options: EntryLogOptions;
  readonly core: Readonly<CoreState>;
  readonly state: Ledger;
}

/** Reads the log of a trace. @returns `null` if there is none, or it cannot be read */
function readLog(runtime: Runtime, root: string, name: string): TraceLog | null {
  let reader: LogReader<Parameters<EntryLogOptions['machine']['apply']>[1], Ledger, unknown> | null = null;
  try {
    const options = traceLog(runtime, root, path.join(root, CORTEX_FOLDER, name), name);
    reader = new LogReader(runtime, { directory: options.directory, machine: options.machine, from: 'newest' });
    reader.refresh();
    return reader.segment === null ? null : { options, core: reader.core, state: reader.state };
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  } finally {
    reader?.close();
  }
}

/** Returns an error for each part of a changed trace that the next command would not adopt. */
function refusedChanges(runtime: Runtime, root: string, name: string): CortexError[] {
  const log = readLog(runtime, root, name);
  if (log === null || (log.core.published === null && log.core.adopted === 0)) return [];
  const parts = notAdopted(runtime, log.options, log);
  return parts === null ? [] : leftOutErrors(parts, log.options.projection.file, adviceForInvalidEntries(name));
}

/** Explains why a trace cannot be read, and what happens to it. */
function explainBroken(runtime: Runtime, root: string, name: string, why: CortexError): readonly unknown[] {
  const canRebuild = (readLog(runtime, root, name)?.core.published ?? null) !== null;
  return canRebuild ? rebuildAdvice(runtime.fs, path.join(root, CORTEX_FOLDER), { type: 'reasoning', name }, why) : [why];
}

/**
 * Returns the errors that `cortex verify` reports about the file of a reasoning trace. Writes nothing.
 * @param root of the project
 * @param fileName in the folder of the traces
 */
export function traceErrors(runtime: Runtime, root: string, fileName: string): readonly unknown[] {
  const name = `${REASONING}/${fileName}`;
  const folder = path.join(root, CORTEX_FOLDER);
  try {
    const found = inspectOnce(runtime, folder, { type: 'reasoning', file: path.join(folder, name) });
    // Without a warning about the checksum, the file is as a program wrote it.
    if (found === null || (found.errors.length === 0 && found.warnings.length === 0)) return [];
    return [...found.errors, ...refusedChanges(runtime, root, name)];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return explainBroken(runtime, root, name, error);
  }
}
