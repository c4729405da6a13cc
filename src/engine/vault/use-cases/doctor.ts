import type { Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { findVaultLeniently } from '../config/config.ts';
import { conflictCopyFindings, type Finding, listFindings } from '../doctor.ts';
import { duplicateFinding, listOpenDecisions, oppositeFinding } from '../open-decisions.ts';
import { formatCitation } from '../prose/citations.ts';
import type { DoctorInput, DoctorOutput } from '../schemas/maintenance.ts';
import { findAlikeNotes } from '../trust/alike-notes.ts';
import { type DuplicatePair, sortByAge } from '../trust/duplicate-pairs.ts';
import { contradictions, currentNoteFilter } from '../trust/reviews.ts';
import type { SimilarPair } from '../trust/short-notes.ts';
import { describeStaleness, type StaleCitation } from '../trust/stale.ts';
import { unmergedFindings } from '../unmerged.ts';
import { findDeadHeadings } from './dead-headings.ts';
import { personOptionFor } from './decision.ts';
import { HeaderLines } from './header-lines.ts';
import { findMarkerProblems } from './marker-findings.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { findStaleNotes } from './stale.ts';

function staleFinding(found: StaleCitation): Finding {
  const { path: note, citation } = found;
  const message = `cites ${formatCitation(citation)}, ${describeStaleness(found)}`;
  const next = `Compare the note with the code and correct it, then run: cortex vault confirm ${shellWord(note)}`;
  return { severity: 'warning', code: 'stale', path: note, line: citation.at, column: null, message, next };
}

interface Examined {
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

/** Returns one finding per note, however many others say the opposite. */
function oppositesOf(pairs: readonly SimilarPair[]): Finding[] {
  const byPath = new Map<string, [string, ...string[]]>();
  for (const { path, other } of pairs) {
    const others = byPath.get(path);
    if (others === undefined) byPath.set(path, [other]);
    else others.push(other);
  }
  return Array.from(byPath, ([path, others]) => oppositeFinding(path, others));
}

/** Returns findings for short notes that say the same or the opposite, and for notes that are duplicates as a whole. */
function shortFindings(index: VaultIndex, pairsFound: readonly SimilarPair[], pairs: readonly DuplicatePair[]): Finding[] {
  const key = (one: string, other: string) => JSON.stringify([one, other].sort(compareCodePoints));
  const decided = new Set(contradictions(index).map(({ paths: [one, other] }) => key(one, other)));
  const short = pairsFound.filter(({ path, other }) => !decided.has(key(path, other)));
  const opposite = short.filter(({ relation: standing }) => standing.kind === 'opposite');
  const denied = new Set(opposite.map(({ path, other }) => key(path, other)));
  // Of contradicting notes only one will stay, so they are not reported as duplicates too.
  const isNoDuplicate = ({ path, other }: DuplicatePair) => denied.has(key(path, other)) || decided.has(key(path, other));
  const alike = new Map(pairs.filter((pair) => !isNoDuplicate(pair)).map((pair) => [pair.path, pair]));
  for (const { path, other, relation: standing } of short) {
    if (standing.kind === 'same' && !alike.has(path)) alike.set(path, { path, other, likeness: standing.likeness, alike: standing.alike });
  }
  return [...oppositesOf(opposite), ...Array.from(alike.values(), duplicateFinding)];
}

/**
 * Starts to search for current notes that say nearly the same as others, or the opposite. In a large vault another thread compares them.
 * @returns function that waits for the findings
 */
function beginComparison({ runtime, config, thread, store: { index } }: OpenVault): () => Promise<Examined> {
  const counting = sortByAge(Array.from(index.notes()).filter(currentNoteFilter(index)));
  const compared = thread?.alikeNotes(counting);
  return async () => {
    const { short, duplicates } = (await compared?.()) ?? findAlikeNotes(runtime, config.root, counting);
    const { pairs, left } = duplicates;
    const warnings = left === 0 ? [] : [`${counted(left, 'more note')} may be duplicates; only the most similar ones were compared`];
    return { findings: shortFindings(index, short, pairs), warnings };
  };
}

async function staleFindings(vault: OpenVault): Promise<Examined> {
  const { stale, warnings } = await findStaleNotes(vault, vault.store.index);
  return { findings: stale.map(staleFinding), warnings };
}

/** Sorts by path, then by position; findings without a position come first. */
function inOrder(one: Finding, other: Finding): number {
  return compareCodePoints(one.path, other.path) || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

/**
 * Adds to the command at the end of a next step `--by`, if only a person may run it, and `--vault`, if the vault was named, or must be
 * named to be written.
 */
function runnable(vault: OpenVault, input: DoctorInput, finding: Finding): Finding {
  const { isOutside, root } = vault.config;
  const named = input.vault ?? (isOutside ? root : undefined);
  const { code, path, next } = finding;
  if (next?.includes(': cortex vault ') !== true) return finding;
  const by = code === 'not-superseded' ? personOptionFor(vault, path) : '';
  return { ...finding, next: `${next}${by}${named === undefined ? '' : ` --vault ${shellWord(named)}`}` };
}

/** No additional warnings, because the findings contain everything. */
const nothingElse = () => [];

/** Reports problems of the vault, and notes that wait for a person (rulings, all protocols 9). Fails if there are errors. */
export const examineVault = vaultOperation(
  async (vault: OpenVault, input: DoctorInput): Promise<Outcome<DoctorOutput>> => {
    const { store, config } = vault;
    // Begun first, because the other thread works on it meanwhile.
    const endComparison = beginComparison(vault);
    const stale = await staleFindings(vault);
    const others = [
      ...listFindings(store),
      ...findMarkerProblems(vault),
      ...(await findDeadHeadings(vault)),
      ...stale.findings,
      ...listOpenDecisions(store.index),
    ];
    // Last, because this thread now does the part of the comparison that the other one has not begun.
    const alike = await endComparison();
    const found = [
      ...others,
      ...alike.findings,
      ...conflictCopyFindings(vault.context.runtime.fs, config.root, store.index),
      ...(await unmergedFindings(vault.context.runtime.fs, config.root)),
    ];
    const lines = new HeaderLines(vault);
    const findings = found.map((finding) => runnable(vault, input, lines.placed(finding))).sort(inOrder);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const output = { vault: config.root, notes: store.index.size, findings, errors, warnings: findings.length - errors };
    return { ok: errors === 0, output, warnings: [...stale.warnings, ...alike.warnings] };
  },
  nothingElse,
  { find: findVaultLeniently, inThreads: true },
);
