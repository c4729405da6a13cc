import type { SemanticNode } from '../../crtx/index.ts';
import { rounded } from '../analysis/rounded.ts';
import type { GraphModel } from '../graph-model.ts';

/** A change of this age counts half. Milliseconds. */
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1_000;
/** A file with this many changes gets half of the maximum for changes. */
const HALF_TOUCHED = 10;
/** Minimum weight of importance. Files without dependents may have users outside of the project. */
const LEAST_IMPORTANCE = 0.1;
/** Minimum weight of fragility. Without any fix in the history, files still differ by the other factors. */
const LEAST_FRAGILITY = 0.05;
const DEFAULT_LIMIT = 20;

/** A file that is likely to break and has important dependents. */
export interface Hotspot extends Pick<SemanticNode, 'path' | 'importance' | 'fragility' | 'lastTouched' | 'touchCount'> {
  /** From 0 to 1. */
  readonly risk: number;
}

/** Maps 0..1 to `least`..1. */
const atLeast = (least: number, degree: number): number => least + (1 - least) * degree;

function riskOf({ importance, fragility, lastTouched, touchCount }: SemanticNode, now: number): number {
  const recent = 2 ** (-Math.max(0, now - lastTouched) / HALF_LIFE_MS);
  const touched = touchCount / (touchCount + HALF_TOUCHED);
  return atLeast(LEAST_FRAGILITY, fragility) * atLeast(LEAST_IMPORTANCE, importance) * touched * recent;
}

/**
 * Returns the riskiest files: fragile, important, and changed often and recently. Tests are not included.
 * @param now milliseconds since 1970 UTC
 */
export function findHotspots(model: GraphModel, now: number, { limit = DEFAULT_LIMIT }: { limit?: number } = {}): Hotspot[] {
  return model.nodes
    .filter(({ type, touchCount }) => type === 'file' && touchCount > 0)
    .map((node) => ({ node, risk: riskOf(node, now) }))
    .sort((one, other) => other.risk - one.risk || (one.node.path < other.node.path ? -1 : 1))
    .slice(0, limit)
    .map(({ node: { path, importance, fragility, lastTouched, touchCount }, risk }) => ({
      path,
      risk: rounded(risk),
      importance,
      fragility,
      lastTouched,
      touchCount,
    }));
}
