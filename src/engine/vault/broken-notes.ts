import { inSentences } from '../platform/errors.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { VaultProblem } from './cache/vault-tree.ts';
import { isConflict, settleCommand, settleNext } from './conflicts.ts';
import { MEMORY_MAP } from './links/memory-map.ts';
import type { NoteProblem } from './notes/note.ts';

/** A vault as it stands. */
export interface VaultSituation {
  /** Its folder, absolute. */
  readonly root: string;
  readonly index: VaultIndex;
  readonly problems: readonly VaultProblem[];
  /** Of the map that is no note. */
  readonly mapConflicts: readonly NoteProblem[];
  readonly timeZone: string;
}

/** With these a note, or its header, is not read as it was meant. One that lacks quotes is read, and found as any other (rulings, vault 3). */
const BROKEN: ReadonlySet<NoteProblem['code']> = new Set([
  ...(['not-utf8', 'nul', 'too-large', 'unreadable'] as const),
  ...(['bad-header', 'code-header', 'unclosed-header', 'merge-conflict', 'half-merge-conflict'] as const),
]);

/** A note that is not read as it was meant, and what is wrong in it first. */
export interface BrokenNote {
  readonly note: string;
  /** 1-based. */
  readonly line: number;
  readonly why: string;
  /** The command with which `why` ends, where it does. */
  readonly command: string | undefined;
}

/** One for each note, whatever is wrong in it. */
export function brokenNotes(vault: VaultSituation): BrokenNote[] {
  const broken: BrokenNote[] = [];
  const ofMap = { path: MEMORY_MAP, problems: vault.mapConflicts };
  for (const { path: note, problems } of [...vault.index.faulty(), ofMap]) {
    const first = problems.find(({ code }) => BROKEN.has(code));
    if (first === undefined) continue;
    const why = isConflict(first.code) ? inSentences(first.message, settleNext(first.code, note, vault.root)) : first.message;
    const command = first.code === 'merge-conflict' ? settleCommand(note, vault.root) : undefined;
    broken.push({ note, line: first.line, why, command });
  }
  return broken;
}
