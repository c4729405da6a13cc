import { cut } from '../../text/cut.ts';
import { rounded } from '../analysis/rounded.ts';
import type { GraphModel } from '../graph-model.ts';

/** How much of a text is shown, in UTF-16 code units: a graph may come from any program. */
const MOST_TEXT = 300;

export const shownText = (text: string): string => cut(text, MOST_TEXT);

/** A share from 0 to 1; of what is no number 0. */
export const shareOf = (value: number): number => (value > 0 ? rounded(value) : 0);

/** Finds what has an id, of which only the shown part may be known. */
function placeOfShown(all: readonly { readonly id: string }[], shown: string): number | null {
  if (!shown.endsWith('…')) return null;
  const place = all.findIndex(({ id }) => id.length > MOST_TEXT && shownText(id) === shown);
  return place === -1 ? null : place;
}

/** The place of a node by the id that is shown of it. */
export const nodeShownAs = (model: GraphModel, id: string): number | null => model.placeOf(id) ?? placeOfShown(model.nodes, id);

/** The place of a cluster by the id that is shown of it; of several with one id the first. */
export function clusterShownAs({ clusters }: GraphModel, id: string): number | null {
  const place = clusters.findIndex((cluster) => cluster.id === id);
  return place === -1 ? placeOfShown(clusters, id) : place;
}

/** How often something was; of what is no such number 0. */
export const countOf = (value: number): number => (Number.isSafeInteger(value) && value > 0 ? value : 0);

/** The latest time that a calendar has, in milliseconds since 1970 UTC. */
const LATEST = 8_640_000_000_000_000;

/** When something was; 0, which is never, for what is no such time. */
export const timeOf = (value: number): number => (countOf(value) <= LATEST ? countOf(value) : 0);
