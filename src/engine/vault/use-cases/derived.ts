import type { Outcome } from '../../platform/operation.ts';
import { groupByLayer } from '../cache/layer-files.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { countErrors } from '../doctor.ts';
import type { Layer, Note, NoteProblem } from '../notes/note.ts';
import { linkReport } from '../report.ts';
import type { IndexInput, IndexOutput, LayersInput, LayersOutput, ReportOutput } from '../schemas/maintenance.ts';
import { countByName } from '../summary.ts';
import { HeaderLines } from './header-lines.ts';
import { findMarkerProblems } from './marker-findings.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';

/** Number of newest notes listed per layer. */
const NEWEST = 10;

/** Limit of candidates per ambiguous link. Thousands of notes may share a name. */
const MAX_CANDIDATES = 20;

/** Problems that hide a note, or words of it, from searches. */
const UNCLEAR: ReadonlySet<NoteProblem['code']> = new Set([
  'not-utf8',
  'nul',
  'too-large',
  'unreadable',
  'code-header',
  'unclosed-header',
  'unopened-header',
]);

const LAYERS: readonly Layer[] = ['hot', 'warm', 'cold'];

const sum = (notes: readonly Note[], of: (note: Note) => number) => notes.reduce((total, note) => total + of(note), 0);

/** Updates the derived files (rulings, vault 4), and returns statistics. */
export const indexVault = vaultOperation(async (vault: OpenVault, { stats }: IndexInput): Promise<Outcome<IndexOutput>> => {
  const { store, config } = vault;
  const notes = [...store.index.notes()];
  const written = stats ? [] : await store.writeIndexes();
  const output: IndexOutput = {
    vault: config.root,
    total: notes.length,
    bytes: sum(notes, ({ file }) => file.size),
    lines: sum(notes, ({ lines }) => lines),
    projects: countByName(notes.map(({ project }) => project)),
    types: countByName(notes.map(({ type }) => type)),
    statuses: countByName(notes.map(({ status }) => status)),
    untyped: notes.filter(({ type }) => type === 'unknown').map(({ path }) => path),
    problems: countErrors(store) + findMarkerProblems(vault).filter(({ severity }) => severity === 'error').length,
    written: [...written],
  };
  return { ok: true, output, warnings: unclearNotes(store.index) };
});

/** Returns warnings for notes that could not be read completely. Otherwise missing content would look as if it did not exist. */
function unclearNotes(index: VaultIndex): string[] {
  const unclear = index.faulty().flatMap(({ path, problems }) => {
    const found = problems.find(({ code }) => UNCLEAR.has(code));
    return found === undefined ? [] : [`${path}:${found.line}: ${found.message}`];
  });
  const more = unclear.length - NEWEST;
  return more <= 0 ? unclear : [...unclear.slice(0, NEWEST), `${more} more; "cortex vault doctor" names each`];
}

/** Updates the derived files, and returns the layers (seed 2, "layers"). */
export const writeLayers = vaultOperation(
  async ({ store, config, today }: OpenVault, { stats }: LayersInput): Promise<Outcome<LayersOutput>> => {
    const byLayer = groupByLayer([...store.index.notes()], config, today);
    const written = stats ? [] : await store.writeIndexes();
    const layers = LAYERS.map((layer) => {
      const own = byLayer[layer];
      const newest = own.slice(0, NEWEST).map(({ path, name, project }) => ({ path, name, project }));
      return { layer, days: layer === 'cold' ? null : config[layer], notes: own.length, lines: sum(own, ({ lines }) => lines), newest };
    });
    return { ok: true, output: { vault: config.root, layers, written: [...written] } };
  },
);

/** Returns the report on links as output (rulings, vault 5). */
export function toReportOutput(vault: OpenVault): ReportOutput {
  const { orphans, hubs, dead, ambiguous, ...counts } = linkReport(vault.store.index);
  const lines = new HeaderLines(vault);
  return {
    ...counts,
    orphans: [...orphans],
    hubs: [...hubs],
    dead: dead.map((link) => lines.placedLink(link)),
    ambiguous: ambiguous.map((link) => ({ ...lines.placedLink(link), candidates: link.candidates.slice(0, MAX_CANDIDATES) })),
  };
}

/** Reports orphans, hubs, and dead or ambiguous links. */
export const reportLinks = vaultOperation(
  async (vault: OpenVault): Promise<Outcome<ReportOutput>> => ({ ok: true, output: toReportOutput(vault) }),
);
