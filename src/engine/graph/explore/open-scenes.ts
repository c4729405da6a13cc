import { describeDoubts, findDoubts, type GraphGaps, type InspectedFile, type SemanticGraph } from '../../crtx/index.ts';
import { type CortexError, joinSentences } from '../../platform/errors.ts';
import { GraphModel } from '../graph-model.ts';
import { findAllDependents } from '../questions/all-dependents.ts';
import type { AnswerProblem, GraphAnswer, GraphBlast, GraphPlace, GraphQuestion, GraphScene } from '../schemas/graph-answer.ts';
import { findBlast, findFileByShownId } from './blast.ts';
import { buildDetail } from './detail.ts';
import { find } from './find.ts';
import { buildScene } from './scene.ts';
import { shortenText } from './shown-values.ts';

/** Maximum number of cached scenes, most recently used first. */
const MAX_KEPT = 32;
const MAX_CLUSTER_NAMES = 5_000;

/** Cache entry of a place. */
interface CachedScene {
  readonly scene: GraphScene;
  readonly blast: GraphBlast | null;
  readonly problems: readonly AnswerProblem[];
}

/** The parts of an inspected graph file that are needed here. */
export interface ReadFile extends Pick<InspectedFile<'graph'>, 'warnings' | 'errors'> {
  readonly value: { readonly header: { readonly updated: number }; readonly data: SemanticGraph };
}

const warning = (message: string, place: AnswerProblem['place']): AnswerProblem => ({ severity: 'warning', message, place });

/** Returns the problem of an invalid entry of the file. */
function leftOut({ message, data: { file, line = 1, column = 1, next } }: CortexError): AnswerProblem {
  return warning(joinSentences(message, next), file === undefined ? null : { file, line, column });
}

function subjectOf(place: GraphPlace): string {
  if (place.kind === 'cluster') return place.cluster;
  if (place.kind === 'file') return place.file;
  return place.kind === 'clusters' ? '' : place.node;
}

/** A graph that was read, with a cache of its scenes. */
export class OpenScenes {
  /** When the graph was built, milliseconds since 1970 UTC. */
  readonly built: number;
  /** Paths of all files. */
  readonly files: readonly string[];
  readonly #model: GraphModel;
  readonly #always: Pick<GraphAnswer, 'built' | 'counts' | 'clusters'>;
  readonly #problems: readonly AnswerProblem[];
  readonly #kept = new Map<string, CachedScene>();
  readonly #file: ReadFile;
  readonly #gaps: GraphGaps | null;

  /** @param gaps what the build could not resolve or read; `null` if unknown */
  constructor(file: ReadFile, gaps: GraphGaps | null) {
    const { value, warnings } = file;
    this.#file = file;
    this.#gaps = gaps;
    const model = new GraphModel(value.data);
    const { nodes, edges, clusters, fileOf } = model;
    this.#model = model;
    this.built = value.header.updated;
    this.files = nodes.flatMap(({ path }, place) => (fileOf[place] === place ? [path] : []));
    this.#always = {
      built: this.built,
      counts: { nodes: nodes.length, edges: edges.length, files: this.files.length, clusters: clusters.length },
      clusters: clusters.slice(0, MAX_CLUSTER_NAMES).map(({ name }) => shortenText(name)),
    };
    const odd = warnings.map(({ message, next, file, line, column }) => warning(joinSentences(message, next), { file, line, column }));
    this.#problems = [...file.errors.map(leftOut), ...odd];
  }

  /** Returns the same file with another graph. */
  withGraph(data: SemanticGraph, gaps: GraphGaps): OpenScenes {
    return new OpenScenes({ ...this.#file, value: { header: this.#file.value.header, data } }, gaps);
  }

  /** Answers a query, except for the state of the files since. */
  answer({ place, filter, chosen, words }: GraphQuestion): Omit<GraphAnswer, 'changed' | 'live'> {
    const key = JSON.stringify([place, filter]);
    const { scene, blast, problems } = this.#kept.get(key) ?? this.#make(place, filter);
    this.#keep(key, { scene, blast, problems });
    return {
      ...this.#always,
      scene,
      blast,
      detail: chosen === null ? null : buildDetail(this.#model, chosen),
      found: find(this.#model, words, filter),
      problems: [...this.#problems, ...problems, ...this.#doubts(place)],
    };
  }

  /** Returns why a scene may be incomplete: for impact of one file, otherwise for the whole graph. */
  #doubts(place: GraphPlace): AnswerProblem[] {
    const node = place.kind === 'blast' ? findFileByShownId(this.#model, place.node) : null;
    const asked = node === null ? [] : [this.#model.nodes[node]?.path ?? ''];
    const reached = (): readonly string[] => findAllDependents(this.#model, asked);
    const doubts = findDoubts(this.#gaps, asked, { fault: () => this.#file.errors[0] ?? null, reached });
    return describeDoubts(doubts).map((each) => warning(`${shortenText(each)}.`, null));
  }

  #make(place: GraphPlace, filter: GraphQuestion['filter']): CachedScene {
    const scene = buildScene(this.#model, place, filter);
    if (scene !== null) return { scene, blast: place.kind === 'blast' ? findBlast(this.#model, place.node) : null, problems: [] };
    const title = shortenText(subjectOf(place));
    const problems = [warning(`Not in the graph: ${JSON.stringify(title)}. It was renamed or removed, or the graph is out of date.`, null)];
    return { scene: { place, title, cluster: null, nodes: [], edges: [], hidden: { nodes: 0, edges: 0 } }, blast: null, problems };
  }

  /** Inserts an entry as the newest, and evicts the oldest one above the limit. */
  #keep(key: string, kept: CachedScene): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
