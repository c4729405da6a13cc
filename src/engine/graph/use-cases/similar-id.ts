import { editDistance, MAX_COMPARED_LENGTH } from '../../text/similar-word.ts';
import type { GraphModel } from '../graph-model.ts';

/** Largest share of a name that may be misspelled. */
const MAX_SHARE = 0.25;

/** Splits an id into its folder and its last part: `src/` and `auth.ts#login`. */
function partsOf(id: string): readonly [folder: string, name: string] {
  const cut = id.lastIndexOf('/') + 1;
  return [id.slice(0, cut), id.slice(cut).toLowerCase()];
}

/** Returns the known id that an unknown one probably means: the one with the most similar name, then folder; `null` if there is none. */
export function findSimilarId(model: GraphModel, typed: string): string | null {
  const [folder, name] = partsOf(typed.replace(/\/$/, ''));
  const most = Math.floor(name.length * MAX_SHARE);
  let best: { readonly id: string | null; readonly distance: number } = { id: null, distance: Number.POSITIVE_INFINITY };
  for (const { id } of name === '' ? [] : model.nodes) {
    const [otherFolder, other] = partsOf(id);
    // A path may be typed without its extension.
    const ofName = other === `${name}${/\.[^.#]*$/.exec(other)?.[0] ?? ''}` ? 0 : editDistance(name, other, most);
    if (ofName > most) continue;
    const distance = ofName * (MAX_COMPARED_LENGTH + 1) + editDistance(folder, otherFolder, MAX_COMPARED_LENGTH);
    if (distance < best.distance) best = { id, distance };
  }
  return best.id;
}
