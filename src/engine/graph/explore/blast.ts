import type { GraphModel } from '../graph-model.ts';
import { type BlastRadius, blastRadius } from '../questions/blast-radius.ts';
import type { AffectedFile, GraphBlast } from '../schemas/graph-answer.ts';
import type { Shown } from './base-layout.ts';
import type { Candidate } from './node-scene.ts';
import { nodeShownAs, shareOf, shownText } from './shown.ts';

/** So many files, and as many tests, are named; of a file so many tests, and so many steps of the way to it. */
const MOST = { files: 200, tests: 50, steps: 20 };

/** The file of a node by the id that is shown of it; `null` where it has none, or the graph does not know it. */
export function fileShownAs(model: GraphModel, id: string): number | null {
  const file = model.fileOf[nodeShownAs(model, id) ?? -1] ?? -1;
  return file === -1 ? null : file;
}

const lastOf = new WeakMap<GraphModel, { readonly file: number; readonly radius: BlastRadius }>();

/** The last one is kept: a scene of it and the list beside it are asked for together. */
function radiusOf(model: GraphModel, file: number): BlastRadius {
  const last = lastOf.get(model);
  if (last?.file === file) return last.radius;
  const radius = blastRadius(model, [model.nodes[file]?.id ?? ''], { limit: MOST.files });
  lastOf.set(model, { file, radius });
  return radius;
}

type Affected = Omit<AffectedFile, 'tests'>;

const shownFile = ({ path, likelihood, because }: Affected): Omit<AffectedFile, 'tests'> => ({
  path: shownText(path),
  likelihood: shareOf(likelihood),
  because: because.slice(0, MOST.steps).map(shownText),
});

/** What may break when a file changes; `null` where the graph does not know it. @param id of a node, or the path of a file */
export function blastOf(model: GraphModel, id: string): GraphBlast | null {
  const file = fileShownAs(model, id);
  if (file === null) return null;
  const { files, tests, more } = radiusOf(model, file);
  return {
    node: shownText(id),
    files: files.map(({ tests: own, ...each }) => ({ ...shownFile(each), tests: own.slice(0, MOST.tests).map(shownText) })),
    tests: tests.map(shownFile),
    more,
  };
}

/** A file and what may break with it, the likeliest first; and how many more there are. */
export function ofBlast(model: GraphModel, file: number, shown: Shown): { candidates: Candidate[]; more: number } {
  const { files, tests, more } = radiusOf(model, file);
  const affected = [...files, ...tests].flatMap(({ path, likelihood }): Candidate[] => {
    const place = model.fileAt(path);
    // Tiers go up with what is less likely.
    return place === null || !shown.isNode(model.nodes[place]) ? [] : [{ place, tier: 1 - likelihood, likelihood: shareOf(likelihood) }];
  });
  return { candidates: [{ place: file, tier: -1, likelihood: null }, ...affected], more: more.files + more.tests };
}
