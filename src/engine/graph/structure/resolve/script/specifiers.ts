import type { ImportFact } from '../../../facts.ts';
import { nameOf } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import type { NpmPackages } from './npm/npm-packages.ts';
import type { Located } from './script-files.ts';

const RELATIVE = /^\.{1,2}(?:\/|$)/;
/**
 * Specifiers with a scheme (`node:fs`, `virtual:x`, `https://…`), which never mean files of the project. Bundlers mark virtual modules with
 * a null character.
 */
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\0)/i;

/** Style sheets, images and data, which import nothing. */
const ASSET = /\.(?:css|s[ac]ss|less|svg|png|jpe?g|gif|webp|avif|ico|json5?|ya?ml|toml|md|txt|html?|wasm|woff2?|ttf|mp[34])(?:[?#].*)?$/i;

/** Folders into which builds and programs write. */
const BUILT = /(?:^|\/)(?:dist|build|out|output|lib|coverage|te?mp|target|generated|node_modules|\.[\w-]+)\//;

/** Whether a specifier is a path relative to its file. */
export const isRelative = (specifier: string): boolean => RELATIVE.test(specifier);

/**
 * Whether the target of `new URL(…)` or `require.resolve(…)` should be a source of the project. The program itself may write any other
 * file, and whether an installed package exists is often only asked.
 */
export function isSourceNamed(
  packages: Pick<NpmPackages, 'meaning'>,
  { specifier, isFromElsewhere, mustExist }: ImportFact,
  from: string,
): boolean {
  const [written = ''] = specifier.split(/(?!^)[?#]/, 1);
  if (mustExist === true && !isFromElsewhere && isRelative(written)) return !BUILT.test(written);
  if (isFromElsewhere === true || !/^[^.]*$|\.[cm]?[jt]sx?$/.test(nameOf(written))) return false;
  return isRelative(written) || written.startsWith('#') || packages.meaning(written, from) !== null;
}

/** Whether no file of the project, and no build, can be what a worker loads by a path relative to an unknown folder. */
export function isNowhere({ facts, files }: Project, { specifier, isFromElsewhere, mustExist }: ImportFact): boolean {
  if (isFromElsewhere !== true || mustExist !== true || BUILT.test(specifier)) return false;
  const [written = ''] = specifier.replace(/^[./]+/, '').split(/[?#]/, 1);
  const stem = `/${written.replace(/\.\w+$/, '')}.`;
  return ![...files, ...facts.keys()].some((path) => `/${path}`.includes(stem));
}

/** Whether a specifier means no file of the project, because it has a scheme. */
export const isWithScheme = (specifier: string): boolean => SCHEME.test(specifier);

/**
 * Returns what a relative path out of the project means: `outside` for installed packages and for files that are not sources, otherwise
 * `beyond`.
 */
export function leavesProject(name: string): Located {
  if (name.includes('\\') || name.includes('\0')) return [];
  return name.split('/').includes('node_modules') || ASSET.test(name) ? 'outside' : 'beyond';
}
