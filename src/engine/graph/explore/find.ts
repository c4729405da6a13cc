import type { SemanticNode } from '../../crtx/index.ts';
import type { GraphModel } from '../graph-model.ts';
import type { GraphFilter, GraphFound } from '../schemas/graph-answer.ts';
import { byText } from './draft.ts';
import { shortenText, toShare } from './shown-values.ts';

const MAX_FOUND = 50;
/** Further search words are ignored. */
const MAX_WORDS = 10;

/** Returns how well a node matches: lower is better, `null` is no match. */
function fitOf({ name, path }: SemanticNode, words: readonly string[], whole: string): number | null {
  const low = name.toLowerCase();
  if (words.every((word) => low.includes(word))) return low === whole ? 0 : low.startsWith(whole) ? 1 : 2;
  const where = path.toLowerCase();
  return words.every((word) => low.includes(word) || where.includes(word)) ? 3 : null;
}

/**
 * Returns at most 50 nodes whose name or path contains all words. Order: equal name, name with this prefix, words in the name, words in the
 * path; ties by importance.
 */
export function find(model: GraphModel, words: string, filter: GraphFilter): GraphFound[] {
  const whole = shortenText(words.trim()).toLowerCase();
  const each = whole.split(/\s+/, MAX_WORDS);
  if (whole === '') return [];
  const types = new Set<string>(filter.nodes);
  return model.nodes
    .flatMap((node) => {
      const fit = types.has(node.type) ? fitOf(node, each, whole) : null;
      return fit === null ? [] : [{ fit, node, importance: toShare(node.importance) }];
    })
    .sort((one, other) => one.fit - other.fit || other.importance - one.importance || byText(one.node.id, other.node.id))
    .slice(0, MAX_FOUND)
    .map(({ node: { id, type, name, path }, importance }) => ({
      id: shortenText(id),
      type,
      name: shortenText(name),
      path: shortenText(path),
      importance,
    }));
}
