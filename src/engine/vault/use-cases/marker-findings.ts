import { CortexError, describeError } from '../../kernel/errors.ts';
import type { Finding } from '../doctor.ts';
import { findMarkers } from '../moc/markers.ts';
import { mocPaths } from '../moc/refresh.ts';
import type { OpenVault } from './open-vault.ts';
import { textOf } from './texts.ts';

function ofFile(vault: OpenVault, file: string): Finding[] {
  const found = { severity: 'error', path: file } as const;
  try {
    return findMarkers(textOf(vault, file) ?? '').problems.map((problem) => ({
      ...found,
      ...problem,
      code: 'unclosed-marker',
      next: 'Until then nothing in this file is refreshed.',
    }));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    // Of a note this is known already.
    if (vault.store.index.get(file) !== undefined) return [];
    return [{ ...found, code: error.code, line: null, column: null, message: describeError(error), next: null }];
  }
}

/** Markers of maps of content that cannot be followed. */
export function markerFindings(vault: OpenVault): Finding[] {
  return mocPaths(vault.store.index).flatMap((file) => ofFile(vault, file));
}
