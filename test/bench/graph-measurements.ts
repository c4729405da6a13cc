import { assembleGraph } from '../../src/engine/graph/analysis/assemble.ts';
import {
  computeBlastRadius,
  findFileCycles,
  findHiddenCouplings,
  findHotspots,
  findPathBetween,
  findUnused,
  GraphModel,
  graphStats,
} from '../../src/engine/graph/index.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import type { Figures } from './compare.ts';
import { generatedGraph } from './graph-project.ts';
import { timed } from './timing.ts';

const BLASTS = 20;

/** A graph put together from what the code and the history say, and the questions to it. Milliseconds. */
async function analyse(runtime: Runtime, _root: string, size: number): Promise<Figures> {
  const { structure, history } = generatedGraph(size);
  let graph = assembleGraph({ nodes: [], edges: [] }, { ...history, coupled: [] });
  const assembled = await timed(async () => {
    graph = assembleGraph(structure, history);
  });
  let model = new GraphModel({ nodes: [], edges: [], clusters: [] });
  const opened = await timed(async () => {
    model = new GraphModel(graph);
  });
  const files = model.nodes.filter(({ type }) => type === 'file').map(({ path }) => path);
  const asked = files.filter((_, n) => n % Math.ceil(files.length / BLASTS) === 0);
  return {
    'put together': assembled,
    'made ready for questions': opened,
    'the first blast radius': await timed(async () => computeBlastRadius(model, files.slice(0, 1))),
    'the blast radius of a file': (await timed(async () => asked.map((file) => computeBlastRadius(model, [file])))) / asked.length,
    'the way between two files': await timed(async () => findPathBetween(model, files[0] ?? '', files.at(-1) ?? '')),
    cycles: await timed(async () => findFileCycles(model)),
    'hidden couplings': await timed(async () => findHiddenCouplings(model)),
    'riskiest files, dead ends, figures': await timed(async () => [
      findHotspots(model, runtime.clock.now()),
      findUnused(model),
      graphStats(model),
    ]),
  };
}

/** What can be asked of a generated graph. */
export const graphMeasurements = { analyse };
