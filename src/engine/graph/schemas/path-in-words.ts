/**
 * Relation of the first node of a path to the second. `connected`: neither depends on the other, but they share a dependent or a
 * dependency, or a configuration file names them. `changes together`: only the history connects them.
 */
export const PATH_DIRECTIONS = ['depends on', 'is a dependency of', 'connected', 'changes together'] as const;
export type PathDirection = (typeof PATH_DIRECTIONS)[number];

/** Describes how the ends of a path are connected, without a full stop. @param nodes ids, from the first to the second */
export function pathInWords(direction: PathDirection, nodes: readonly string[]): string {
  const [from = '', to = ''] = [nodes[0], nodes.at(-1)];
  if (direction === 'depends on') return `${from} depends on ${to}`;
  if (direction === 'is a dependency of') return `${to} depends on ${from}`;
  if (direction === 'connected') return 'Neither depends on the other. They are connected';
  return 'Neither depends on the other. They are connected only because files change together';
}
