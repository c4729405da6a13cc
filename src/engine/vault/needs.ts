import path from 'node:path';
import { describeError } from '../kernel/errors.ts';
import { type Need, needOf } from '../kernel/need.ts';
import { instantOf } from '../kernel/zoned-time.ts';
import type { Note } from './note.ts';
import { type Contradiction, contradictions, reviewQueue } from './trust/reviews.ts';
import type { VaultIndex } from './vault-index.ts';
import type { VaultProblem } from './vault-tree.ts';

/** A vault as it stands. */
export interface VaultSituation {
  /** Its folder, absolute. */
  readonly root: string;
  readonly index: VaultIndex;
  readonly problems: readonly VaultProblem[];
  readonly timeZone: string;
}

/** What of a vault waits for a person (docs/decisions/0018-needs-you.md). */
export function vaultNeeds(vault: VaultSituation): Need[] {
  return [
    ...reviewQueue(vault.index).map((note) => reviewNeed(vault, note)),
    ...contradictions(vault.index).map((pair) => contradictionNeed(vault, pair)),
    ...vault.problems.map((problem) => brokenNote(vault, problem)),
  ];
}

const placeIn = ({ root }: VaultSituation, note: string, line = 1) => ({ file: path.join(root, note), line });

function reviewNeed(vault: VaultSituation, { path: note, name, updated, created }: Note): Need {
  const day = updated ?? created;
  return needOf({
    ...{ kind: 'review', about: [vault.root, note], rank: 'soon', title: name, place: placeIn(vault, note) },
    ...{ why: 'a note that waits to be read by a person', since: day === null ? null : instantOf(day, vault.timeZone) },
    actions: [
      { title: 'Accept', operation: 'vault accept', input: { note }, asks: ['by'] },
      { title: 'Archive', operation: 'vault archive', input: { note }, asks: [] },
    ],
  });
}

function contradictionNeed(vault: VaultSituation, { paths: [one, other] }: Contradiction): Need {
  return needOf({
    ...{ kind: 'contradiction', about: [vault.root, one, other], rank: 'soon', title: one, since: null, place: placeIn(vault, one) },
    why: `contradicts ${other}, and both count`,
    actions: [
      { title: 'Keep This', operation: 'vault supersede', input: { old: other, new: one }, asks: [] },
      { title: 'Keep Other', operation: 'vault supersede', input: { old: one, new: other }, asks: [] },
    ],
  });
}

function brokenNote(vault: VaultSituation, { path: note, error }: VaultProblem): Need {
  return needOf({
    ...{ kind: 'broken', about: [vault.root, note], rank: 'in danger', title: note || vault.root, why: describeError(error), since: null },
    ...{ place: placeIn(vault, note, error.data.line ?? 1), actions: [] },
  });
}
