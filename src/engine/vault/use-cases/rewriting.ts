import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { KnownNote } from '../cache/cached-note.ts';
import { addLinks, type LinkPlan, planLinks } from '../links/plan-links.ts';
import { CollectorRegistry, mocFacts } from '../moc/collectors.ts';
import { findMarkers, type MarkedSection } from '../moc/markers.ts';
import { mocPaths, type RefreshedMoc, refreshMoc, unknownSections } from '../moc/refresh.ts';
import type { LinkInput, LinkOutput, MocInput, MocOutput, ReportOutput } from '../schemas/maintenance.ts';
import { toReportOutput } from './derived.ts';
import { listWarnings, type OpenVault, vaultOperation } from './open-vault.ts';
import { Rewriting } from './texts.ts';
import { UnclearNames } from './unclear-names.ts';

/**
 * Checks that `--write` is not combined with a flag that only prints.
 * @param printing flags that write nothing, and whether they are given
 * @throws CortexError `invalid-input` if they are combined
 */
export function checkWrite(write: boolean, printing: Readonly<Record<`--${string}`, boolean>>): void {
  const [flag] = Object.entries(printing).find(([, isGiven]) => isGiven) ?? [];
  if (!write || flag === undefined) return;
  throw new CortexError('invalid-input', `--write and ${flag} cannot be combined`, { next: 'Use only one of them.' });
}

/** Number of notes after which results of the other thread are received. */
const TOGETHER = 32;

/** Yields the link plan of each note, in their order. */
async function* linkPlans(vault: OpenVault): AsyncIterable<{ readonly note: KnownNote; readonly plan: LinkPlan }> {
  const notes = [...vault.store.index.known()];
  const takePlan = vault.thread?.planLinks(notes);
  for (const [number, note] of notes.entries()) {
    if (number % TOGETHER === 0) await vault.runtime.sleep(0, vault.context.signal);
    vault.context.signal?.throwIfAborted();
    yield { note, plan: takePlan?.(note) ?? planLinks(vault, note) };
  }
}

/** Converts references and mentions to wikilinks (seed 2, "Auto-linker"; rulings, vault 8). */
export const linkNotes = vaultOperation(
  async (vault: OpenVault, input: LinkInput): Promise<Outcome<LinkOutput | ReportOutput>> => {
    const { write, dryRun, report } = input;
    checkWrite(write, { '--dry-run': dryRun, '--report': report });
    if (report) return { ok: true, output: toReportOutput(vault) };
    const rewriting = new Rewriting(vault, write);
    const unclear = new UnclearNames(vault.store.index);
    const files: LinkOutput['files'] = [];
    for await (const { note, plan } of linkPlans(vault)) {
      for (const name of plan.unclear) unclear.see(note.path, name);
      let { links } = plan;
      const change = addLinks(vault, note, (made, names) => {
        links = made;
        for (const name of names) unclear.see(note.path, name);
      });
      const changed = await rewriting.carryOut(plan, change);
      if (changed !== null) files.push({ ...changed, links });
    }
    const links = files.reduce((total, file) => total + file.links, 0);
    return { ok: rewriting.isDone, output: { written: write, links, files }, warnings: [...rewriting.warnings, ...unclear.warnings()] };
  },
  listWarnings,
  { inThreads: true, part: ({ report }) => (report ? 'all' : 'names') },
);

/** Updates the generated sections of maps of content (seed 2, "MOC"; rulings, vault 7). Fails if markers are invalid. */
export const refreshMaps = vaultOperation(async (vault: OpenVault, { dryRun }: MocInput): Promise<Outcome<MocOutput>> => {
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
