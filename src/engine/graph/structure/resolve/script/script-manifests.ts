import type { ImportFact } from '../../../facts.ts';
import { folderOf, resolvePath } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import type { ScriptModules } from './script-modules.ts';
import { isRelative } from './specifiers.ts';

/** Manifests that scripts import as data. `require('../package')` also means `../package.json`. */
const DATA = /(?:\.(?:jsonc?|toml|ya?ml)|(?:^|\/)package)$/;

/** Returns the manifest that an import takes as data, of the project or of one of its packages; `null` if it takes none. */
export function importedManifest(
  { configs, facts }: Project,
  { packages, tsConfigs }: Pick<ScriptModules, 'packages' | 'tsConfigs'>,
  { specifier, kind }: ImportFact,
  from: string,
): string | null {
  const [written = ''] = specifier.split(/(?!^)[?#]/, 1);
  if (kind === 'glob' || kind === 'computed' || !DATA.test(written)) return null;
  const meaning = isRelative(written) ? null : packages.meaning(written, from);
  const configured = tsConfigs.candidates(written, from);
  const places = isRelative(written)
    ? [resolvePath(folderOf(from), written)]
    : [...configured.paths, ...configured.inEditor, meaning === null ? null : resolvePath(meaning.package.folder, meaning.subpath)];
  const isManifest = (path: string): boolean => configs.has(path) && !facts.has(path);
  return places.flatMap((place) => (place === null ? [] : [place, `${place}.json`])).find(isManifest) ?? null;
}
