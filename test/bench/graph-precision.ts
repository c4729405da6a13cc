import { fromRoot } from '../../scripts/lib/project.mjs';
import type { SemanticEdge, SemanticGraph } from '../../src/engine/crtx/index.ts';
import { computeBlastRadius, GraphModel } from '../../src/engine/graph/index.ts';
import type { Commit } from '../../src/engine/platform/git/commit.ts';
import { readGit } from '../../src/engine/platform/git/git.ts';
import { MAX_FILES, readHistory } from '../../src/engine/platform/git/git-history.ts';
import type { Bench } from './benchmarks.ts';
import type { Case, Figures } from './compare.ts';
import { cloneOfProject, graphOfFolder } from './graph-builds.ts';
import { builtProgram } from './program.ts';

/** Of the commits, the newest that are foretold. */
const FORETOLD = 0.2;
const FIRST = 10;
const MAX_COMMITS = 10_000;

/** Names files for a file that changes, the likeliest first. */
type Foretell = (path: string) => readonly string[];

/** A file that changed, and what changed with it; the graph knew all of them. */
interface Change {
  readonly file: string;
  readonly others: ReadonlySet<string>;
}

function changesIn(commits: readonly Commit[], known: ReadonlySet<string>): Change[] {
  return commits
    .filter(({ files }) => files.length <= MAX_FILES)
    .flatMap(({ files }) => {
      const there = files.filter((file) => known.has(file));
      return there.map((file) => ({ file, others: new Set(there.filter((other) => other !== file)) }));
    })
    .filter(({ others }) => others.size > 0);
}

/** Of what changed together, how much is among the first ten; and how much of the first ten did change. In percent. */
function judged(changes: readonly Change[], foretell: Foretell): Figures {
  let [found, named, sought] = [0, 0, 0];
  for (const { file, others } of changes) {
    const first = foretell(file).slice(0, FIRST);
    found += first.filter((path) => others.has(path)).length;
    named += first.length;
    sought += Math.min(FIRST, others.size);
  }
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  return { 'of the co-changed files, found': percent(found, sought), 'of the ten named, right': percent(found, named) };
}

/** What may break, tests among it. */
function byBlastRadius(graph: SemanticGraph): Foretell {
  const model = new GraphModel(graph);
  return (path) => {
    const { files, tests, alongside } = computeBlastRadius(model, [path], { limit: FIRST });
    const broken = [...files, ...tests].filter((each) => each.path !== path).sort((one, other) => other.likelihood - one.likelihood);
    return [...broken, ...alongside].map((each) => each.path);
  };
}

const only = (graph: SemanticGraph, types: readonly SemanticEdge['type'][]): SemanticGraph => ({
  ...graph,
  edges: graph.edges.filter(({ type }) => types.includes(type)),
});

/** What imports a file, then what it imports, each in the order of their paths: what one sees without a graph. */
function byImports({ nodes, edges }: SemanticGraph): Foretell {
  const files = new Set(nodes.filter(({ type }) => type === 'file' || type === 'test').map(({ id }) => id));
  const imports = edges.filter(({ type, from, to }) => (type === 'depends' || type === 'tests') && files.has(from) && files.has(to));
  return (path) => {
    const [users, used] = [
      imports.filter(({ to }) => to === path).map(({ from }) => from),
      imports.filter(({ from }) => from === path).map(({ to }) => to),
    ];
    return [...new Set([...users.sort(), ...used.sort()])];
  };
}

async function commitAt(place: number): Promise<string> {
  const answer = await readGit(fromRoot(), ['log', '--format=%H', '--no-merges', '--max-count=1', `--skip=${place}`, 'HEAD']);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.output.toString().trim();
}

/** The ways to foretell what changes together, each judged by the same commits. */
export async function precisionCases({ say }: Bench): Promise<Case[]> {
  await builtProgram('cortex', say);
  const history = await readHistory(fromRoot(), undefined, MAX_COMMITS);
  if ('problem' in history) throw new Error(history.problem);
  const count = Math.floor(history.commits.length * FORETOLD);
  const { graph } = await graphOfFolder(cloneOfProject(await commitAt(count)));
  const known = new Set(graph.nodes.filter(({ type }) => type === 'file' || type === 'test').map(({ path }) => path));
  const changes = changesIn(history.commits.slice(0, count), known);
  const together = graph.edges.filter(({ type }) => type === 'breaks_if_changed').length;
  say(`  ${changes.length} changes of files in ${count} of ${history.commits.length} commits; the graph has ${together} breaks_if_changed`);
  const ways: readonly (readonly [string, Foretell])[] = [
    ['imports alone', byImports(graph)],
    ['what depends on it', byBlastRadius(only(graph, ['depends', 'tests', 'extends', 'implements', 'configures']))],
    ['what changed with it', byBlastRadius(only(graph, ['breaks_if_changed']))],
    ['blast radius', byBlastRadius(graph)],
  ];
  return ways.map(([name, foretell]) => ({ name, measure: async () => judged(changes, foretell) }));
}
