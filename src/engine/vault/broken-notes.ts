import { joinSentences } from '../platform/errors.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { VaultProblem } from './cache/vault-tree.ts';
import { isConflict, settleAdvice, settleCommand } from './conflicts.ts';
import { MEMORY_MAP } from './links/memory-map.ts';
import type { NoteProblem } from './notes/note.ts';

/** State of a vault. */
export interface VaultSituation {
  /** Root folder, absolute. */
  readonly root: string;
  readonly index: VaultIndex;
  readonly problems: readonly VaultProblem[];
  /** Conflicts of the map, which is not a note. */
  readonly mapConflicts: readonly NoteProblem[];
  readonly timeZone: string;
}

/**
 * Problems because of which a note or its header is not read as intended. A note with missing quotes is still read and found (rulings,
 * vault 3).
 */
const BROKEN: ReadonlySet<NoteProblem['code']> = new Set([
  ...(['not-utf8', 'nul', 'too-large', 'unreadable'] as const),
  ...(['bad-header', 'code-header', 'unclosed-header', 'unopened-header', 'merge-conflict', 'half-merge-conflict'] as const),
]);

/** A note that is not read as intended, and its first problem. */
export interface BrokenNote {
  readonly note: string;
  /** 1-based. */
  readonly line: number;
  readonly why: string;
  /** Command at the end of `why`, if any. */
  readonly command: string | undefined;
}

/** Returns the notes that are not read as intended, with one problem each. */
export function brokenNotes(vault: VaultSituation): BrokenNote[] {
  const broken: BrokenNote[] = [];
  const ofMap = { path: MEMORY_MAP, problems: vault.mapConflicts };
  for (const { path: note, problems } of [...vault.index.faulty(), ofMap]) {
    const first = problems.find(({ code }) => BROKEN.has(code));
    if (first === undefined) continue;
    const why = isConflict(first.code) ? joinSentences(first.message, settleAdvice(first.code, note, vault.root)) : first.message;
    const command = first.code === 'merge-conflict' ? settleCommand(note, vault.root) : undefined;
    broken.push({ note, line: first.line, why, command });
  }
  return broken;
}
