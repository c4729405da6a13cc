import type {
  GraphBlast,
  GraphDetail,
  GraphLink,
  GraphPlace,
  GraphScene,
  GraphView,
  SceneEdge,
  SceneNode,
} from '../../src/host/dashboards/graph/protocol.ts';
import type { Answered, ShownGraph } from './graph-host.ts';

export const NOW = Date.UTC(2026, 2, 28, 14, 30);
const HOUR = 3_600_000;

/** Clusters of a made-up project, and how many files each has. */
const CLUSTERS: readonly (readonly [name: string, files: number])[] = [
  ['kernel', 44],
  ['crtx', 71],
  ['vault', 38],
  ['stack', 26],
  ['team', 31],
  ['code-graph', 52],
  ['host', 64],
  ['webview', 40],
  ['cli', 22],
  ['scripts', 12],
  ['docs', 3],
];

/** A number from 0 to 1 that looks like chance and is always the same. */
const chance = (seed: number): number => {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
};

/** Around the middle, the first ones innermost. */
function spot(index: number, count: number): { readonly x: number; readonly y: number } {
  const way = Math.sqrt((index + 0.5) / count) * 0.5;
  const angle = index * 2.399_963;
  return { x: 0.5 + way * Math.cos(angle), y: 0.5 + way * Math.sin(angle) };
}

type Given = Pick<SceneNode, 'id' | 'type' | 'name' | 'path'> & Partial<SceneNode>;

const nodeOf = (given: Given, index: number, count: number): SceneNode => ({
  ...spot(index, count),
  size: 1 / (1 + index / 3),
  importance: 1 / (1 + index / 2),
  fragility: chance(index + 7) ** 2,
  cluster: 0,
  within: 0,
  likelihood: null,
  ...given,
});

function edgesAmong(count: number, per: number, type: SceneEdge['type']): SceneEdge[] {
  return Array.from({ length: count * per }, (_, at): SceneEdge => {
    const from = Math.floor(at / per);
    const to = Math.floor(chance(at + 3) ** 2 * count);
    return { from, to, type: at % 11 === 5 && type !== 'mixed' ? 'breaks_if_changed' : type, weight: chance(at) };
  }).filter(({ from, to }) => from !== to);
}

function clusterScene(): GraphScene {
  const nodes = CLUSTERS.map(([name, files], index) =>
    nodeOf(
      { id: `cluster:${index}`, type: 'cluster', name, path: '', cluster: index, within: files, size: files / 71 },
      index,
      CLUSTERS.length,
    ),
  );
  const place = { kind: 'clusters' } as const;
  return {
    place,
    title: 'All Clusters',
    cluster: null,
    nodes,
    edges: edgesAmong(nodes.length, 3, 'mixed'),
    hidden: { nodes: 0, edges: 0 },
  };
}

const fileOf = (cluster: number, index: number, count: number): SceneNode => {
  const [name = ''] = CLUSTERS[cluster] ?? [];
  const isTest = index % 5 === 4;
  const own = isTest ? `part-${index - 1}.test.ts` : `part-${index}.ts`;
  const path = `src/${name}/${own}`;
  return nodeOf({ id: path, type: isTest ? 'test' : 'file', name: own, path, cluster, within: isTest ? 0 : 3 }, index, count);
};

function filesScene(cluster: number): GraphScene {
  const [name = '', count = 0] = CLUSTERS[cluster] ?? [];
  const nodes = Array.from({ length: count }, (_, index) => fileOf(cluster, index, count));
  const id = `cluster:${cluster}`;
  const edges = edgesAmong(count, 2, 'depends');
  return { place: { kind: 'cluster', cluster: id }, title: name, cluster: { id, name }, nodes, edges, hidden: { nodes: 0, edges: 12 } };
}

/** The cluster of a file by its path. */
const clusterAt = (path: string): number => CLUSTERS.findIndex(([name]) => path.startsWith(`src/${name}/`));

