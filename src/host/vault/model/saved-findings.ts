import { diagnose, MEMORY_MAP, noteFinding, type VaultFinding, type VaultStore } from '../../../engine/vault/index.ts';

/** So many notes are looked through for every change without anybody noticing. */
const FEW_NOTES = 2_000;
/** A longer list helps nobody; the report has them all. */
export const MOST_FINDINGS = 1_000;

/** Is not the matter of one note, and no note that is open would say it. */
const OF_SEVERAL = 'supersession-cycle';

type Saved = Pick<VaultStore, 'index' | 'config' | 'problems' | 'links' | 'mapConflicts'>;

/**
 * What is to be corrected in the saved notes of a vault, by path: the first thousand, in the order of their places. Of a large vault
 * only what each note says by itself, which is known already: to follow all links of it takes long.
 */
export function savedFindings(store: Saved): ReadonlyMap<string, readonly VaultFinding[]> {
  const found = new Map<string, VaultFinding[]>();
  let left = MOST_FINDINGS;
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
  if (store.index.size <= FEW_NOTES) return yield* diagnose(store);
  for (const { path, problems } of store.index.faulty()) for (const problem of problems) yield noteFinding(path, problem);
}
