import path from 'node:path';
import { GraphDigest, hasGraph, MOST_DIGEST_BYTES } from '../crtx/graph/graph-digest.ts';
import type { ArchitectureMap, RiskZone, StackFingerprint } from '../crtx/schema/dna.ts';
import { systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Commit } from '../platform/git/commit.ts';
import { readHistory } from '../platform/git/git-history.ts';
import type { Runtime } from '../platform/runtime.ts';
import { architectureOf } from './architecture.ts';
import { type ReadManifest, readManifests } from './manifests.ts';
import { type ProjectView, viewProject } from './project-view.ts';
import { riskZonesOf } from './risk-zones.ts';
import { stackOf } from './stack.ts';

/** What a project says of itself. */
export interface Detection {
  /** What the manifest at the root says it is for. */
  readonly purpose: string | undefined;
  readonly stack: StackFingerprint;
  readonly architecture: ArchitectureMap;
  /** `null` when git cannot say: that is not the same as none. */
  readonly risks: readonly RiskZone[] | null;
  /** False when there is a graph of which nobody knows what is risky: zones that came from it may be true all the same. */
  readonly allRisks: boolean;
  /** False when some of the files could not be looked at. */
  readonly complete: boolean;
  /** What was not looked at, and why: a sentence each. */
  readonly notes: readonly string[];
}

/** How many notes are given; more of them say nothing new. */
const MOST_NOTES = 50;

/** How long the purpose may be that is taken over. */
const LONGEST_PURPOSE = 1_000;

function purposeIn(manifests: readonly ReadManifest[]): string | undefined {
  const said = manifests.filter(({ folder }) => folder === '').map(({ facts }) => facts.purpose);
  return said
    .find((purpose) => purpose !== undefined)
    ?.slice(0, LONGEST_PURPOSE)
    .replace(/[\ud800-\udbff]$/, '');
}

/** What the files of a project say; pure. */
export function detectFiles(view: ProjectView): Omit<Detection, 'risks' | 'allRisks'> {
  const { manifests, notes } = readManifests(view.texts);
  const { map, notes: further } = architectureOf(view, manifests);
  const all = [...view.notes, ...notes, ...further];
  return {
    purpose: purposeIn(manifests),
    stack: stackOf(view, manifests),
    architecture: map,
    complete: all.length === 0,
    notes: all,
  };
}

function isFile(fs: FileSystem, file: string): boolean {
  try {
    return fs.lstatSync(file, { bigint: true }).isFile();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function few(notes: readonly string[]): string[] {
  const left = notes.length - MOST_NOTES;
  return left > 0 ? [...notes.slice(0, MOST_NOTES), `and ${left} more that are like these`] : [...notes];
}

/** Says what was recognised, so that no risk zone at all can be explained. */
function noRisk(commits: readonly Commit[]): string {
  const fixes = commits.filter(({ broken }) => broken !== null).length;
  return `no file is a risk zone yet: ${fixes} of ${commits.length} commits fix something`;
}

/**
 * Looks at a project: its files and its history. Changes nothing, and follows no links.
 * @param root a real path
 * @param signal ends git when it is at work
 */
export async function detectProject(runtime: Runtime, root: string, signal?: AbortSignal): Promise<Detection> {
  const { fs, clock } = runtime;
  const found = detectFiles(viewProject(fs, root));
  const history = await readHistory(root, signal);
  if ('problem' in history) {
    return { ...found, risks: null, allRisks: false, notes: few([...found.notes, `risk zones were not looked for: ${history.problem}`]) };
  }
  const digest = GraphDigest.open(runtime, root, MOST_DIGEST_BYTES);
  const risks = riskZonesOf(history.commits, (file) => isFile(fs, path.join(root, file)), clock.now(), digest?.risky);
  const notes = risks.length === 0 && history.commits.length > 0 ? [...found.notes, noRisk(history.commits)] : found.notes;
  return { ...found, risks, allRisks: digest !== null || !hasGraph(fs, root), notes: few(notes) };
}
