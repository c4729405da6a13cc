import { folderOf, listAncestors } from '../../paths.ts';
import { dependsOn } from './npm/npm-dependencies.ts';
import type { NpmPackages } from './npm/npm-packages.ts';
import type { ScriptAliases } from './script-aliases.ts';
import type { TsConfigs } from './tsconfig/tsconfig.ts';

/** Packages whose bundler chooses files by platform. */
const NATIVE = /^(?:react-native(?:-(?:web|macos|windows))?|expo)$/;
const ENDING = /\.(?:ios|android|native|web|macos|windows)(?=\.[cm]?[jt]sx?$)/;
const OF_NATIVE = ['.ios', '.android', '.native', '.web', '.macos', '.windows'];

/**
 * Finds the suffixes that select a file for a platform: those of React Native, `moduleSuffixes` of TypeScript, and those of the endings that
 * configurations of bundlers and Jest list (`.web.tsx`).
 */
export class PlatformSuffixes {
  readonly #known = new Map<string, readonly string[]>();

  constructor(
    private readonly packages: Pick<NpmPackages, 'byFolder'>,
    private readonly tsConfigs: Pick<TsConfigs, 'inFolder'>,
    private readonly aliases: Pick<ScriptAliases, 'suffixesIn'>,
  ) {}

  /** Returns the suffixes that files in a folder may have, without the empty one. */
  of(folder: string): readonly string[] {
    const known = this.#known.get(folder) ?? this.#find(folder);
    this.#known.set(folder, known);
    return known;
  }

  /** Returns those of the variants of a file that an importing file may get: none for another platform, and not itself. */
  fitting(files: readonly string[], from: string): readonly string[] {
    if (this.of(folderOf(from)).length === 0) return files;
    const platform = platformOf(from);
    const fits = (file: string): boolean => file !== from && mayMeet(platform, platformOf(file));
    const all = files.filter(fits);
    return all.length > 0 ? all : files;
  }

  #find(folder: string): readonly string[] {
    const folders = [...listAncestors(folder)];
    const nearest = folders.map((each) => this.tsConfigs.inFolder(each)).find((all) => all.length > 0) ?? [];
    const isNative = folders.some((each) => dependsOn(this.packages.byFolder.get(each)?.manifest, (name) => NATIVE.test(name)));
    const listed = folders.map((each) => this.aliases.suffixesIn(each)).find((all) => all.length > 0) ?? [];
    return [...new Set([...nearest.flatMap(({ suffixes }) => suffixes), ...listed, ...(isNative ? OF_NATIVE : [])])];
  }
}

const platformOf = (path: string): string | undefined => ENDING.exec(path)?.[0];

/** Whether files for two platforms can be in one program. `.native` means every platform except `.web`. */
function mayMeet(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return true;
  return [one, other].includes('.native') && ![one, other].includes('.web');
}
