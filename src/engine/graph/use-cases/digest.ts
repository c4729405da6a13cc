import type { Dependents, DigestContent } from '../../crtx/index.ts';
import type { GraphModel } from '../graph-model.ts';
import { computeBlastRadius } from '../questions/blast-radius.ts';
import { findHotspots } from '../questions/hotspots.ts';

/** Maximum number of files, and of tests, stored for each file (docs/decisions/0020-graph-digest.md). */
const MAX = 8;
const LEAST_OF_FILES = 0.3;
const LEAST_OF_TESTS = 0.1;
/** The search ignores less likely files. It runs once for each of up to ten thousand files, so it must be short. */
const LEAST_ON_THE_WAY = 0.1;
const MAX_RISKY = 20;

function followersOf(model: GraphModel, path: string): Dependents {
  const { files, tests } = computeBlastRadius(model, [path], { limit: MAX, least: LEAST_ON_THE_WAY });
  return {
    files: files.filter(({ likelihood }) => likelihood >= LEAST_OF_FILES),
    tests: tests.filter(({ likelihood }) => likelihood >= LEAST_OF_TESTS),
  };
}

/** Returns the summary of a graph that locks, swarms and the DNA read. @param now milliseconds since 1970 UTC */
export function buildDigest(model: GraphModel, now: number): DigestContent {
  const files = model.nodes.filter((_, place) => model.fileOf[place] === place);
  return {
    followers: new Map(files.map(({ path }) => [path, followersOf(model, path)])),
    risky: findHotspots(model, now, { limit: MAX_RISKY }).map(({ path, risk, importance, fragility }) => ({
      path,
      risk,
      importance,
      fragility,
    })),
  };
}
