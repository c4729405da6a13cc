import path from 'node:path';
import { describeError, inSentences } from '../platform/errors.ts';
import { type Need, needOf } from '../platform/need.ts';
import { instantOf, isDayAlone } from '../platform/zoned-time.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { VaultProblem } from './cache/vault-tree.ts';
import { isConflict, settleCommand, settleNext } from './conflicts.ts';
import { MEMORY_MAP } from './links/memory-map.ts';
import type { Note, NoteProblem } from './notes/note.ts';
import { disputeWith } from './trust/disputes.ts';
import { type Contradiction, contradictions, reviewQueue } from './trust/reviews.ts';

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

/** What of a vault waits for a person (docs/decisions/0018-needs-you.md). */
export function vaultNeeds(vault: VaultSituation): Need[] {
  return [
    ...reviewQueue(vault.index).map((note) => reviewNeed(vault, note)),
    ...contradictions(vault.index).map((pair) => contradictionNeed(vault, pair)),
    ...vault.problems.map((problem) => unreadable(vault, problem)),
    ...brokenNotes(vault),
  ];
}

/** With these a note, or its header, is not read as it was meant. One that lacks quotes is read, and found as any other (rulings, vault 3). */
const BROKEN: ReadonlySet<NoteProblem['code']> = new Set([
  ...(['not-utf8', 'nul', 'too-large', 'unreadable'] as const),
  ...(['bad-header', 'code-header', 'unclosed-header', 'merge-conflict', 'half-merge-conflict'] as const),
]);

const placeIn = ({ root }: VaultSituation, note: string, line = 1) => ({ file: path.join(root, note), line });

function reviewNeed(vault: VaultSituation, { path: note, name, updated, created }: Note): Need {
  const written = updated ?? created;
  return needOf({
    ...{ kind: 'review', about: [vault.root, note], rank: 'soon', title: name, place: placeIn(vault, note) },
    ...{ why: 'a note that waits to be read by a person', since: written === null ? null : instantOf(written, vault.timeZone) },
    ...(written !== null && isDayAlone(written) && { day: written.trim() }),
    actions: [
      { title: 'Accept', operation: 'vault accept', input: { note }, asks: ['by'] },
      { title: 'Archive', operation: 'vault archive', input: { note }, asks: ['by'] },
    ],
  });
}

function contradictionNeed(vault: VaultSituation, { paths: [one, other] }: Contradiction): Need {
  const note = vault.index.get(one);
  const { found } = note === undefined ? { found: [] } : disputeWith(vault.index, note, other);
  const nameOf = (path: string) => vault.index.get(path)?.name ?? path;
  return needOf({
    ...{
      kind: 'contradiction',
      about: [vault.root, one, other],
      rank: 'soon',
      title: nameOf(one),
      since: null,
      place: placeIn(vault, one),
    },
    why: [`contradicts ${nameOf(other)}, and both count`, ...found].join('; '),
    actions: [
      { title: 'Keep This', operation: 'vault supersede', input: { old: other, new: one }, asks: ['by'] },
      { title: 'Keep Other', operation: 'vault supersede', input: { old: one, new: other }, asks: ['by'] },
    ],
  });
}

/** One for each note, whatever is wrong in it. */
function brokenNotes(vault: VaultSituation): Need[] {
  const needs: Need[] = [];
  const ofMap = { path: MEMORY_MAP, problems: vault.mapConflicts };
  for (const { path: note, problems } of [...vault.index.faulty(), ofMap]) {
    const first = problems.find(({ code }) => BROKEN.has(code));
    if (first === undefined) continue;
    const why = isConflict(first.code) ? inSentences(first.message, settleNext(first.code, note, vault.root)) : first.message;
    const broken = { kind: 'broken', about: [vault.root, note], rank: 'in danger', title: note, why, since: null } as const;
    const command = first.code === 'merge-conflict' ? settleCommand(note, vault.root) : undefined;
    needs.push(needOf({ ...broken, command, place: placeIn(vault, note, first.line), actions: [] }));
  }
  return needs;
}

/** A file or folder of the vault that cannot be looked at. */
function unreadable(vault: VaultSituation, { path: note, error }: VaultProblem): Need {
  return needOf({
    ...{ kind: 'broken', about: [vault.root, note], rank: 'in danger', title: note || vault.root, why: describeError(error), since: null },
    ...{ place: note === '' ? null : placeIn(vault, note, error.data.line ?? 1), actions: [] },
  });
}
