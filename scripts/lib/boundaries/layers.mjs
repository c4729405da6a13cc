// @ts-check

/** The layers below the protocols, lowest first. Each folder may import from its own row and from the rows before it. */
export const lowerLayers = /** @type {const} */ ([['platform', 'text'], ['files'], ['log'], ['crtx']]);

/** The protocols. `index.ts` is the only entry point of each. */
export const protocols = /** @type {const} */ (['swarm', 'timeline', 'dna', 'project', 'graph', 'vault', 'stack', 'team']);

/** The folders of the protocol in `.cortex/`. They may import each other's files directly. */
export const cortex = /** @type {const} */ (['swarm', 'timeline', 'dna', 'project']);

/**
 * The layer of a file. `lower`: below the protocols; `above`: imports all protocols; `library`: the entry of the npm library.
 * @typedef {{ name: 'library' | 'host' | 'cli' | 'mcp' | 'guard' | 'webview' }
 *   | { name: 'lower' | 'protocol' | 'above', folder: string }} Layer
 */

/**
 * @param {string} file relative to the root, with forward slashes
 * @returns {Layer | undefined} undefined for a file in no layer
 */
export function layerOf(file) {
  const [top, second, third, ...rest] = file.split('/');
  if (top === 'webview') return { name: 'webview' };
  if (top !== 'src' || second === undefined || third === undefined) return undefined;
  if (second === 'host' || second === 'cli' || second === 'mcp' || second === 'guard') return { name: second };
  if (second !== 'engine') return undefined;
  if (rest.length === 0) return third === 'index.ts' ? { name: 'library' } : undefined;
  if (third === 'needs' || third === 'workspace' || third === 'install') return { name: 'above', folder: third };
  if (lowerLayers.flat().some((name) => name === third)) return { name: 'lower', folder: third };
  return protocols.some((name) => name === third) ? { name: 'protocol', folder: third } : undefined;
}

/**
 * Returns the name of a layer for messages.
 * @param {Layer} layer
 */
export const layerLabel = (layer) => ('folder' in layer ? layer.folder : layer.name);

/** @param {Layer} layer */
export const isEngine = (layer) => 'folder' in layer || layer.name === 'library';

/**
 * Returns the protocol of a folder. The folders of `.cortex` have the same.
 * @param {string} folder
 */
export const protocolOf = (folder) => (cortex.some((name) => name === folder) ? '.cortex' : folder);
