import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isCount, isText, listOf, oneOf, orNone, shapeGuard } from '../../text/shape.ts';
import { CORTEX_FOLDER } from '../root.ts';
import { graphIdentity } from './graph-digest.ts';

const FOLDER = `${CORTEX_FOLDER}/.local/graph`;
const FILE = 'gaps.json';
const VERSION = 2;
const MAX_BYTES = 64 * 1_048_576;

/**
 * Why an import has no edge, or lacks names (`not exported`, with the files that do not have them): no file of the project is found for it, several files may be meant and it is not known which, it leads out of
 * the project, or what it imports is only known when the program runs.
 */
export const UNRESOLVED_REASONS = ['not found', 'not exported', 'ambiguous', 'out of the project', 'computed at run time'] as const;
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

/** An import in the project that should lead to one of its files, or a name in a manifest that should. */
export interface UnresolvedImport {
  /** The importing file or the manifest, relative to the project's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** As written; for a computed import the expression. */
  readonly specifier: string;
  /** The imported names, if they are listed. */
  readonly names: readonly string[];
  readonly reason: UnresolvedReason;
  /** In a manifest: the language of the file that should be there, as an extension without its dot. */
  readonly language?: string;
  /** Files of the project that may be meant. Omitted if there are none. */
  readonly candidates?: readonly string[];
}

/** Imported names, or a member of a module, that a file may define although its text does not show them. */
export interface UncertainImport {
  /** The importing file, relative to the project's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly specifier: string;
  readonly names: readonly string[];
  /** Path without extension of the file that may be missing; of a package its folder. Omitted if the names cannot mean a file. */
  readonly place?: string;
  /** The file that may define the names. */
  readonly definer: string;
}

/** A source whose imports are not all known, or a manifest that was not read completely. */
export interface UnreadFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** A predicate that follows the path: `is larger than 1 MiB`, `could not be parsed completely`. */
  readonly reason: string;
  /** 1-based, where that is one line. */
  readonly line?: number;
  /** Of a manifest: the language whose imports it decides, as an extension without its dot. */
  readonly language?: string;
}

/** What is missing in a graph, because it could not be read from the project. */
export interface GraphGaps {
  readonly imports: readonly UnresolvedImport[];
  /** Not counted as unresolved. Omitted if there are none. */
  readonly uncertain?: readonly UncertainImport[];
  readonly files: readonly UnreadFile[];
  /** How many commits were read, and how many of them fix or revert something. */
  readonly commits: number;
  readonly fixes: number;
}

/** Counts the names that could not be checked. */
export const uncheckedNames = (all: readonly Pick<UncertainImport, 'names'>[]): number =>
  all.reduce((sum, { names }) => sum + Math.max(1, names.length), 0);

interface StoredGaps extends GraphGaps {
  readonly version: number;
  readonly graph: string;
}

const isStoredGaps = shapeGuard<StoredGaps>({
  version: (value) => value === VERSION,
  graph: isText,
  commits: isCount,
  fixes: isCount,
  imports: listOf(
    shapeGuard<UnresolvedImport>({
      path: isText,
      line: isCount,
      specifier: isText,
      names: listOf(isText),
      reason: oneOf(...UNRESOLVED_REASONS),
      language: orNone(isText),
      candidates: orNone(listOf(isText)),
    }),
  ),
  uncertain: orNone(
    listOf(
      shapeGuard<UncertainImport>({
        path: isText,
        line: isCount,
        specifier: isText,
        names: listOf(isText),
        place: orNone(isText),
        definer: isText,
      }),
    ),
  ),
  files: listOf(shapeGuard<UnreadFile>({ path: isText, reason: isText, line: orNone(isCount), language: orNone(isText) })),
});

/**
 * Reads the gaps of a project's graph. `graph build` writes them beside the graph, whose edges have no field for them
 * (docs/decisions/0035-incomplete-graph-answers.md).
 * @param root a real path
 * @returns `null` if they are unknown: the graph was built elsewhere, or replaced since
 */
export function readGraphGaps({ fs }: Runtime, root: string): GraphGaps | null {
  try {
    const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MAX_BYTES, root });
    const stored: unknown = JSON.parse(content?.bytes.toString('utf8') ?? 'null');
    return isStoredGaps(stored) && stored.graph === graphIdentity(fs, root) ? stored : null;
  } catch (error) {
    if (error instanceof CortexError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Writes the gaps of the graph that was just written. @param root a real path @throws CortexError */
export async function writeGraphGaps(runtime: Runtime, root: string, gaps: GraphGaps): Promise<void> {
  const graph = graphIdentity(runtime.fs, root);
  if (graph === null) return;
  const folder = await makeLocalFolder(runtime, root, FOLDER);
  const stored: StoredGaps = { ...gaps, version: VERSION, graph };
  await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(JSON.stringify(stored)));
}
