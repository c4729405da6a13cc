import type { BlastOutput } from './graph.ts';

/** Text for `graph dead-ends` without a result. */
export const NO_DEAD_ENDS = 'No unused files or symbols: each has dependents, is public, or is a program.';

/** Maximum number of configured packages that are named. */
const MAX_NAMED = 5;

/** Returns what a configuration file configures, as the end of a sentence. */
function inWords(configures: readonly string[]): string {
  const named = configures
    .slice(0, MAX_NAMED)
    .map((path) => (path === '.' ? 'the root folder' : path))
    .join(', ');
  const left = configures.length > MAX_NAMED ? ` and ${configures.length - MAX_NAMED} more` : '';
  return `configures ${named}${left}. A change may affect all files there.`;
}

/** Returns the note for a configuration file that some files import; empty for other files. */
export const alsoConfigures = ({ configures = [] }: Pick<BlastOutput, 'configures'>): string[] =>
  configures.length === 0 ? [] : [`It also ${inWords(configures)}`];

/**
 * Returns the text for a file without dependents. A configuration file concerns all files of the packages that it configures.
 * @param isCertain whether the list of dependents is complete
 */
export function noDependents({ configures = [], tests }: Pick<BlastOutput, 'configures' | 'tests'>, isCertain: boolean): string {
  // A changed test, and a changed file with tests inside, are certain to be run.
  const isTested = tests.some(({ likelihood }) => likelihood < 1);
  if (configures.length === 0 && isTested)
    return isCertain
      ? 'Only tests import it, and no unresolved import can mean it.'
      : 'No dependents found except tests; some may be missing.';
  if (configures.length === 0)
    return isCertain ? 'No file imports it, and no unresolved import can mean it.' : 'No dependents found; some may be missing.';
  return `No file imports it, but it ${inWords(configures)}`;
}

/** Returns the text for a file without tests. @param isCertain as in `noDependents` */
export const noTests = (isCertain: boolean): string =>
  isCertain ? 'No test imports it, directly or through others.' : 'No tests found for it; some may be missing.';
