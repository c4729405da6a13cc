import fs from 'node:fs';
import type { SemanticEdge } from '../../src/engine/crtx/index.ts';
import type { GraphHistory } from '../../src/engine/graph/history/history.ts';
import type { StructureNode, StructurePart } from '../../src/engine/graph/structure/structure.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';

/** Of ten nodes so many are files; the others are declared in them. */
const FILES_OF_TEN = 3;
/** In a folder. */
const FILES = 25;
const EDGES_PER_NODE = 4;

/** A number below `below`, always the same for the same n: mixed well enough that nothing lines up. */
const mixed = (n: number, below: number): number => (Math.imul(n + 1, 0x9e3779b1) >>> 8) % below;

/** Near ones mostly, so that there is something to cluster; a few that everybody uses. */
function targetOf(n: number, files: number): number {
  if (n % 7 === 0) return mixed(n, Math.max(1, Math.floor(files / 200)));
  return n % 3 === 0 ? mixed(n, files) : (Math.floor(n / EDGES_PER_NODE) + 1 + mixed(n, FILES)) % files;
}

export interface GeneratedGraph {
  readonly structure: StructurePart;
  readonly history: GraphHistory;
}

/** A project of so many nodes and four times as many edges, always the same. */
export function generatedGraph(size: number): GeneratedGraph {
  const files = Math.floor((size * FILES_OF_TEN) / 10);
  const pathOf = (n: number): string => `src/part${Math.floor(n / FILES)}/file${n}.${n % 5 === 4 ? 'test.' : ''}ts`;
  const idOf = (n: number): string => (n < files ? pathOf(n) : `${pathOf(n % files)}#symbol${n}`);
  const nodes = Array.from({ length: size }, (_, n): StructureNode => {
    if (n >= files) return { id: idOf(n), type: n % 4 === 0 ? 'type' : 'function', path: pathOf(n % files), name: `symbol${n}` };
    return { id: idOf(n), type: n % 5 === 4 ? 'test' : 'file', path: pathOf(n), name: `file${n}.ts` };
  });
  const edgeOf = (n: number): SemanticEdge => {
    const from = Math.floor(n / EDGES_PER_NODE);
    const to = from < files ? targetOf(n, files) : files + ((from + mixed(n, 400)) % Math.max(1, size - files));
    const isTest = from < files && from % 5 === 4;
    const description = `${idOf(from)} uses ${idOf(to)}`;
    return { from: idOf(from), to: idOf(to), type: isTest ? 'tests' : 'depends', weight: (1 + (n % 10)) / 10, description };
  };
  const coupled = Array.from({ length: Math.floor(size / 10) }, (_, n): SemanticEdge => {
    const [from, to] = [pathOf(mixed(n, files)), pathOf(mixed(n * 3 + 1, files))];
    return { from, to, type: 'breaks_if_changed', weight: (1 + (n % 9)) / 10, description: `${from} changed with ${to}` };
  });
  const past = nodes
    .slice(0, files)
    .map(({ path }, n) => [path, { touchCount: n % 40, lastTouched: n * 60_000, fragility: (n % 10) / 20 }] as const);
  return {
    structure: {
      nodes,
      edges: Array.from({ length: size * EDGES_PER_NODE - coupled.length }, (_, n) => edgeOf(n)),
    },
    history: { files: new Map(past), coupled, features: [], commits: 0, fixes: 0, problems: [] },
  };
}

/** The project is made in memory, from its size alone: the folder only says that it may be measured. */
export async function makeGraph(_runtime: Runtime, root: string): Promise<void> {
  fs.mkdirSync(root, { recursive: true });
}
