import fs from 'node:fs';
import path from 'node:path';
import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { type TimelineStore, withTimeline } from '../../src/engine/timeline/store.ts';
import { turn } from './big-swarm.ts';
import type { Figures } from './compare.ts';
import { rewrite, rewriteLocked, type Way } from './naive.ts';
import { quantile } from './statistics.ts';
import { entriesFile, entryOf } from './timeline-project.ts';
import { meanOf, timed } from './timing.ts';

/** As many are flushed at once by a program that does not ask for each (RULINGS, crtx 10). */
const FLUSHED = 64;
const PAGE = { limit: 50 };
const LEAST_MS = 1_000;
const MEGABYTE = 1_000_000;

let recorded = 0;

/** An entry of now that nobody has recorded before. */
function fresh(): TimelineEntry {
  recorded += 1;
  return { ...entryOf(recorded), id: `tle_${process.pid}_${recorded}`, timestamp: Date.now() };
}

/** Milliseconds of each entry that is recorded alone, from one publication of `timeline.crtx` to another. */
async function recordOneByOne(store: TimelineStore, root: string): Promise<number[]> {
  const file = path.join(root, '.cortex', 'timeline.crtx');
  const publication = () => fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const times: number[] = [];
  const recordOne = async () => {
    await store.recordAll([fresh()]);
    await turn();
  };
  const untilPublished = async (each: number[]) => {
    const before = publication();
    while (publication() === before) each.push(await timed(recordOne));
  };
  await untilPublished([]);
  const begun = performance.now();
  while (performance.now() - begun < LEAST_MS) await untilPublished(times);
  return times;
}

/** Milliseconds. */
async function record(runtime: Runtime, root: string): Promise<Figures> {
  return withTimeline(runtime, root, async (store) => {
    const ofMany = (await meanOf(() => store.recordAll(Array.from({ length: FLUSHED }, fresh)))) / FLUSHED;
    const times = await recordOneByOne(store, root);
    return {
      'one entry, of 64 that are flushed': ofMany,
      'one entry alone, publication included': times.reduce((sum, time) => sum + time, 0) / times.length,
      'half of those alone take at most': quantile(times, 0.5),
      '99 of 100 alone take at most': quantile(times, 0.99),
    };
  });
}

const QUERIES = {
  'the newest page': (store: TimelineStore) => store.query({}, PAGE),
  "the first page of an agent's failures below a folder": (store: TimelineStore) =>
    store.query({ agent: 'agent-7', file: 'src/part7/', outcome: 'failure' }, PAGE),
  'a task that nobody has': (store: TimelineStore) => store.query({ task: 'none' }, PAGE),
  'words that are nowhere': (store: TimelineStore) => store.query({ text: 'Nobody Has Written This' }, PAGE),
  'one entry by its id': (store: TimelineStore) => store.find('tle_000000000500'),
};

/** Each question, asked of an open store that has been asked before. Milliseconds. */
async function query(runtime: Runtime, root: string): Promise<Figures> {
  return withTimeline(runtime, root, async (store) => {
    await QUERIES['a task that nobody has'](store);
    const figures: Record<string, number> = {};
    for (const [name, ask] of Object.entries(QUERIES)) figures[name] = await timed(() => ask(store));
    return figures;
  });
}

/** A store that is opened to answer one question. Milliseconds. */
async function open(runtime: Runtime, root: string): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const name of ['the newest page', 'a task that nobody has'] as const) {
    figures[`opened, and ${name}`] = await timed(() => withTimeline(runtime, root, (store) => QUERIES[name](store)));
  }
  return figures;
}

/** What the process takes that has an open store and has done everything that is measured here. Megabytes. */
async function memory(runtime: Runtime, root: string): Promise<Figures> {
  return withTimeline(runtime, root, async (store) => {
    await store.recordAll(Array.from({ length: FLUSHED }, fresh));
    for (const ask of Object.values(QUERIES)) await ask(store);
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    return {
      'the whole process, at its most': (process.resourceUsage().maxRSS * 1_024) / MEGABYTE,
      'the whole process, now': rss / MEGABYTE,
      'values of JavaScript': heapUsed / MEGABYTE,
      'arrays of numbers and bytes': arrayBuffers / MEGABYTE,
    };
  });
}

/** One entry added to a file of all entries. Milliseconds. */
const recordIn =
  (way: Way) =>
  async (_runtime: Runtime, root: string, size: number): Promise<Figures> => {
    const file = entriesFile(root, size);
    const add = ({ data }: { data: unknown[] }) => void data.push(fresh());
    return { 'one entry': await meanOf(() => way(file, add)) };
  };

/** What a process with a timeline can be asked for. */
export const timelineMeasurements = {
  record,
  query,
  open,
  memory,
  'record-rewritten': recordIn(rewrite),
  'record-locked': recordIn(rewriteLocked),
};
