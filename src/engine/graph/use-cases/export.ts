import type { SemanticNode } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { GraphModel } from '../graph-model.ts';
import type { ExportInput, ExportOutput } from '../schemas/graph.ts';

type Level = ExportInput['level'];
type Graph = Pick<GraphModel, 'nodes' | 'edges' | 'clusters'>;

/** A diagram: boxes with labels, and weighted lines between them. */
interface Drawing {
  readonly boxes: ReadonlyMap<string, string>;
  readonly lines: readonly { readonly from: string; readonly to: string; readonly weight: number; readonly type: string }[];
}

/** Maximum number of lines of a readable diagram. */
const MAX_LINES = 5_000;
const SHOWN: Readonly<Record<Exclude<Level, 'clusters'>, ReadonlySet<SemanticNode['type']>>> = {
  modules: new Set(['module']),
  files: new Set(['file', 'test', 'api']),
  symbols: new Set(['function', 'type', 'api']),
};

/** Draws clusters. The weight of a line is the sum over all edges between its two clusters. */
function clusterDrawing({ clusters, edges }: Graph): Drawing {
  const clusterOf = new Map(clusters.flatMap(({ id, nodes }) => nodes.map((node) => [node, id] as const)));
  const lines = new Map<string, { from: string; to: string; weight: number; type: string }>();
  for (const { from: one, to: other, weight } of edges) {
    const [from, to] = [clusterOf.get(one), clusterOf.get(other)];
    if (from === undefined || to === undefined || from === to) continue;
    const line = lines.get(JSON.stringify([from, to])) ?? { from, to, weight: 0, type: 'depends' };
    line.weight += weight;
    lines.set(JSON.stringify([from, to]), line);
  }
  return { boxes: new Map(clusters.map(({ id, name, nodes }) => [id, `${name} (${nodes.length})`])), lines: [...lines.values()] };
}

function drawingOf(graph: Graph, level: Level): Drawing {
  if (level === 'clusters') return clusterDrawing(graph);
  const nodes = graph.nodes.filter(({ type }) => SHOWN[level].has(type));
  const ids = new Set(nodes.map(({ id }) => id));
  const label = ({ path, name, type }: SemanticNode) => (type === 'file' || type === 'test' ? path : name);
  return {
    boxes: new Map(nodes.map((node) => [node.id, label(node)])),
    lines: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
  };
}

const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Puts a text on one line and escapes bidirectional marks and control characters: they would reverse the text that follows, or control a
 * terminal.
 */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(UNSEEN, (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Names come from the project and must not end a string of the diagram's language. */
const dotText = (text: string): string => `"${plain(text).replace(/[\\"]/g, '\\$&')}"`;
const mermaidText = (text: string): string => `"${plain(text).replace(/["#&<>`;\\]/g, (sign) => `#${sign.codePointAt(0)};`)}"`;

function toDot({ boxes, lines }: Drawing): string {
  const nodes = [...boxes].map(([id, label]) => `  ${dotText(id)} [label=${dotText(label)}];`);
  const edges = lines.map(
    ({ from, to, weight, type }) =>
      `  ${dotText(from)} -> ${dotText(to)} [penwidth=${Math.min(5, 0.5 + weight).toFixed(1)}, tooltip=${dotText(type)}];`,
  );
  return ['digraph project {', '  rankdir=LR;', '  node [shape=box];', ...nodes, ...edges, '}'].join('\n');
}

function toMermaid({ boxes, lines }: Drawing): string {
  const names = new Map([...boxes.keys()].map((id, n) => [id, `n${n}`]));
  const nodes = [...boxes].map(([id, label]) => `  ${names.get(id)}[${mermaidText(label)}]`);
  const edges = lines.map(({ from, to, type }) => `  ${names.get(from)} ${type === 'breaks_if_changed' ? '-.->' : '-->'} ${names.get(to)}`);
  return ['flowchart LR', ...nodes, ...edges].join('\n');
}

/**
 * Exports a graph as JSON, DOT or Mermaid.
 * @throws CortexError `invalid-input` for two formats at once, or for too many lines for a diagram
 */
export function formatExport(graph: Graph, { dot, mermaid, level }: ExportInput): ExportOutput {
  if (dot && mermaid)
    throw new CortexError('invalid-input', '--dot and --mermaid cannot be combined', {
      allowed: '--dot or --mermaid',
      next: 'Use only one of them.',
    });
  if (!dot && !mermaid) return { nodes: graph.nodes, edges: graph.edges, clusters: graph.clusters };
  const drawing = drawingOf(graph, level);
  if (drawing.lines.length > MAX_LINES) {
    const next = 'Choose a higher level (clusters, modules), or omit --dot and --mermaid to get the whole graph as JSON.';
    throw new CortexError('invalid-input', `too many lines for a diagram: ${drawing.lines.length}`, { value: level, next });
  }
  return { text: dot ? toDot(drawing) : toMermaid(drawing) };
}
