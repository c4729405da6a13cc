// @ts-check

/** The protocol folders of the engine; `index.ts` is the only door of each. */
export const protocols = /** @type {const} */ (['crtx', 'vault', 'stack', 'team', 'code-graph']);

/**
 * A part of the house. `workspace` is everything that lies directly in src/engine, above the protocols; `library` is the
 * npm library's entry, above that.
 * @typedef {{ name: 'kernel' | 'workspace' | 'library' | 'contract' | 'host' | 'cli' | 'mcp' | 'webview' }
 *   | { name: 'protocol', protocol: string }} Zone
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
  if (second === 'contract' || second === 'host' || second === 'cli' || second === 'mcp') return { name: second };
  if (second !== 'engine') return undefined;
  if (rest.length === 0) return { name: third === 'index.ts' ? 'library' : 'workspace' };
  if (third === 'kernel') return { name: 'kernel' };
  return protocols.some((name) => name === third) ? { name: 'protocol', protocol: third } : undefined;
}

/**
 * How a zone is called in messages.
 * @param {Zone} zone
 */
export const zoneLabel = (zone) => (zone.name === 'protocol' ? zone.protocol : zone.name);

/** @param {Zone} zone */
export const isEngine = (zone) =>
  zone.name === 'kernel' || zone.name === 'protocol' || zone.name === 'workspace' || zone.name === 'library';
