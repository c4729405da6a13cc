import type { SemanticNode } from '../../crtx/index.ts';
import type { GraphHistory } from '../history/history.ts';
import type { FileHistory } from '../history/touches.ts';
import type { StructureNode } from '../structure/structure.ts';
import { isFileNode } from './edge-table.ts';

type NodeHistory = Pick<SemanticNode, 'fragility' | 'lastTouched' | 'touchCount'>;

/** History of a node without commits. */
const NONE: NodeHistory = { fragility: 0, lastTouched: 0, touchCount: 0 };

/** Returns the deepest of these folders that contains a file; `.` is the root. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return folders.has('.') ? '.' : null;
}

function pastOfAll(files: readonly FileHistory[]): NodeHistory {
  const touchCount = files.reduce((sum, file) => sum + file.touchCount, 0);
  const broken = files.reduce((sum, { fragility, touchCount: touches }) => sum + fragility * touches, 0);
  const lastTouched = files.reduce((latest, file) => Math.max(latest, file.lastTouched), 0);
  return { touchCount, lastTouched, fragility: touchCount === 0 ? 0 : broken / touchCount };
}

function pastOfModules(nodes: readonly StructureNode[], { files }: GraphHistory): Map<string, NodeHistory> {
  const folders = new Set(nodes.filter(({ type }) => type === 'module').map(({ path }) => path));
  const within = new Map([...folders].map((folder): [string, FileHistory[]] => [folder, []]));
  for (const node of nodes) {
    const folder = isFileNode(node) ? nearestFolder(node.path, folders) : null;
    const past = files.get(node.path);
    if (folder !== null && past !== undefined) within.get(folder)?.push(past);
  }
  return new Map([...within].map(([folder, found]) => [folder, pastOfAll(found)]));
}

/**
 * Returns the history of nodes. Symbols and APIs have that of their file, features that of their commits. A module has that of its files,
 * without those of nested modules: changes are added up, fragility is their mean weighted by changes.
 * @returns a lookup by the node's index
 */
export function nodeHistories(nodes: readonly StructureNode[], history: GraphHistory): (place: number) => NodeHistory {
  const modules = pastOfModules(nodes, history);
  const features = new Map(history.features.map((feature) => [`feature:${feature.name}`, feature]));
  return (place) => {
    const node = nodes[place];
    if (node === undefined) return NONE;
    if (node.type === 'module') return modules.get(node.path) ?? NONE;
    return (node.type === 'feature' ? features.get(node.id) : history.files.get(node.path)) ?? NONE;
  };
}
