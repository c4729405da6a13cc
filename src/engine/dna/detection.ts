import path from 'node:path';
import { GraphDigest, hasGraph, MAX_DIGEST_BYTES } from '../crtx/graph/graph-digest.ts';
import type { ArchitectureMap, RiskZone, StackFingerprint } from '../crtx/schema/dna.ts';
import { systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Commit } from '../platform/git/commit.ts';
import { readHistory } from '../platform/git/git-history.ts';
import type { Runtime } from '../platform/runtime.ts';
import { detectArchitecture } from './architecture.ts';
import { type ReadManifest, readManifests } from './manifests.ts';
import { type ProjectView, viewProject } from './project-view.ts';
import { findRiskZones } from './risk-zones.ts';
import { detectStack } from './stack.ts';

/** The result of detection. */
export interface Detection {
  /** The purpose in the manifest at the root. */
  readonly purpose: string | undefined;
  readonly stack: StackFingerprint;
  readonly architecture: ArchitectureMap;
  /** `null` if git has no answer, which differs from no risks. */
  readonly risks: readonly RiskZone[] | null;
  /** False if there is a graph but its risky files are unknown. Risk zones from the graph may then still be valid. */
  readonly allRisks: boolean;
  /** False if some files could not be read. */
  readonly complete: boolean;
  /** What was not examined and why, one sentence each. */
  readonly notes: readonly string[];
}

/** Maximum number of notes. */
const MAX_NOTES = 50;

/** Maximum length of a detected purpose, in code units. */
const MAX_PURPOSE_LENGTH = 1_000;

function purposeIn(manifests: readonly ReadManifest[]): string | undefined {
  const purposes = manifests.filter(({ folder }) => folder === '').map(({ facts }) => facts.purpose);
  return purposes
    .find((purpose) => purpose !== undefined)
    ?.slice(0, MAX_PURPOSE_LENGTH)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Detects from files only; a pure function. */
export function detectFiles(view: ProjectView): Omit<Detection, 'risks' | 'allRisks'> {
  const { manifests, notes } = readManifests(view.texts);
  const { map, notes: further } = detectArchitecture(view, manifests);
  const all = [...view.notes, ...notes, ...further];
  return {
    purpose: purposeIn(manifests),
    stack: detectStack(view, manifests),
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
  const left = notes.length - MAX_NOTES;
  return left > 0 ? [...notes.slice(0, MAX_NOTES), `and ${left} more like these`] : [...notes];
}

/** Explains why there are no risk zones. */
function explainNoRisk(commits: readonly Commit[]): string {
  const fixes = commits.filter(({ broken }) => broken !== null).length;
  return `no risk zones: ${fixes} of ${commits.length} commits fix something, and no file is fixed clearly more often than that`;
}

/**
 * Detects a project's stack, architecture and risks from its files and history. Changes nothing, and follows no symlinks.
 * @param root a real path
 * @param signal aborts git
 */
export async function detectProject(runtime: Runtime, root: string, signal?: AbortSignal): Promise<Detection> {
  const { fs, clock } = runtime;
  const found = detectFiles(viewProject(fs, root));
  const history = await readHistory(root, signal);
  if ('problem' in history) {
    return { ...found, risks: null, allRisks: false, notes: few([...found.notes, `risk zones were not detected: ${history.problem}`]) };
  }
  const digest = GraphDigest.open(runtime, root, MAX_DIGEST_BYTES);
  const risks = findRiskZones(history.commits, (file) => isFile(fs, path.join(root, file)), clock.now(), digest?.risky);
  const notes = risks.length === 0 && history.commits.length > 0 ? [...found.notes, explainNoRisk(history.commits)] : found.notes;
  return { ...found, risks, allRisks: digest !== null || !hasGraph(fs, root), notes: few(notes) };
}