function aroundScene(place: GraphPlace, node: string, blast: boolean): GraphScene {
  const cluster = Math.max(0, clusterAt(node));
  const [name = ''] = CLUSTERS[cluster] ?? [];
  const [file = ''] = node.split('#');
  const own = file.split('/').at(-1) ?? file;
  const symbols = ['open', 'close', 'Store'].map((each, at) =>
    nodeOf({ id: `${file}#${each}`, type: at === 2 ? 'type' : 'function', name: each, path: file, cluster }, at + 1, 20),
  );
  const others = Array.from({ length: 16 }, (_, at) => fileOf((cluster + (at % 3)) % 3, at + 1, 17)).filter(({ id }) => id !== file);
  const middle = nodeOf({ id: file, type: 'file', name: own, path: file, cluster, within: 3, x: 0.5, y: 0.5, likelihood: null }, 0, 1);
  const rest = place.kind === 'file' ? symbols : others.map((each, at) => (blast ? { ...each, likelihood: 0.9 / (1 + at / 4) } : each));
  const nodes = [middle, ...rest];
  const edges = rest.map((_, at): SceneEdge => ({ from: at + 1, to: 0, type: 'depends', weight: chance(at) }));
  return { place, title: own, cluster: { id: `cluster:${cluster}`, name }, nodes, edges, hidden: { nodes: 0, edges: 0 } };
}

export function sceneAt(place: GraphPlace): GraphScene {
  switch (place.kind) {
    case 'clusters':
      return clusterScene();
    case 'cluster':
      return filesScene(Number(place.cluster.split(':')[1]));
    case 'file':
      return aroundScene(place, place.file, false);
    case 'around':
    case 'blast':
      return aroundScene(place, place.node, place.kind === 'blast');
  }
}

const linkTo = ({ id, name, path, type }: SceneNode, at: number): GraphLink => ({
  id,
  name,
  path,
  nodeType: type,
  type: at % 4 === 3 ? 'breaks_if_changed' : type === 'test' ? 'tests' : 'depends',
  weight: chance(at + 1),
  why: `${name} imports 3 names of it and uses them in 7 places; they were changed together in ${at + 2} of 20 commits.`,
});

function detailOf(scene: GraphScene, id: string): GraphDetail | null {
  const node = scene.nodes.find((each) => each.id === id);
  if (node === undefined) return null;
  const others = scene.nodes.filter((each) => each !== node).slice(0, 14);
  return {
    id,
    type: node.type,
    name: node.name,
    path: node.path,
    importance: node.importance,
    fragility: node.fragility,
    touchCount: 37,
    lastTouched: NOW - 30 * HOUR,
    cluster: node.type === 'cluster' ? null : (CLUSTERS[node.cluster ?? 0]?.[0] ?? null),
    cohesion: node.type === 'cluster' ? 0.71 : null,
    coupling: node.type === 'cluster' ? 0.22 : null,
    leansOn: { first: others.slice(0, 5).map(linkTo), total: 5 },
    leanedOnBy: { first: others.slice(5).map(linkTo), total: 73 },
  };
}

function blastOf({ nodes }: GraphScene, node: string): GraphBlast {
  const reach = nodes.slice(1).map(({ path, likelihood, type }) => ({
    type,
    path,
    likelihood: likelihood ?? 0,
    because: [`${path} imports 2 names of ${node}`, 'they were changed together in 6 of 9 commits'],
  }));
  const files = reach.filter(({ type }) => type === 'file').map(({ type: _, ...each }) => ({ ...each, tests: [] }));
  return {
    node,
    files,
    tests: reach.filter(({ type }) => type === 'test').map(({ type: _, ...each }) => each),
    more: { files: 3, tests: 1 },
  };
}

