import { ownProperty } from '../../text/foreign-data.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { InspectedFile } from '../inspect.ts';
import type { CortexFileType } from '../schema.ts';

/** Key beside `nodes` in a graph that has the content of both sides of a merge. A build writes `data` anew, without the key. */
const MERGED = 'mergedFromBranches';

/** Returns the data of a graph, marked as merged. */
export const markedAsMerged = <Data extends object>(data: Data): Data => ({ ...data, [MERGED]: true });

/** A warning about a graph, with its place. */
export interface MergedGraph {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly next: string;
}

/** Returns the warning that a graph has the content of both sides of a merge; `null` for any other graph, and for other files. */
export function mergedGraphWarning(found: InspectedFile<CortexFileType> | null): MergedGraph | null {
  if (found?.type !== 'graph' || ownProperty(found.value.data, MERGED) !== true) return null;
  const { file, content } = found;
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  return {
    file,
    ...lineAndColumn(text, locateJsonPath(text, ['data', MERGED])),
    message: 'has the content of both sides of a merge, which may not match the merged code',
    next: 'Rebuild it: cortex graph build',
  };
}
