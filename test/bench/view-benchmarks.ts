import fs from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { runNode } from '../../scripts/lib/run.mjs';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { withSwarm } from '../../src/engine/swarm/store.ts';
import { withTimeline } from '../../src/engine/timeline/store.ts';
import { packageForTests } from '../harness/package-extension.ts';
import { type Session, startSession } from '../harness/session.ts';
import type { Bench, Benchmark } from './benchmarks.ts';
import { giveBack, take } from './big-swarm.ts';
import { makeCodeProject } from './code-project.ts';
import type { Case, Figures } from './compare.ts';
import { passingFolder } from './graph-builds.ts';
import { graphTimes, graphView } from './graph-view.ts';
import { builtProgram } from './program.ts';
import { entryOf } from './timeline-project.ts';
import { type View, viewMemory, viewTimes } from './view-measurements.ts';

/** What each dashboard shows, with little and with the most that is promised. */
const SIZES = { swarm: [10, 10_000], timeline: [1_000, 1_000_000], team: [10, 1_000], vault: [470, 50_000] } as const;
/** In nodes, with four times as many edges. */
const GRAPHS = [500, 50_000];

/** Takes the free lock, and gives it back the next time. */
function lockChange(root: string): View['change'] {
  let isHeld = false;
  return () =>
    withSwarm(nodeRuntime(), root, async (store) => {
      const begun = Date.now();
      await (isHeld ? giveBack : take)(store);
      isHeld = !isHeld;
      return begun;
    });
}

const entryChange =
  (root: string): View['change'] =>
  () =>
    withTimeline(nodeRuntime(), root, async (store) => {
      const begun = Date.now();
      await store.recordAll([{ ...entryOf(0), id: `tle_view_${begun}`, timestamp: begun }]);
      return begun;
    });

const NOTE = '---\nname: A note that comes and goes\ntype: lesson\n---\n\nNothing else.\n';

/** Adds a note, and takes it away the next time. */
function noteChange(root: string): View['change'] {
  const file = path.join(root, 'atoms', 'comes-and-goes.md');
  return async () => {
    const begun = Date.now();
    if (fs.existsSync(file)) fs.rmSync(file);
    else fs.writeFileSync(file, NOTE);
    return begun;
  };
}

/** Adds a task to a queue. */
function taskChange(root: string): View['change'] {
  const file = path.join(root, 'projects', 'project-0.md');
  return async () => {
    const begun = Date.now();
    fs.appendFileSync(file, `### One more at ${begun}\n**Task:** One more\n**Status:** ready\n\n`);
    return begun;
  };
}

type Measure = (session: Session, view: View) => Promise<Figures>;

type Add = (name: string, view: View) => void;
type ProjectOf = Bench['project'];

async function addSwarms(project: ProjectOf, add: Add): Promise<void> {
  for (const size of SIZES.swarm) {
    const { root } = (await project('swarm', size)).project;
    const change = lockChange(root);
    const of = `${size.toLocaleString('en')} agents and locks`;
    const swarm = { list: '.tasks-grid', row: '.tasks-grid tbody tr', count: '.locks-section .badge', root, change };
    add(`Swarm, ${of}`, { ...swarm, command: 'Cortex: Open Swarm Dashboard', title: 'Swarm' });
    add(`Locks, ${of}`, { ...ofList('held'), root, change, command: 'Cortex: Open Locks Dashboard', title: 'Locks' });
  }
}

/** A list that has a section of its own. */
const ofList = (name: string) => ({ list: `.${name}-grid`, row: `.${name}-grid tbody tr`, count: `.${name}-section .badge` });

async function addOthers(project: ProjectOf, add: Add): Promise<void> {
  for (const size of SIZES.timeline) {
    const { root } = (await project('timeline', size)).project;
    const view = { ...ofList('entries'), root, change: entryChange(root), command: 'Cortex: Open Timeline Dashboard', title: 'Timeline' };
    add(`Timeline, ${size.toLocaleString('en')} entries`, view);
  }
  for (const size of SIZES.team) {
    const { root } = (await project('team', size)).project;
    const view = { ...ofList('ready'), root, team: root, change: taskChange(root) };
    add(`Work Queues, ${size.toLocaleString('en')} projects`, {
      ...view,
      command: 'Cortex: Open Work Queues Dashboard',
      title: 'Work Queues',
    });
  }
  for (const size of SIZES.vault) {
    const { root } = (await project('vault', size)).project;
    const view = { ...ofList('notes'), root, change: noteChange(root), command: 'Cortex: Open Memory Dashboard', title: 'Memory' };
    add(`Memory, ${size.toLocaleString('en')} notes`, view);
  }
}

async function addGraphs(_project: ProjectOf, add: Add): Promise<void> {
  const cortex = await builtProgram('cortex', () => {});
  for (const size of GRAPHS) {
    const root = passingFolder();
    makeCodeProject(root, size);
    for (const args of [['init'], ['graph', 'build']]) {
      const { code, output } = await runNode(cortex, [...args, '--root', root]);
      if (code !== 0) throw new Error(`cortex ${args.join(' ')} ended with ${code}:\n${output}`);
    }
    add(`Graph, ${size.toLocaleString('en')} nodes and four times as many edges`, graphView(root));
  }
}

/** The session of a benchmark is started with its first view. */
async function casesOf({ project, say, keep }: Bench, adds: readonly (typeof addOthers)[], measure: Measure): Promise<Case[]> {
  await builtProgram('cortex', say);
  const vsix = await packageForTests(fromRoot());
  keep(() => fs.rmSync(path.dirname(vsix), { recursive: true, force: true }));
  const session = await startSession({ extensions: [path.relative(fromRoot(), vsix)], log: say });
  keep(() => session.stop());
  const cases: Case[] = [];
  const add: Add = (name, view) => void cases.push({ name, measure: () => measure(session, view) });
  for (const each of adds) await each(project, add);
  return cases;
}

export const viewBenchmarks: readonly Benchmark[] = [
  {
    name: 'views',
    title: 'dashboards in the real editor',
    aim: 'a change drawn within 250 ms; frames of 17 ms, at most 50; no work where nothing changes',
    unit: 'ms',
    rounds: 2,
    cases: (bench) => casesOf(bench, [addSwarms, addOthers], viewTimes),
  },
  {
    name: 'views-graph',
    title: 'the Graph dashboard in the real editor',
    aim: 'each step in a moment, frames of 17 ms, at most 50; a change drawn within 600 ms',
    unit: 'ms',
    rounds: 2,
    cases: (bench) => casesOf(bench, [addGraphs], graphTimes),
  },
  {
    name: 'views-memory',
    title: 'what dashboards take in the real editor',
    aim: 'the most at most 300 MB above the least',
    unit: 'MB',
    rounds: 1,
    cases: (bench) => casesOf(bench, [addSwarms, addOthers, addGraphs], viewMemory),
  },
];
