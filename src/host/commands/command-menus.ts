import { graph } from '../manifest/graph.ts';
import { knowledge } from '../manifest/knowledge.ts';
import { choose } from './ask.ts';
import { runCommand } from './run-command.ts';

/** Commands that the palette offers through one entry, because they are many and rarely used. */
const DNA_CHANGES = [
  'cortex.dna.purpose',
  'cortex.dna.constrain',
  'cortex.dna.unconstrain',
  'cortex.dna.learn',
  'cortex.dna.confirm',
  'cortex.dna.doubt',
  'cortex.dna.forget',
] as const satisfies readonly (keyof typeof knowledge)[];

const GRAPH_REPORTS = [
  'cortex.graph.hotspots',
  'cortex.graph.couplings',
  'cortex.graph.cycles',
  'cortex.graph.deadEnds',
  'cortex.graph.unresolved',
] as const satisfies readonly (keyof typeof graph)[];

/** Asks what to change in the project DNA, and changes it. @throws Cancelled */
export async function changeDna(): Promise<void> {
  const choices = DNA_CHANGES.map((id) => ({ label: knowledge[id].title, value: id }));
  await runCommand(await choose(choices, { title: knowledge['cortex.dna.change'].title, placeHolder: 'What do you want to change?' }));
}

/** Asks for a report about the graph, and shows it. @throws Cancelled */
export async function showGraphReport(): Promise<void> {
  const choices = GRAPH_REPORTS.map((id) => ({ label: graph[id].title, value: id }));
  await runCommand(await choose(choices, { title: graph['cortex.graph.report'].title, placeHolder: 'Choose a report' }));
}
