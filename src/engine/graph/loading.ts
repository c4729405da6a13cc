import type { SemanticEdge } from '../crtx/index.ts';

/**
 * Why an edge closes no cycle: it takes only types or only the text, the file is loaded on demand, another file that re-exports it loads it, or the import
 * only passes through it (a package is loaded before its modules, so that never fails). The seed's edges have no field for the reason, so
 * it is a suffix of their description.
 */
export const NOT_LOADED = {
  types: 'types only',
  text: 'text only',
  later: 'loaded later',
  through: 'loaded through that file',
  onWay: 'indirectly',
} as const;

const AT_THE_END = new RegExp(`\\(lines? \\d[^()]{0,80}, (?:${Object.values(NOT_LOADED).join('|')})\\)$`);

const BY_PYTEST = 'pytest loads ';

/** The description of the edge from a test to a file that pytest loads for it: a `conftest.py`, a plugin. */
export const pytestDescription = (loaded: string, test: string): string => `${BY_PYTEST}${loaded} for ${test}`;

/** Whether an edge exists only because pytest loads the file; the test itself does not import it. */
export const isPytestEdge = ({ description }: Pick<SemanticEdge, 'description'>): boolean => description.startsWith(BY_PYTEST);

/** Whether a file is loaded together with its dependent. Graphs of older versions mark edges that are not loaded with a key `load`. */
export const isLoaded = (edge: SemanticEdge): boolean => !('load' in edge) && !isPytestEdge(edge) && !AT_THE_END.test(edge.description);

/** Whether an edge leads to a file that an import only passes through, such as the `__init__.py` of a package. */
export const isOnWay = (edge: SemanticEdge | undefined): boolean => edge?.description.endsWith(`, ${NOT_LOADED.onWay})`) ?? false;
