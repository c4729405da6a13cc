import { cut } from '../../text/cut.ts';
import { rounded } from '../analysis/rounded.ts';
import type { GraphModel } from '../graph-model.ts';

/** Maximum length of a shown text, in UTF-16 code units. Any program may have written the graph. */
const MAX_TEXT = 300;

export const shortenText = (text: string): string => cut(text, MAX_TEXT);

/** Returns a share from 0 to 1; 0 for anything that is not a positive number. */
export const toShare = (value: number): number => (value > 0 ? rounded(value) : 0);

/** Finds an item by its id, or by the shown (cut) form of its id. */
function findByShownId(all: readonly { readonly id: string }[], shown: string): number | null {
  if (!shown.endsWith('…')) return null;
  const place = all.findIndex(({ id }) => id.length > MAX_TEXT && shortenText(id) === shown);
  return place === -1 ? null : place;
}

/** Returns the index of a node, by its shown id. */
export const findNodeByShownId = (model: GraphModel, id: string): number | null => model.placeOf(id) ?? findByShownId(model.nodes, id);

/** Returns the index of a cluster, by its shown id; of several with the same id the first. */
export function findClusterByShownId({ clusters }: GraphModel, id: string): number | null {
  const place = clusters.findIndex((cluster) => cluster.id === id);
  return place === -1 ? findByShownId(clusters, id) : place;
}

/** Returns a count; 0 for an invalid number. */
export const toCount = (value: number): number => (Number.isSafeInteger(value) && value > 0 ? value : 0);

/** Latest valid time of a `Date`, in milliseconds since 1970 UTC. */
const LATEST = 8_640_000_000_000_000;

/** Returns a time; 0 (never) for an invalid one. */
export const toTime = (value: number): number => (toCount(value) <= LATEST ? toCount(value) : 0);
