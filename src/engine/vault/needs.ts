import path from 'node:path';
import { describeError } from '../platform/errors.ts';
import { createNeed, type Need } from '../platform/need.ts';
import { isDayAlone, parseInstant } from '../platform/zoned-time.ts';
import { type BrokenNote, brokenNotes, type VaultSituation } from './broken-notes.ts';
import type { VaultProblem } from './cache/vault-tree.ts';
import type { Note } from './notes/note.ts';
import { findDispute } from './trust/disputes.ts';
import { type Contradiction, contradictions, reviewQueue } from './trust/reviews.ts';

/** Returns the items of a vault that wait for a person (docs/decisions/0018-needs-you.md). */
export function vaultNeeds(vault: VaultSituation): Need[] {
  return [
    ...reviewQueue(vault.index).map((note) => reviewNeed(vault, note)),
    ...contradictions(vault.index).map((pair) => contradictionNeed(vault, pair)),
    ...vault.problems.map((problem) => unreadable(vault, problem)),
    ...brokenNotes(vault).map((broken) => brokenNoteNeed(vault, broken)),
  ];
}

const placeIn = ({ root }: VaultSituation, note: string, line = 1) => ({ file: path.join(root, note), line });

function reviewNeed(vault: VaultSituation, { path: note, name, updated, created }: Note): Need {
  const written = updated ?? created;
  return createNeed({
    kind: 'review',
    about: [vault.root, note],
    rank: 'soon',
    title: name,
    place: placeIn(vault, note),
    why: 'waits for review by a person',
    since: written === null ? null : parseInstant(written, vault.timeZone),
    ...(written !== null && isDayAlone(written) && { day: written.trim() }),
    actions: [
      { title: 'Accept', operation: 'vault accept', input: { note }, asks: ['by'] },
      { title: 'Archive', operation: 'vault archive', input: { note }, asks: ['by'] },
    ],
  });
}

function contradictionNeed(vault: VaultSituation, { paths: [one, other] }: Contradiction): Need {
  const note = vault.index.get(one);
  const { found } = note === undefined ? { found: [] } : findDispute(vault.index, note, other);
  const nameOf = (path: string) => vault.index.get(path)?.name ?? path;
  return createNeed({
    kind: 'contradiction',
    about: [vault.root, one, other],
    rank: 'soon',
    title: nameOf(one),
    since: null,
    place: placeIn(vault, one),
    why: [`contradicts ${nameOf(other)}, and both are current`, ...found].join('; '),
    actions: [
      { title: 'Keep This', operation: 'vault supersede', input: { old: other, new: one }, asks: ['by'] },
      { title: 'Keep Other', operation: 'vault supersede', input: { old: one, new: other }, asks: ['by'] },
    ],
  });
}

function brokenNoteNeed(vault: VaultSituation, { note, line, why, command }: BrokenNote): Need {
  const broken = { kind: 'broken', about: [vault.root, note], rank: 'at-risk', title: note, why, since: null } as const;
  return createNeed({ ...broken, command, place: placeIn(vault, note, line), actions: [] });
}

/** Returns the item for a file or folder of the vault that cannot be read. */
function unreadable(vault: VaultSituation, { path: note, error }: VaultProblem): Need {
  return createNeed({
    kind: 'broken',
    about: [vault.root, note],
    rank: 'at-risk',
    title: note || vault.root,
    why: describeError(error),
    since: null,
    place: note === '' ? null : placeIn(vault, note, error.data.line ?? 1),
    actions: [],
  });
}
