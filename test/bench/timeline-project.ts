import fs from 'node:fs';
import path from 'node:path';
import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { withTimeline } from '../../src/engine/timeline/store.ts';

/** As many as roll into one archive, about. */
const PER_ARCHIVE = 9_000;
const START = 1_700_000_000_000;
const SECOND = 1_000;

/** What the n-th agent's step of a large project looks like. */
export function entryOf(n: number): TimelineEntry {
  const file = `src/part${n % 97}/module${n % 1_009}.ts`;
  return {
    id: `tle_${String(n).padStart(12, '0')}`,
    timestamp: START + n * SECOND,
    agentId: `agent-${n % 500}`,
    type: n % 7 === 0 ? 'failure' : 'fix',
    action: `Changed how module ${n % 1_009} reads what part ${n % 97} has written`,
    reasoning: 'The old way read everything again whenever one line had changed, which is dear where there are many lines.',
    confidence: 0.8,
    context: { files: [file], task: `T${n % 2_000}`, state: {} },
    refs: [],
    outcome: n % 7 === 0 ? 'failure' : 'success',
  };
}

function entriesFrom(from: number, count: number): TimelineEntry[] {
  return Array.from({ length: count }, (_, n) => entryOf(from + n));
}

/** The entries in one file, which only the obvious way of changing it needs. */
export function entriesFile(root: string, size: number): string {
  const file = path.join(root, 'entries.json');
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify({ data: entriesFrom(0, size) }));
  return file;
}

/** Makes a project that has recorded so many entries: archives as they roll, indexed, and a log that begins behind them. */
export async function makeTimeline(runtime: Runtime, root: string, size: number): Promise<void> {
  const archive = path.join(root, '.cortex', 'archive');
  fs.mkdirSync(archive, { recursive: true });
  for (let from = 0; from < size; from += PER_ARCHIVE) {
    const entries = entriesFrom(from, Math.min(PER_ARCHIVE, size - from));
    const text = renderCortexFile('timeline', 'bench', entries, { created: START, updated: START });
    const [first, last] = [entries[0]?.timestamp ?? 0, entries.at(-1)?.timestamp ?? 0];
    fs.writeFileSync(path.join(archive, `timeline-${first}-${last}-00000000.crtx`), text);
  }
  await withTimeline(runtime, root, async (store) => void (await store.query({}, { limit: 1 })));
}
