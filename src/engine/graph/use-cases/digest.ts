import type { DigestContent, Followers } from '../../crtx/index.ts';
import type { GraphModel } from '../graph-model.ts';
import { blastRadius } from '../questions/blast-radius.ts';
import { hotspots } from '../questions/hotspots.ts';

/** What is told of each file (docs/decisions/0020-graph-digest.md). */
const MOST = 8;
const LEAST_OF_FILES = 0.3;
const LEAST_OF_TESTS = 0.1;
/** Further than this nobody is looked for: ten thousand files are asked about, one by one. */
const LEAST_ON_THE_WAY = 0.1;
const MOST_RISKY = 20;

function followersOf(model: GraphModel, path: string): Followers {
  const { files, tests } = blastRadius(model, [path], { limit: MOST, least: LEAST_ON_THE_WAY });
  return {
    files: files.filter(({ likelihood }) => likelihood >= LEAST_OF_FILES),
    tests: tests.filter(({ likelihood }) => likelihood >= LEAST_OF_TESTS),
  };
}

/** What locks, swarms and the DNA are told of a graph. @param now milliseconds since 1970 UTC */
export function digestOf(model: GraphModel, now: number): DigestContent {
  const files = model.nodes.filter((_, place) => model.fileOf[place] === place);
  return {
    followers: new Map(files.map(({ path }) => [path, followersOf(model, path)])),
    risky: hotspots(model, now, { limit: MOST_RISKY }).map(({ path, risk, importance, fragility }) => ({
      path,
      risk,
      importance,
      fragility,
    })),
  };
}
