import type { SemanticNode } from '../../crtx/index.ts';
import type { GraphHistory } from '../history/history.ts';
import type { FileHistory } from '../history/touches.ts';
import type { StructureNode } from '../structure/structure.ts';
import { isFileNode } from './edge-table.ts';

type Past = Pick<SemanticNode, 'fragility' | 'lastTouched' | 'touchCount'>;

/** Of what no commit has changed yet. */
const NONE: Past = { fragility: 0, lastTouched: 0, touchCount: 0 };

/** The nearest of these folders that a file is in; `.` is the top. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return folders.has('.') ? '.' : null;
}

function pastOfAll(files: readonly FileHistory[]): Past {
  const touchCount = files.reduce((sum, file) => sum + file.touchCount, 0);
  const broken = files.reduce((sum, { fragility, touchCount: touches }) => sum + fragility * touches, 0);
  const lastTouched = files.reduce((latest, file) => Math.max(latest, file.lastTouched), 0);
  return { touchCount, lastTouched, fragility: touchCount === 0 ? 0 : broken / touchCount };
}

function pastOfModules(nodes: readonly StructureNode[], { files }: GraphHistory): Map<string, Past> {
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
 * What the history says of a node: symbols and APIs have that of their file, a feature that of its commits, a module that of the files
 * which are in no module further in: their changes added up, their fragility by how often each was changed.
 * @returns by the node's place
 */
export function pastOfNodes(nodes: readonly StructureNode[], history: GraphHistory): (place: number) => Past {
  const modules = pastOfModules(nodes, history);
  const features = new Map(history.features.map((feature) => [`feature:${feature.name}`, feature]));
  return (place) => {
    const node = nodes[place];
    if (node === undefined) return NONE;
    if (node.type === 'module') return modules.get(node.path) ?? NONE;
    return (node.type === 'feature' ? features.get(node.id) : history.files.get(node.path)) ?? NONE;
  };
}
