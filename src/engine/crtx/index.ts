/** The envelope of `.crtx` files (seed 1): the door of this folder for other protocols. */

export { typeOf as typeOfFile } from './cortex-files.ts';
export { CortexIO } from './cortex-io.ts';
export { folderInside } from './folder-inside.ts';
export { type CortexWarning, parseCortexFile } from './format.ts';
export { changedSince, graphWrittenAt, isNewer } from './graph/graph-age.ts';
export { type DigestContent, type Followers, type MayBreak, type RiskyFile, writeGraphDigest } from './graph/graph-digest.ts';
export { DOUBT_OF, type Doubts, doubtsAbout, doubtsInWords, doubtsOutput, UNKNOWN_IMPACT } from './graph/graph-doubts.ts';
export { graphFault } from './graph/graph-fault.ts';
export { type GraphGaps, readGraphGaps, type UnreadFile, type UnresolvedImport, writeGraphGaps } from './graph/graph-gaps.ts';
export { type GraphSummary, graphSummary } from './graph/graph-summary.ts';
export { type InspectedFile, MAX_FILE_BYTES } from './inspect.ts';
export { uniteFile } from './merging/unite-file.ts';
export { unmergedCopies } from './merging/unmerged-copy.ts';
export { unmergedFile } from './merging/unmerged-file.ts';
export { checkAgent, isPerson, loginName, namedAgent, personHere } from './people.ts';
export { asideFinding, isAside } from './put-aside.ts';
export { renderCortexFile } from './render.ts';
export { CORTEX_FOLDER, findProject, findProjectRoot, ignoresCase, nearestProject } from './root.ts';
export type * from './schema.ts';
export { projectIdOf } from './store-life.ts';
export { describeBad } from './tolerant-format.ts';
export { pathInProject, type Workplace, workplaceOf } from './typed/typed-path.ts';
