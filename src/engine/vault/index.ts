/** The memory vault (seed 2): the only door of this folder. */
export { asIf } from './as-if.ts';
export { applyEdits, isLinkTargetOf, linkTarget, proposeLinks, type TextEdit } from './auto-link.ts';
export { calendarDay, layerOf } from './calendar.ts';
export { findVault, findVaultAnyway, type VaultConfig, type VaultPlace } from './config.ts';
export { diagnose, type Finding as VaultFinding, noteFinding, sharedIdFinding } from './doctor.ts';
export { examineMap, examineText, type TextFinding, type WrittenNote } from './examine-text.ts';
export { readNote, readNoteText } from './format.ts';
export { CHOICE_KEYS, type ChoiceKey, type HeaderChoice, headerChoices } from './header-choices.ts';
export { headerValuePlace, type PlacedAlias, placedAliases } from './header-place.ts';
export { findHeadings, type Heading, headingCalled } from './headings.ts';
export { type IncomingLinks, incomingLinks, linksTo } from './incoming-links.ts';
export { indexFiles } from './index-files.ts';
export { folderOfType, isProperty, LINK_FIELDS, NOTE_STATUSES, NOTE_TYPES } from './known.ts';
export { type LinkCandidate, linkCandidates } from './link-candidates.ts';
export { type AskedLink, type Backlink, calledBy, type Resolution } from './link-table.ts';
export { MEMORY_MAP } from './memory-map.ts';
export { type MigratedNote, type MigrationFacts, migrateHeader } from './migrate.ts';
export { type Collector, CollectorRegistry, type MocFacts, mocFacts } from './moc/collectors.ts';
export { mocPaths, type RefreshedMoc, refreshMoc } from './moc/refresh.ts';
export { byNearness, nearNotes } from './nearness.ts';
export { type VaultSituation, vaultNeeds } from './needs.ts';
export type * from './note.ts';
export { isNotePath } from './note-paths.ts';
export { addNoteOutput, noteStatusOutput } from './operations/notes.ts';
export { packOutput } from './operations/pack.ts';
export { foundOutput, searchOutput, summaryOutput } from './operations/search.ts';
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
} from './operations/upkeep.ts';
export { vaultOperations } from './operations.ts';
export { type AskStale, type ContextPack, contextPack, type PackRequest, type PackSource } from './pack.ts';
export { type PlacedLink, placedLinks } from './placed-links.ts';
export { layerTeller } from './present.ts';
export { checkRenaming, type Renaming, renamingEdits } from './rename-note.ts';
export { type LinkReport, linkReport } from './report.ts';
export { writtenTarget } from './retarget.ts';
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
export { queryWords, type Score, type ScoreParts, scoreNote } from './scoring.ts';
export { type SearchAnswer, type SearchResult, search, type VaultQuery } from './search.ts';
export { slugOf } from './slug.ts';
export { type VaultChanges, type VaultOptions, VaultStore } from './store.ts';
export { summarise, type VaultSummary } from './summary.ts';
export { isQuestion, toDecide } from './to-decide.ts';
export { type DuplicatePair, type DuplicateReport, duplicatePairs } from './trust/duplicate-pairs.ts';
export { type NearDuplicate, nearDuplicates } from './trust/duplicates.ts';
export { repositoryAround } from './trust/repository.ts';
export { type Contradiction, contradictions, countingIn, reviewQueue } from './trust/reviews.ts';
export { type CitingNotes, type StaleCitation, type StaleReport, staleCitations } from './trust/stale.ts';
export { type Supersession, supersession } from './trust/supersession.ts';
export { VaultIndex } from './vault-index.ts';
export type { VaultProblem } from './vault-tree.ts';
export { freshId, wantedNote } from './wanted-note.ts';
export { WordIndex } from './word-index.ts';
export { type NewNote, newNoteText, placeNewNote } from './write-note.ts';
