import { folderOf, resolvePath } from '../../paths.ts';
import type { CargoPackage } from './cargo.ts';

const TRIED = /^trybuild!\("([^"]*)"\)$/;
const INCLUDED = /^include(?:_str|_bytes)?!\("([^"]*)"\)$/;

/**
 * Returns the file that `include!`, `include_str!` or `include_bytes!` includes; `undefined` for other imports, `null` if it is outside the
 * project.
 */
export function includedFile(specifier: string, from: string, of: CargoPackage | null): string | null | undefined {
  const written = INCLUDED.exec(specifier)?.[1];
  if (written === undefined) return undefined;
  const manifest = /^\$CARGO_MANIFEST_DIR\/+(.*)$/.exec(written)?.[1];
  return manifest === undefined ? resolvePath(folderOf(from), written) : resolvePath(of?.folder ?? '', manifest);
}

/** Returns the pattern of the files that trybuild compiles; `undefined` for other imports, `null` if it is outside the project. */
export function triedPattern(specifier: string, of: CargoPackage | null): string | null | undefined {
  const written = TRIED.exec(specifier)?.[1];
  return written === undefined ? undefined : resolvePath(of?.folder ?? '', written.replace(/^\$CARGO_MANIFEST_DIR\/+/, ''));
}
