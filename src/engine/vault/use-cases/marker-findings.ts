import { CortexError, describeError } from '../../platform/errors.ts';
import { maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictProblem } from '../conflicts.ts';
import { type Finding, noteFinding } from '../doctor.ts';
import { CollectorRegistry } from '../moc/collectors.ts';
import { findMarkers, type MarkedSection } from '../moc/markers.ts';
import { mocPaths, unknownSections } from '../moc/refresh.ts';
import { readVaultText, type TextSource } from '../notes/planned-change.ts';

const collectors = new CollectorRegistry();

/** A warning only, because the section may belong to another program. */
function unknownFinding(path: string, { name, line }: MarkedSection): Finding {
  const message = `no collector is named ${JSON.stringify(name)}, so the section is unchanged`;
  const next = `Correct the name if it should be one of ${collectors.names.join(', ')}.`;
  return { severity: 'warning', code: 'unknown-section', path, line, column: null, message, next };
}

function ofFile(vault: TextSource, file: string): Finding[] {
  const found = { severity: 'error', path: file } as const;
  try {
    const text = readVaultText(vault, file) ?? '';
    // Conflicts of notes are reported separately.
    const conflicts = vault.store.index.get(file) === undefined ? mergeConflicts(text).map(conflictProblem) : [];
    const markers = findMarkers(maskConflicts(text));
    const next = 'Until then the file is not refreshed.';
    const broken = markers.problems.map((problem): Finding => ({ ...found, ...problem, code: 'unclosed-marker', next }));
    return [
      ...conflicts.map((problem) => noteFinding(file, problem)),
      ...broken,
      ...unknownSections(markers, collectors).map((section) => unknownFinding(file, section)),
    ];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    // An unreadable note is reported separately.
    if (vault.store.index.get(file) !== undefined) return [];
    return [{ ...found, code: error.code, line: null, column: null, message: describeError(error), next: null }];
  }
}

/** Returns errors for invalid markers in maps of content, and warnings for unknown sections. */
export function findMarkerProblems(vault: TextSource): Finding[] {
  return mocPaths(vault.store.index).flatMap((file) => ofFile(vault, file));
}
