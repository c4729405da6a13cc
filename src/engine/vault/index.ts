/** The memory vault (seed 2): the only entry of this folder for other code. */

export type { VaultSituation } from './broken-notes.ts';
export { indexFiles } from './cache/index-files.ts';
export { VaultIndex } from './cache/vault-index.ts';
export type { VaultProblem } from './cache/vault-tree.ts';
export { calendarDay, determineLayer } from './calendar.ts';
export { findVault, findVaultLeniently, type VaultConfig, type VaultPlace } from './config/config.ts';
export { isVault, mayBeVault } from './config/vault-signs.ts';
export { type Finding as VaultFinding, listFindings, noteFinding, sharedIdFinding } from './doctor.ts';
export { CHOICE_KEYS, type ChoiceKey, type HeaderChoice, headerChoices } from './headers/header-choices.ts';
export { type AliasLocation, findAliases, findHeaderValue } from './headers/header-position.ts';
export { applyEdits, isLinkTargetOf, linkTarget, proposeLinks, type TextEdit } from './links/auto-link.ts';
export { findIncomingLinks, findLinksTo, type IncomingLinks } from './links/incoming-links.ts';
export { type LinkCandidate, linkCandidates } from './links/link-candidates.ts';
export { type Backlink, findNameKind, type LinkQuery, type Resolution } from './links/link-table.ts';
export { MEMORY_MAP } from './links/memory-map.ts';
export { findPlacedLinks, type PlacedLink } from './links/placed-links.ts';
export { writtenTarget } from './links/retarget.ts';
export { newIdFor, planWantedNote } from './links/wanted-note.ts';
export type { OpenedVault } from './live/opened-vault.ts';
export { type Collector, CollectorRegistry, type MocFacts, mocFacts } from './moc/collectors.ts';
export { mocPaths, type RefreshedMoc, refreshMoc } from './moc/refresh.ts';
export { vaultNeeds } from './needs.ts';
export { folderForType, isProperty, LINK_FIELDS, NOTE_STATUSES, NOTE_TYPES } from './note-fields.ts';
export { examineMap, examineText, type TextFinding, type WrittenNote } from './notes/examine-text.ts';
export { readNote, readNoteText } from './notes/format.ts';
export { type MigratedNote, type MigrationFacts, migrateHeader } from './notes/migrate.ts';
export type * from './notes/note.ts';
export { isNotePath } from './notes/note-paths.ts';
export { layerFinder } from './notes/present.ts';
export { checkRenaming, type NoteRenaming, renamingEdits } from './notes/rename-note.ts';
export { toSlug } from './notes/slug.ts';
export { askWithNotes } from './notes/with-notes.ts';
export { type NewNote, newNoteText, placeNewNote } from './notes/write-note.ts';
export { isDecisionFinding, listOpenDecisions } from './open-decisions.ts';
export { vaultOperations } from './operations.ts';
export { findHeading, findHeadings, type Heading } from './prose/headings.ts';
export { splitProse } from './prose/prose.ts';
export { vaultProtocol } from './protocol.ts';
export { type LinkReport, linkReport } from './report.ts';
export {
  type Acceptance,
  acceptNoteText,
  archiveNoteText,
  type Contradicting,
  findResponsiblePerson,
  recordContradiction,
  recordDecision,
  recordReplacement,
  supersedeNoteText,
} from './review.ts';
export {
  doctorOutput,
  indexOutput,
  layersOutput,
  linkedOutput,
  linkOutput,
  migrateOutput,
  mocOutput,
  reportOutput,
  watchOutput,
} from './schemas/maintenance.ts';
export { addNoteOutput, noteStatusOutput } from './schemas/notes.ts';
export { packOutput } from './schemas/pack.ts';
export { foundOutput, searchOutput, summaryOutput } from './schemas/search.ts';
export { findNearNotes, sortByNearness } from './search/nearness.ts';
export { buildContextPack, type ContextPack, type FindStale, type PackRequest, type PackSource } from './search/pack.ts';
export { queryWords, type Score, type ScoreParts, scoreNote } from './search/scoring.ts';
export { type SearchAnswer, type SearchResult, searchVault, type VaultQuery } from './search/search.ts';
export { WordIndex } from './search/word-index.ts';
export { type VaultChanges, VaultStore } from './store.ts';
export { summarise, type VaultSummary } from './summary.ts';
export { type DuplicatePair, type DuplicateReport, findDuplicatePairs } from './trust/duplicate-pairs.ts';
export { findNearDuplicates, type NearDuplicate } from './trust/duplicates.ts';
export { repositoryAround } from './trust/repository.ts';
export { type Contradiction, contradictions, currentNoteFilter, reviewQueue } from './trust/reviews.ts';
export { type CitingNotes, findStaleCitations, type StaleCitation, type StaleReport } from './trust/stale.ts';
export { type Supersession, supersession } from './trust/supersession.ts';
export { resolveConflicts as resolveVaultConflicts } from './use-cases/resolve-conflicts.ts';
export type { VaultOptions } from './vault-options.ts';
