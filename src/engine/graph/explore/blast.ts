import type { GraphModel } from '../graph-model.ts';
import { type BlastRadius, computeBlastRadius } from '../questions/blast-radius.ts';
import type { AffectedFile, GraphBlast } from '../schemas/graph-answer.ts';
import type { IndexedFilter } from './base-layout.ts';
import type { Candidate } from './node-scene.ts';
import { findNodeByShownId, shortenText, toShare } from './shown-values.ts';

/** Maximum number of files and of tests. `tests` and `steps` also limit the tests of a file and the path to it. */
const MAX = { files: 200, tests: 50, steps: 20 };

/** Returns the file of a node, by the shown (possibly cut) id; `null` if the node has no file or is unknown. */
export function findFileByShownId(model: GraphModel, id: string): number | null {
  const file = model.fileOf[findNodeByShownId(model, id) ?? -1] ?? -1;
  return file === -1 ? null : file;
}

const lastOf = new WeakMap<GraphModel, { readonly file: number; readonly radius: BlastRadius }>();

/** Caches the last result, because a scene and the list beside it are queried together. */
function radiusOf(model: GraphModel, file: number): BlastRadius {
  const last = lastOf.get(model);
  if (last?.file === file) return last.radius;
  const radius = computeBlastRadius(model, [model.nodes[file]?.id ?? ''], { limit: MAX.files });
  lastOf.set(model, { file, radius });
  return radius;
}

type Affected = Omit<AffectedFile, 'tests'>;

const shownFile = ({ path, likelihood, because }: Affected): Omit<AffectedFile, 'tests'> => ({
  path: shortenText(path),
  likelihood: toShare(likelihood),
  because: because.slice(0, MAX.steps).map(shortenText),
});

/** Returns what may break when a file changes; `null` for an unknown file. @param id of a node, or the path of a file */
export function findBlast(model: GraphModel, id: string): GraphBlast | null {
  const file = findFileByShownId(model, id);
  if (file === null) return null;
  const { files, tests, more } = radiusOf(model, file);
  return {
    node: shortenText(id),
    files: files.map(({ tests: own, ...each }) => ({ ...shownFile(each), tests: own.slice(0, MAX.tests).map(shortenText) })),
    tests: tests.map(shownFile),
    more,
  };
}

/** Returns a file and what may break with it, likeliest first, and the number of further files. */
export function blastCandidates(model: GraphModel, file: number, shown: IndexedFilter): { candidates: Candidate[]; more: number } {
  const { files, tests, more } = radiusOf(model, file);
  const affected = [...files, ...tests].flatMap(({ path, likelihood }): Candidate[] => {
    const place = model.fileAt(path);
    // Lower tiers come first, so a likelier file gets a lower tier.
    return place === null || !shown.isNode(model.nodes[place]) ? [] : [{ place, tier: 1 - likelihood, likelihood: toShare(likelihood) }];
  });
  return { candidates: [{ place: file, tier: -1, likelihood: null }, ...affected], more: more.files + more.tests };
}
