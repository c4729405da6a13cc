/** The envelope of `.crtx` files (seed 1): the door of this folder for other protocols. */

export { backupFinding, isBackupName } from './backup-files.ts';
export { typeOfFileName as typeOfFile } from './cortex-files.ts';
export { CortexIO } from './cortex-io.ts';
export { resolveCortexFolder } from './folder-inside.ts';
export { type CortexWarning, parseCortexFile } from './format.ts';
export { changedSince, graphWrittenAt, isGone, isNewer } from './graph/graph-age.ts';
export { type Dependents, type DigestContent, type ImpactedFile, type RiskyFile, writeGraphDigest } from './graph/graph-digest.ts';
export {
  DOUBT_SUBJECTS,
  type Doubts,
  describeChanged,
  describeDoubts,
  doubtsOutput,
  findDoubts,
  UNKNOWN_IMPACT,
} from './graph/graph-doubts.ts';
export { checkGraphReplaceable, moveBrokenGraphAside } from './graph/graph-fault.ts';
export {
  type GraphGaps,
  readGraphGaps,
  UNRESOLVED_REASONS,
  type UncertainImport,
  type UnreadFile,
  type UnresolvedImport,
  uncheckedNames,
  writeGraphGaps,
} from './graph/graph-gaps.ts';
export { type GraphSummary, graphSummary } from './graph/graph-summary.ts';
export { reasonInWords } from './graph/unresolved-reason.ts';
export { type InspectedFile, MAX_FILE_BYTES } from './inspect.ts';
export { describeInvalidEntries } from './invalid/tolerant-format.ts';
export { mergeFile, mergeToSides } from './merging/merge-file.ts';
export { listUnmergedCopies } from './merging/unmerged-copy.ts';
export { mergedGraphWarning, unmergedFileError } from './merging/unmerged-file.ts';
export { checkAgent, isPerson, loginName, looksLikePerson, namedAgent, suggestPersonId } from './people.ts';
export { renderCortexFile } from './render.ts';
export { CORTEX_FOLDER, findProject, findProjectRoot, ignoresCase, nearestProject } from './root.ts';
export type * from './schema.ts';
export { projectIdReader } from './store-life.ts';
export { findWorkplace, pathInProject, type Workplace } from './typed/typed-path.ts';
