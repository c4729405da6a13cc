import type { Runtime } from '../../platform/runtime.ts';
import { isPage } from '../configs.ts';
import type { FileFacts } from '../facts.ts';
import type { ReadCommits } from '../history/commits.ts';
import { analyzeHistory, type GraphHistory } from '../history/history.ts';
import type { ParsePool } from '../parse/parse-pool.ts';
import { type FactsReading, type ReadFacts, type ReadFactsOptions, readFacts, readMissing } from '../read-facts.ts';
import { listSources, type Source, type Sources } from '../sources.ts';
import { ProjectStructure } from '../structure/project-structure.ts';
import { assessChange } from './assess-change.ts';
import { type ConfigTexts, readConfigTexts } from './config-texts.ts';
import { withLinked } from './linked-facts.ts';

/** Results of analyzing the code. Each layer is computed from those before it. */
export interface CodeLayers {
  readonly sources: Sources;
  readonly configs: ConfigTexts;
  readonly reading: FactsReading;
  readonly read: ReadFacts;
  readonly structure: ProjectStructure;
}

interface Known {
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly sources: Sources;
  readonly configs: ConfigTexts;
  readonly structure: ProjectStructure;
}

/** Returns the structure of these facts. Reuses the known structure if the changes can be applied to it. */
function structureFrom(known: Known | undefined, { facts, sources, configs }: Omit<Known, 'structure'>): ProjectStructure {
  const isSameProject = known?.configs === configs && known.sources.paths === sources.paths;
  if (known !== undefined && isSameProject && known.facts.size === facts.size) {
    const changed = new Map([...facts].filter(([path, each]) => known.facts.get(path) !== each));
    if (known.structure.replace(changed)) return known.structure;
  }
  return new ProjectStructure(facts, configs.texts, sources.paths, known?.structure);
}

/** Reads the code of a project. @throws the abort reason of the signal */
export async function readLayers(runtime: Runtime, pool: ParsePool, sources: Sources, options: ReadFactsOptions): Promise<CodeLayers> {
  const { root } = pool.data;
  const configs = readConfigTexts(runtime, root, sources);
  // The structure of the cached facts is built while workers start; facts that they read are applied to it later.
  const early: Known[] = [];
  const onBegun = (facts: ReadonlyMap<string, FileFacts>) =>
    void early.push({
      facts: withLinked(facts, sources.links),
      sources,
      configs,
      structure: new ProjectStructure(withLinked(facts, sources.links), configs.texts, sources.paths),
    });
  const reading = await readFacts(runtime, pool, sources, { ...options, onBegun });
  const read = reading.finish();
  return {
    sources,
    configs,
    reading,
    read,
    structure: structureFrom(early[0], { facts: withLinked(read.facts, sources.links), sources, configs }),
  };
}

const areSame = (one: readonly Source[], other: readonly Source[]): boolean =>
  one.length === other.length && one.every(({ path }, n) => other[n]?.path === path);

/** Whether both lists contain the same paths. */
export const areSameFiles = (one: Sources, other: Sources): boolean =>
  areSame(one.files, other.files) && areSame(one.configs, other.configs);

/** Applies changes. May modify and return the structure of `before`. @param changed paths relative to the root */
export async function updateLayers(runtime: Runtime, pool: ParsePool, before: CodeLayers, changed: readonly string[]): Promise<CodeLayers> {
  const { root } = pool.data;
  const touched = assessChange(runtime, root, before, changed);
  const sources = touched.sources ?? (await listSources(runtime, root));
  const reading = before.reading.next(runtime, sources.files, touched.paths);
  await readMissing(reading, pool, sources.files.length);
  const read = reading.finish();
  const isConfigured =
    touched.sources !== null &&
    areSame(before.sources.configs, sources.configs) &&
    !changed.some((path) => before.configs.texts.has(path) || isPage(path));
  const configs = isConfigured ? before.configs : readConfigTexts(runtime, root, sources);
  const known = { ...before, facts: withLinked(before.read.facts, before.sources.links) };
  return {
    sources,
    configs,
    reading,
    read,
    structure: structureFrom(known, { facts: withLinked(read.facts, sources.links), sources, configs }),
  };
}

/** Returns the history of the existing files. */
export function readFileHistory(runtime: Runtime, { files, configs }: Sources, commits: ReadCommits): GraphHistory {
  // Most pages are documentation, whose history says nothing about the code.
  const present = new Set([...files, ...configs].map((source) => source.path).filter((each) => !isPage(each)));
  return analyzeHistory(commits, (file) => present.has(file), runtime.clock.now());
}
