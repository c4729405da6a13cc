/** The memory vault (seed 2): the only entry of this folder for other code. */

export type { VaultSituation } from './broken-notes.ts';
export { indexFiles } from './cache/index-files.ts';
export { VaultIndex } from './cache/vault-index.ts';
export type { VaultProblem } from './cache/vault-tree.ts';
export { calendarDay, layerOf } from './calendar.ts';
export { findVault, findVaultAnyway, type VaultConfig, type VaultPlace } from './config/config.ts';
export { diagnose, type Finding as VaultFinding, noteFinding, sharedIdFinding } from './doctor.ts';
export { CHOICE_KEYS, type ChoiceKey, type HeaderChoice, headerChoices } from './headers/header-choices.ts';
export { headerValuePlace, type PlacedAlias, placedAliases } from './headers/header-place.ts';
export { folderOfType, isProperty, LINK_FIELDS, NOTE_STATUSES, NOTE_TYPES } from './known.ts';
export { applyEdits, isLinkTargetOf, linkTarget, proposeLinks, type TextEdit } from './links/auto-link.ts';
export { type IncomingLinks, incomingLinks, linksTo } from './links/incoming-links.ts';
export { type LinkCandidate, linkCandidates } from './links/link-candidates.ts';
export { type AskedLink, type Backlink, calledBy, type Resolution } from './links/link-table.ts';
export { MEMORY_MAP } from './links/memory-map.ts';
export { type PlacedLink, placedLinks } from './links/placed-links.ts';
export { writtenTarget } from './links/retarget.ts';
export { freshId, wantedNote } from './links/wanted-note.ts';
export type { OpenedVault } from './live/opened-vault.ts';
export { type Collector, CollectorRegistry, type MocFacts, mocFacts } from './moc/collectors.ts';
export { mocPaths, type RefreshedMoc, refreshMoc } from './moc/refresh.ts';
export { vaultNeeds } from './needs.ts';
export { examineMap, examineText, type TextFinding, type WrittenNote } from './notes/examine-text.ts';
export { readNote, readNoteText } from './notes/format.ts';
export { type MigratedNote, type MigrationFacts, migrateHeader } from './notes/migrate.ts';
export type * from './notes/note.ts';
export { isNotePath } from './notes/note-paths.ts';
export { layerFinder } from './notes/present.ts';
export { checkRenaming, type Renaming, renamingEdits } from './notes/rename-note.ts';
export { slugOf } from './notes/slug.ts';
export { withNotes } from './notes/with-notes.ts';
export { type NewNote, newNoteText, placeNewNote } from './notes/write-note.ts';
export { vaultOperations } from './operations.ts';
export { findHeadings, type Heading, headingCalled } from './prose/headings.ts';
export { proseParts } from './prose/prose.ts';
export { vaultProtocol } from './protocol.ts';
export { type LinkReport, linkReport } from './report.ts';
export {
  type Acceptance,
  acceptedText,
  archivedText,
  type Contradicting,
  contradictingText,
  decidedText,
  personBehind,
  replacementText,
  supersededText,
} from './review.ts';
export { addNoteOutput, noteStatusOutput } from './schemas/notes.ts';
export { packOutput } from './schemas/pack.ts';
export { foundOutput, searchOutput, summaryOutput } from './schemas/search.ts';
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
} from './schemas/upkeep.ts';
export { byNearness, nearNotes } from './search/nearness.ts';
export { type AskStale, type ContextPack, contextPack, type PackRequest, type PackSource } from './search/pack.ts';
export { queryWords, type Score, type ScoreParts, scoreNote } from './search/scoring.ts';
export { type SearchAnswer, type SearchResult, search, type VaultQuery } from './search/search.ts';
export { WordIndex } from './search/word-index.ts';
export { type VaultChanges, VaultStore } from './store.ts';
export { summarise, type VaultSummary } from './summary.ts';
export { isQuestion, toDecide } from './to-decide.ts';
export { type DuplicatePair, type DuplicateReport, duplicatePairs } from './trust/duplicate-pairs.ts';
export { type NearDuplicate, nearDuplicates } from './trust/duplicates.ts';
export { repositoryAround } from './trust/repository.ts';
export { type Contradiction, contradictions, countingIn, reviewQueue } from './trust/reviews.ts';
export { type CitingNotes, type StaleCitation, type StaleReport, staleCitations } from './trust/stale.ts';
export { type Supersession, supersession } from './trust/supersession.ts';
export type { VaultOptions } from './vault-options.ts';