function answer({ chosen, words }: GraphView, place: GraphPlace): Answered {
  const scene = sceneAt(place);
  const all = CLUSTERS.flatMap(([, count], cluster) => Array.from({ length: count }, (_, index) => fileOf(cluster, index, count)));
  const found = words.trim() === '' ? [] : all.filter(({ path }) => path.includes(words.trim())).slice(0, 12);

  return {
    built: NOW - 3 * HOUR,
    changed: 12,
    live: false,
    counts: { nodes: 2_417, edges: 9_804, files: 403, clusters: CLUSTERS.length },
    clusters: CLUSTERS.map(([name]) => name),
    scene,
    detail: chosen === null ? null : detailOf(scene, chosen),
    blast: place.kind === 'blast' ? blastOf(scene, place.node) : null,
    found: found.flatMap(({ type, ...node }) => (type === 'cluster' ? [] : [{ type, ...node }])),
  };
}

/** A project of eleven clusters, two of whose files are locked. */
export const project: ShownGraph = {
  answer,
  building: false,
  now: NOW,
  readOnly: null,
  open: 'src/crtx/part-2.ts',
  outside: null,
  locks: {
    'src/crtx/part-1.ts': { mode: 'exclusive', agents: ['api-dev'] },
    'src/crtx/part-3.ts': { mode: 'shared', agents: ['web-dev', 'docs-writer'] },
  },
  problems: [],
};

const RENAMED = '<img src=x onerror=alert(1)> \u202Eevil\u202C **b** [a](command:x)\u0007';

/** What every object has. */
const INHERITED = ['constructor', '__proto__', 'toString'];

function hostileNode(node: SceneNode, at: number): SceneNode {
  if (at % 2 === 0) return { ...node, name: `${RENAMED} ${at} ${'long '.repeat(40)}`, path: `${'deep/'.repeat(60)}${at}` };
  const inherited = INHERITED[(at - 1) / 2];
  if (inherited === undefined) return node;
  return { ...node, id: node.type === 'cluster' ? node.id : inherited, name: inherited, path: inherited };
}

/** Whoever wrote this graph means no good. */
export const hostile: ShownGraph = {
  ...project,
  answer: (view, place) => {
    const answered = answer(view, place);
    const { detail, scene } = answered;
    const why = `${RENAMED} because`;
    const bad = (links: GraphDetail['leansOn']) => ({ ...links, first: links.first.map((link) => ({ ...link, name: RENAMED, why })) });
    return {
      ...answered,
      clusters: answered.clusters.map(() => RENAMED),
      scene: {
        ...scene,
        cluster: scene.cluster === null ? null : { ...scene.cluster, name: RENAMED },
        title: `${RENAMED} ${'long '.repeat(40)}`,
        nodes: scene.nodes.map(hostileNode),
      },
      detail: detail === null ? null : { ...detail, name: RENAMED, leansOn: bad(detail.leansOn), leanedOnBy: bad(detail.leanedOnBy) },
    };
  },
  locks: { 'src/crtx/part-1.ts': { mode: 'exclusive', agents: [RENAMED] } },
  problems: [{ severity: 'warning', message: RENAMED, place: null }],
};

/** As much as a picture has room for. */
export const huge: ShownGraph = {
  ...project,
  answer: (view, place) => {
    const nodes = Array.from({ length: 1_000 }, (_, at) => fileOf(at % CLUSTERS.length, at, 1_000)).map((node, at) => ({
      ...node,
      id: `${node.path}/${at}`,
    }));
    const scene = {
      place,
      title: 'src',
      cluster: null,
      nodes,
      edges: edgesAmong(1_000, 5, 'depends'),
      hidden: { nodes: 49_000, edges: 195_000 },
    };
    return { ...answer(view, place), scene, detail: view.chosen === null ? null : detailOf(scene, view.chosen) };
  },
};

/** Nothing of the types that are shown. */
export const empty: ShownGraph = {
  ...project,
  answer: (view, place) => ({ ...answer(view, place), scene: { ...sceneAt(place), nodes: [], edges: [] } }),
};
