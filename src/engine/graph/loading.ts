import type { SemanticEdge } from '../crtx/index.ts';

/**
 * Why an edge closes no cycle: only types are taken, the file is loaded when that is asked for, another file that re-exports it loads it, or
 * the import only passes through it (a package is there before its modules are, so that never fails). The seed's edges have no field for
 * it, so it ends their description.
 */
export const NOT_LOADED = {
  types: 'types only',
  later: 'loaded later',
  through: 'loaded by another file',
  onWay: 'passed through',
} as const;

const AT_THE_END = new RegExp(`\\(lines? \\d[^()]{0,80}, (?:${Object.values(NOT_LOADED).join('|')})\\)$`);

const BY_PYTEST = 'pytest loads ';

/** The description of the edge from a test to a `conftest.py`, which the test does not import. */
export const byPytest = (conftest: string, test: string): string => `${BY_PYTEST}${conftest} for ${test}`;

/** Whether an edge says what pytest loads, and nothing that is written in the file. */
export const isByPytest = ({ description }: Pick<SemanticEdge, 'description'>): boolean => description.startsWith(BY_PYTEST);

/** Whether a file is loaded together with the one that depends on it. Older files say by a key `load` that it is not. */
export const isLoaded = (edge: SemanticEdge): boolean => !('load' in edge) && !isByPytest(edge) && !AT_THE_END.test(edge.description);
