import path from 'node:path';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import type { TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import { reasoningLogName } from '../crtx/names.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import { projectIdReader } from '../crtx/store-life.ts';
import type { AdoptionOptions } from '../log/publishing/adoption.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Ledger } from './ledger.ts';
import { entryMachine, type TimelineAnswer, timelineMachine } from './machine.ts';
import { findNotAdopted } from './not-adopted.ts';
import { type EntryFile, entryProjection, timelineProjection } from './projection.ts';
import type { TimelineRecord } from './records.ts';

export type EntryLogOptions = AdoptionOptions<TimelineRecord, Ledger, TimelineAnswer, TolerantFile<EntryFile['type']>>;

/** Returns the options of a project's timeline log and its publication. @throws CortexError when its folder is outside the project */
export function timelineLog(runtime: Runtime, root: string): EntryLogOptions {
  return {
    directory: resolveLocalFolder(runtime.fs, root, 'timeline'),
    machine: timelineMachine,
    projection: timelineProjection({
      file: path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline),
      project: projectIdReader(runtime, root),
    }),
    leftOut: findNotAdopted,
  };
}

/**
 * As `timelineLog`, for the reasoning trace of a task.
 * @param file absolute
 * @param name of the file below `.cortex/`
 */
export function traceLog(runtime: Runtime, root: string, file: string, name: string): EntryLogOptions {
  return {
    directory: resolveLocalFolder(runtime.fs, root, reasoningLogName(runtime.fs, root, path.basename(file))),
    machine: entryMachine(name),
    projection: entryProjection({ type: 'reasoning', file, project: projectIdReader(runtime, root) }),
    leftOut: findNotAdopted,
  };
}
