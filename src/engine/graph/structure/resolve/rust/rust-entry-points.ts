import type { EntryPoint } from '../../unit.ts';
import type { Cargo } from './cargo.ts';

/** Returns the programs and libraries of all packages. Tests are nodes of another type. */
export function rustEntryPoints(cargo: Cargo): EntryPoint[] {
  return [...cargo.packages].flatMap(({ targets }) =>
    targets.flatMap(({ kind, name, file }): EntryPoint[] =>
      kind === 'test' ? [] : [{ kind: kind === 'lib' ? 'entry' : 'program', name, path: file }],
    ),
  );
}
