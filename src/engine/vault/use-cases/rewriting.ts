import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { applyEdits, proposedLinks } from '../links/auto-link.ts';
import { CollectorRegistry, mocFacts } from '../moc/collectors.ts';
import { findMarkers, type MarkedSection } from '../moc/markers.ts';
import { mocPaths, type RefreshedMoc, refreshMoc, unknownSections } from '../moc/refresh.ts';
import type { LinkInput, LinkOutput, MocInput, MocOutput, ReportOutput } from '../schemas/upkeep.ts';
import { reportOf } from './derived.ts';
import { inVault, type OpenVault } from './open-vault.ts';
import { Rewriting } from './texts.ts';
import { UnclearNames } from './unclear-names.ts';

/**
 * Whoever is to write cannot be to print only.
 * @param printing flags with which nothing is written, and whether they are given
 * @throws CortexError `invalid-input` when one of them is, and `write` too
 */
export function checkWrite(write: boolean, printing: Readonly<Record<`--${string}`, boolean>>): void {
  const [flag] = Object.entries(printing).find(([, isGiven]) => isGiven) ?? [];
  if (!write || flag === undefined) return;
  throw new CortexError('invalid-input', `--write and ${flag} contradict each other`, { next: 'Leave one of them out.' });
}

/** Makes wikilinks of references and mentions (seed 2, "Auto-linker"; rulings, vault 8). */
export const linkNotes = inVault(async (vault: OpenVault, input: LinkInput): Promise<Outcome<LinkOutput | ReportOutput>> => {
  const { write, dryRun, report } = input;
  checkWrite(write, { '--dry-run': dryRun, '--report': report });
  if (report) return { ok: true, output: reportOf(vault) };
  const { index } = vault.store;
  const rewriting = new Rewriting(vault, write);
  const unclear = new UnclearNames();
  const files: LinkOutput['files'] = [];
  for (const note of index.notes()) {
    let links = 0;
    const changed = await rewriting.change(note.path, (text) => {
      const { edits, unclear: names } = proposedLinks(index, note, text);
      for (const name of names) unclear.see(note.path, name);
      links = edits.length;
      return applyEdits(text, edits);
    });
    if (changed !== null) files.push({ ...changed, links });
  }
  const links = files.reduce((total, file) => total + file.links, 0);
  return { ok: rewriting.isDone, output: { written: write, links, files }, warnings: [...rewriting.warnings, ...unclear.warnings()] };
});

/** Fills the marked sections of maps of content (seed 2, "MOC"; rulings, vault 7). The answer is no when markers cannot be followed. */
export const refreshMaps = inVault(async (vault: OpenVault, { dryRun }: MocInput): Promise<Outcome<MocOutput>> => {
  const { store, config, today } = vault;
  const collectors = new CollectorRegistry();
  const factsOf = mocFacts(store.index, config, today);
  const rewriting = new Rewriting(vault, !dryRun);
  const files: MocOutput['files'] = [];
  for (const path of mocPaths(store.index)) {
    const tries: (RefreshedMoc & { readonly unknown: readonly MarkedSection[] })[] = [];
    const changed = await rewriting.change(path, (text) => {
      const next = refreshMoc(text, collectors, factsOf(path));
      tries.push({ ...next, unknown: unknownSections(findMarkers(text), collectors) });
      return next.text;
    });
    const refreshed = tries.at(-1);
    if (refreshed === undefined) continue;
    const unknown = refreshed.unknown.map(({ line, name }) => ({ line, name }));
    const problems = refreshed.problems.map(({ line, message }) => ({ line, message }));
    files.push({ path, changed: changed !== null, sections: [...refreshed.sections], unknown, problems });
  }
  const { warnings } = rewriting;
  const ok = warnings.length === 0 && files.every(({ problems }) => problems.length === 0);
  return { ok, output: { written: !dryRun, files }, warnings };
});
