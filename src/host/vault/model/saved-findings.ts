import { listFindings, MEMORY_MAP, noteFinding, type VaultFinding, type VaultStore } from '../../../engine/vault/index.ts';

/** Number of notes up to which the whole vault is diagnosed after every change. */
const FEW_NOTES = 2_000;
/** Maximum number of findings. The report lists all of them. */
export const MAX_FINDINGS = 1_000;

/** Code of a finding that concerns several notes and is therefore not shown in any of them. */
const OF_SEVERAL = 'supersession-cycle';

type Saved = Pick<VaultStore, 'index' | 'config' | 'problems' | 'links' | 'mapConflicts'>;

/**
 * Returns the findings in the saved notes of a vault, by path, limited to the first thousand. In a large vault only problems of single
 * notes are included, which are known from reading them; following all links would take too long.
 */
export function savedFindings(store: Saved): ReadonlyMap<string, readonly VaultFinding[]> {
  const found = new Map<string, VaultFinding[]>();
  let left = MAX_FINDINGS;
  for (const finding of findingsOf(store)) {
    if (left === 0) break;
    if (finding.code === OF_SEVERAL || (finding.path !== MEMORY_MAP && store.index.get(finding.path) === undefined)) continue;
    const same = found.get(finding.path);
    if (same === undefined) found.set(finding.path, [finding]);
    else same.push(finding);
    left -= 1;
  }
  return found;
}

function* findingsOf(store: Saved): Iterable<VaultFinding> {
  for (const problem of store.mapConflicts()) yield noteFinding(MEMORY_MAP, problem);
  if (store.index.size <= FEW_NOTES) return yield* listFindings(store);
  for (const { path, problems } of store.index.faulty()) for (const problem of problems) yield noteFinding(path, problem);
}
