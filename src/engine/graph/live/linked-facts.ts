import type { FileFacts } from '../facts.ts';

/** The facts of each file as they count at a link, so that unchanged files keep the same object. */
const MADE = new WeakMap<FileFacts, FileFacts>();
const SCRIPTS: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript']);

/**
 * Returns the facts of a file at the path of a link to it. The imports of a script are resolved from its real path only; those of other
 * languages also from the link.
 */
function atLink(facts: FileFacts, linkTo: string): FileFacts {
  const known = MADE.get(facts);
  if (known?.linkTo === linkTo) return known;
  const { isProgram, testsItself, ...others } = facts;
  const symbols = facts.symbols.map((symbol) => ({ ...symbol, uses: [], useLines: [], extends: [], implements: [] }));
  const nothing = SCRIPTS.has(facts.language) ? { imports: [], symbols } : {};
  const made = { ...others, usedAtTop: [], linesAtTop: [], apis: [], ...nothing, linkTo };
  MADE.set(facts, made);
  return made;
}

/**
 * Adds the sources that can be imported through symbolic links, with the facts of the files to which the links lead.
 * @param links the target of each link, both relative to the root; a target may be a folder
 */
export function withLinked(facts: ReadonlyMap<string, FileFacts>, links: ReadonlyMap<string, string>): ReadonlyMap<string, FileFacts> {
  if (links.size === 0) return facts;
  const all = new Map(facts);
  // Java finds classes by their packages, wherever the files are.
  const add = (path: string, own: FileFacts, target: string) => own.language !== 'java' && all.set(path, atLink(own, target));
  for (const [link, target] of links) {
    const own = facts.get(target);
    if (own !== undefined) add(link, own, target);
    // A link to a folder around it would contain itself.
    else if (target !== '' && !link.startsWith(`${target}/`)) {
      for (const [path, each] of facts) {
        const at = `${link}${path.slice(target.length)}`;
        if (path.startsWith(`${target}/`) && !all.has(at)) add(at, each, path);
      }
    }
  }
  return all;
}
