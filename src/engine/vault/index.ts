/** The memory vault (seed 2): the only door of this folder. */
export { applyEdits, linkTarget, proposeLinks, type TextEdit } from './auto-link.ts';
export { calendarDay, layerOf } from './calendar.ts';
export { findVault, type VaultConfig, type VaultPlace } from './config.ts';
export { diagnose, type Finding as VaultFinding } from './doctor.ts';
export { readNote, readNoteText } from './format.ts';
export { indexFiles } from './index-files.ts';
export { folderOfType, NOTE_STATUSES, NOTE_TYPES } from './known.ts';
export type { Backlink, Resolution } from './link-table.ts';
export { type MigratedNote, type MigrationFacts, migrateHeader } from './migrate.ts';
export { type Collector, CollectorRegistry, type MocFacts, mocFacts } from './moc/collectors.ts';
export { mocPaths, type RefreshedMoc, refreshMoc } from './moc/refresh.ts';
export type * from './note.ts';
export { addNoteOutput, noteStatusOutput } from './operations/notes.ts';
export { packOutput, searchOutput, summaryOutput } from './operations/search.ts';
export {
  doctorOutput,
  indexOutput,
  layersOutput,
  linkOutput,
  migrateOutput,
  mocOutput,
  reportOutput,
  watchOutput,
} from './operations/upkeep.ts';
export { vaultOperations } from './operations.ts';
export { type ContextPack, contextPack, type PackRequest, type PackSource } from './pack.ts';
export { layerTeller } from './present.ts';
export { type LinkReport, linkReport } from './report.ts';
export { acceptedText, archivedText, replacementText, supersededText } from './review.ts';
export { queryWords, type Score, type ScoreParts, scoreNote } from './scoring.ts';
export { type SearchAnswer, type SearchResult, search, type VaultQuery } from './search.ts';
export { slugOf } from './slug.ts';
export { type VaultChanges, type VaultOptions, VaultStore } from './store.ts';
export { summarise, type VaultSummary } from './summary.ts';
export { type NearDuplicate, nearDuplicates } from './trust/duplicates.ts';
export { type Contradiction, contradictions, reviewQueue } from './trust/reviews.ts';
export { type StaleCitation, type StaleReport, staleCitations } from './trust/stale.ts';
export { type Supersession, supersession } from './trust/supersession.ts';
export { VaultIndex } from './vault-index.ts';
export { isNotePath, type VaultProblem } from './vault-tree.ts';
export { WordIndex } from './word-index.ts';
export { type NewNote, newNoteText, placeNewNote } from './write-note.ts';
