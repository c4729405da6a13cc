import type { Checked } from '../../../engine/platform/on-demand.ts';
import type { graphOutput } from '../../../engine/stack/index.ts';
import { plain, table } from '../layout.ts';

type Graph = Checked<typeof graphOutput>;
type Task = Graph['tasks'][number];
type Edge = Graph['edges'][number];

/** So wide is what stands before a task at most: deeper ones are drawn at its end. */
const DEEPEST = 36;
const LEGEND = '─ is a part of the one above, → comes after it';

/** The edge by which each task hangs below another one: first what it is a part of, else the first that it depends on. */
function hangings({ edges }: Graph): ReadonlyMap<number, Edge> {
  const found = new Map<number, Edge>();
  for (const kind of ['part', 'depends'] as const)
    for (const edge of edges) if (edge.kind === kind && !found.has(edge.to)) found.set(edge.to, edge);
  return found;
}

interface Place {
  readonly task: Task;
  readonly edge: Edge | undefined;
  /** What is drawn before it, and before what hangs below it. */
  readonly before: string;
  readonly below: string;
}

/** Every task once, each below the one that it hangs on; without recursion, since a chain may be long. */
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
    // What is left hangs in a cycle.
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
        waiting.push({ ...next, before: `${below}${corner}${sign} `, below: `${below}${line}`.slice(0, DEEPEST) });
      }
    }
  }
}

/** What a task depends on beyond what can be seen from where it hangs. */
function afterWords({ depends }: Task, isSeen: boolean): string {
  return isSeen && depends.length === 1 ? '' : depends.length === 0 ? '' : `after ${depends.join(', ')}`;
}

/** The tasks as a tree of text. */
export function graphTree(graph: Graph): string {
  const { places } = new Forest(graph);
  const rows = places.map(({ task, edge, before }) => [
    `${before}[${task.box}] ${task.title}`,
    task.id ?? '',
    afterWords(task, edge?.kind === 'depends'),
  ]);
  return graph.edges.length === 0 ? table(rows) : `${table(rows)}\n\n${LEGEND}`;
}

/** Mermaid reads `#34;` as the character with this number; what it could take for a sign of its own is written so. */
function mermaidText(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N} .,:/_+-]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** The tasks as a Mermaid diagram: what comes before what, and dotted what is a part of what. */
export function mermaidGraph({ tasks, edges }: Graph): string {
  return [
    'flowchart LR',
    ...tasks.map(({ number, box, title }) => `  t${number}["${mermaidText(`[${box}] ${title}`)}"]`),
    ...edges.map(({ from, to, kind }) => `  t${from} ${kind === 'part' ? '-.-' : '-->'} t${to}`),
  ].join('\n');
}

/** The tasks in the language of Graphviz. */
export function dotGraph({ tasks, edges }: Graph): string {
  const quoted = (text: string) => `"${plain(text).replace(/["\\]/g, '\\$&')}"`;
  return [
    'digraph plan {',
    '  rankdir=LR; node [shape=box];',
    ...tasks.map(({ number, box, title }) => `  t${number} [label=${quoted(`[${box}] ${title}`)}];`),
    ...edges.map(({ from, to, kind }) => `  t${from} -> t${to}${kind === 'part' ? ' [style=dotted, arrowhead=none]' : ''};`),
    '}',
  ].join('\n');
}
