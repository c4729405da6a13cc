// @ts-check

/** Below the protocols, from the lowest floor up: what stands in one row may be used by the next, and within the row. */
export const floors = /** @type {const} */ ([['platform', 'text'], ['files'], ['log'], ['crtx']]);

/** The protocols. `index.ts` is the only door of each. */
export const protocols = /** @type {const} */ (['swarm', 'timeline', 'dna', 'project', 'graph', 'vault', 'stack', 'team']);

/** What lives together in `.cortex/` is one protocol in four folders: these know each other's files. */
export const cortex = /** @type {const} */ (['swarm', 'timeline', 'dna', 'project']);

/**
 * A part of the house. `floor` is below the protocols, `above` is what reads all of them, `library` is the npm library's entry.
 * @typedef {{ name: 'library' | 'host' | 'cli' | 'mcp' | 'guard' | 'webview' }
 *   | { name: 'floor' | 'protocol' | 'above', folder: string }} Zone
 */

/**
 * Which part of the house a file belongs to; nothing for a file that has no place in it.
 * @param {string} file relative to the top, with forward slashes
 * @returns {Zone | undefined}
 */
export function zoneOf(file) {
  const [top, second, third, ...rest] = file.split('/');
  if (top === 'webview') return { name: 'webview' };
  if (top !== 'src' || second === undefined || third === undefined) return undefined;
  if (second === 'host' || second === 'cli' || second === 'mcp' || second === 'guard') return { name: second };
  if (second !== 'engine') return undefined;
  if (rest.length === 0) return third === 'index.ts' ? { name: 'library' } : undefined;
  if (third === 'needs' || third === 'workspace' || third === 'install') return { name: 'above', folder: third };
  if (floors.flat().some((name) => name === third)) return { name: 'floor', folder: third };
  return protocols.some((name) => name === third) ? { name: 'protocol', folder: third } : undefined;
}

/**
 * How a zone is called in messages.
 * @param {Zone} zone
 */
export const zoneLabel = (zone) => ('folder' in zone ? zone.folder : zone.name);

/** @param {Zone} zone */
export const isEngine = (zone) => 'folder' in zone || zone.name === 'library';

/**
 * The protocol of a folder: one name for all that knows each other's files.
 * @param {string} folder
 */
export const protocolOf = (folder) => (cortex.some((name) => name === folder) ? '.cortex' : folder);
