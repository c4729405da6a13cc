import { compareCodePoints } from '../text/code-point-order.ts';
import { shellWord } from '../text/shell-word.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { Finding } from './doctor.ts';
import type { Note } from './notes/note.ts';
import { quotedNames } from './quoted-names.ts';
import { findDispute } from './trust/disputes.ts';
import type { DuplicatePair } from './trust/duplicate-pairs.ts';
import { describeSimilarity } from './trust/duplicates.ts';
import { type Contradiction, contradictions, reviewQueue } from './trust/reviews.ts';

/** Codes of findings that ask a person for a decision, and are no errors. */
const TO_DECIDE = ['review', 'contradiction', 'near-duplicate', 'opposite'] as const;

type Question = (typeof TO_DECIDE)[number];

/** Reports whether a finding asks a person for a decision. */
export function isDecisionFinding({ code }: Pick<Finding, 'code'>): boolean {
  return TO_DECIDE.some((question) => question === code);
}

function decisionFinding(code: Question, path: string, message: string, next: string): Finding {
  return { severity: 'warning', code, path, line: 1, column: null, message, next };
}

function ofReview({ path, updated, created }: Note): Finding {
  const since = updated ?? created;
  const message = `waits for review${since === null ? '' : ` since ${since}`}`;
  return decisionFinding('review', path, message, 'Read it, then accept or archive it.');
}

function ofContradiction(index: VaultIndex, { paths: [one, other] }: Contradiction): Finding {
  const note = index.get(one);
  const found = note === undefined ? [] : findDispute(index, note, other).found;
  const why = found.length === 0 ? '' : ` (${found.join('; ')})`;
  return decisionFinding('contradiction', one, `contradicts ${JSON.stringify(other)}${why}`, 'Supersede or archive one of them.');
}

/** Returns the finding that two notes say nearly the same. */
export function duplicateFinding(pair: DuplicatePair): Finding {
  const { path, other } = pair;
  return decisionFinding(
    'near-duplicate',
    path,
    describeSimilarity(pair, other),
    'Merge the correct content into one of them, and supersede or archive the other.',
  );
}

/** Returns the finding that a note seems to say the opposite of others. */
export function oppositeFinding(path: string, others: readonly [string, ...string[]]): Finding {
  const message = `seems to contradict ${quotedNames(others, ', ')}`;
  const next = `If not, make the subject of each clear; if so, run: cortex vault contradict ${shellWord(path)} ${shellWord(others[0])}`;
  return decisionFinding('opposite', path, message, next);
}

/** Returns notes in review and contradictions, which wait for a person's decision, sorted by path. Reads no files. */
export function listOpenDecisions(index: VaultIndex): Finding[] {
  const found = [...reviewQueue(index).map(ofReview), ...contradictions(index).map((pair) => ofContradiction(index, pair))];
  return found.sort((one, other) => compareCodePoints(one.path, other.path) || compareCodePoints(one.code, other.code));
}
