import type { Checked } from '../../../engine/platform/on-demand.ts';
import type { graphOutput } from '../../../engine/stack/index.ts';
import { escapeText, table } from '../layout.ts';

type Graph = Checked<typeof graphOutput>;
type Task = Graph['tasks'][number];
type Edge = Graph['edges'][number];

/** Maximum width of the lines before a task. Deeper tasks are drawn at that indentation. */
const MAX_DEPTH = 36;
const LEGEND = '─ part of the task above, → after the task above';

/** Returns the edge to each task's parent in the drawing: the task that it is a part of, else the first one that it depends on. */
function hangings({ edges }: Graph): ReadonlyMap<number, Edge> {
  const found = new Map<number, Edge>();
  for (const kind of ['part', 'depends'] as const)
    for (const edge of edges) if (edge.kind === kind && !found.has(edge.to)) found.set(edge.to, edge);
  return found;
}

interface Place {
  readonly task: Task;
  readonly edge: Edge | undefined;
  /** The lines drawn before the task, and before the tasks below it. */
  readonly before: string;
  readonly below: string;
}

/** Lists every task once, below its parent. Uses no recursion, because a chain may be long. */
class Forest {
  readonly places: Place[] = [];
  readonly #hung = new Map<number, { task: Task; edge: Edge }[]>();
  readonly #drawn = new Set<number>();

  constructor(graph: Graph) {
    const hanging = hangings(graph);
    for (const task of graph.tasks) {
      const edge = hanging.get(task.number);
      if (edge !== undefined) this.#hung.set(edge.from, [...(this.#hung.get(edge.from) ?? []), { task, edge }]);
    }
    for (const task of graph.tasks) if (!hanging.has(task.number)) this.#draw(task);
    // The remaining tasks are in cycles.
    for (const task of graph.tasks) this.#draw(task);
  }

  #draw(root: Task): void {
    const waiting: Place[] = [{ task: root, edge: undefined, before: '', below: '' }];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { task, below } = place;
      if (this.#drawn.has(task.number)) continue;
      this.#drawn.add(task.number);
      this.places.push(place);
      const hung = this.#hung.get(task.number) ?? [];
      for (const [n, next] of [...hung.entries()].reverse()) {
        const [corner, line] = n === hung.length - 1 ? ['└', '   '] : ['├', '│  '];
        const sign = next.edge.kind === 'part' ? '─' : '→';
        waiting.push({ ...next, before: `${below}${corner}${sign} `, below: `${below}${line}`.slice(0, MAX_DEPTH) });
      }
    }
  }
}

/** Returns the dependencies of a task that its position does not show. */
function afterWords({ depends }: Task, isSeen: boolean): string {
  return isSeen && depends.length === 1 ? '' : depends.length === 0 ? '' : `after ${depends.join(', ')}`;
}

/** Returns the tasks as a tree of text. */
export function graphTree(graph: Graph): string {
  const { places } = new Forest(graph);
  const rows = places.map(({ task, edge, before }) => [
    `${before}[${task.box}] ${task.title}`,
    task.id ?? '',
    afterWords(task, edge?.kind === 'depends'),
  ]);
  return graph.edges.length === 0 ? table(rows) : `${table(rows)}\n\n${LEGEND}`;
}

/** Escapes a text for Mermaid, which reads `#34;` as a character code. */
function mermaidText(text: string): string {
  return escapeText(text).replace(/[^\p{L}\p{N} .,:/_+-]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** Returns the tasks as a Mermaid diagram: dependencies as arrows, parts as dotted lines. */
export function mermaidGraph({ tasks, edges }: Graph): string {
  return [
    'flowchart LR',
    ...tasks.map(({ number, box, title }) => `  t${number}["${mermaidText(`[${box}] ${title}`)}"]`),
    ...edges.map(({ from, to, kind }) => `  t${from} ${kind === 'part' ? '-.-' : '-->'} t${to}`),
  ].join('\n');
}

/** Returns the tasks as a Graphviz diagram. */
export function dotGraph({ tasks, edges }: Graph): string {
  const quoted = (text: string) => `"${escapeText(text).replace(/["\\]/g, '\\$&')}"`;
  return [
    'digraph plan {',
    '  rankdir=LR; node [shape=box];',
    ...tasks.map(({ number, box, title }) => `  t${number} [label=${quoted(`[${box}] ${title}`)}];`),
    ...edges.map(({ from, to, kind }) => `  t${from} -> t${to}${kind === 'part' ? ' [style=dotted, arrowhead=none]' : ''};`),
    '}',
  ].join('\n');
}
