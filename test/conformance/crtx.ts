import fs from 'node:fs';
import path from 'node:path';
import { CortexIO, renderCortexFile } from '../../src/engine/crtx/index.ts';
import { DNAManager } from '../../src/engine/dna/index.ts';
import { nodeFileSystem } from '../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../src/engine/platform/watching.ts';
import { Timeline } from '../../src/engine/timeline/index.ts';
import { ProjectWatch } from '../../src/engine/workspace/project-watch.ts';
import { sampleDna, sampleEntry } from '../unit/engine/crtx/samples.ts';
import type { Protocol, RoundTrip, Session } from './protocol.ts';

const runtime = nodeRuntime({});
const TIMES = { created: 1_700_000_000_000, updated: 1_700_000_000_000 };
const UNKNOWN = { 'x-note': ['kept', { by: 'another tool' }] };

const entry = (word: string) => ({ agentId: 'ann', type: 'decision', action: word, reasoning: 'It was said' }) as const;

async function open(root: string): Promise<Session> {
  const timeline = new Timeline(new CortexIO(root, runtime));
  return {
    said: async () => (await timeline.read()).map(({ action }) => action),
    say: async (word) => {
      timeline.record(entry(word));
      await timeline.flush();
    },
    close: () => timeline.close(),
  };
}

async function say(root: string, word: string): Promise<void> {
  const session = await open(root);
  try {
    await session.say(word);
  } finally {
    await session.close();
  }
}

/** The DNA read and written by a program at the same moment as before. */
const dna: RoundTrip = {
  what: 'manifest.crtx with keys that nobody knows',
  file: '.cortex/manifest.crtx',
  text: withUnknown(renderCortexFile('dna', 'shop', sampleDna(), TIMES)),
  there: async (root) => {
    const then = { ...runtime, clock: { ...runtime.clock, now: () => TIMES.updated } };
    const io = new CortexIO(root, then);
    const present = await io.readDNA();
    if (present !== null) await io.writeDNA(present.data);
  },
};

function withUnknown(text: string): string {
  const value = JSON.parse(text);
  const { header, data } = value;
  return `${JSON.stringify({ header, ...UNKNOWN, data }, null, 2)}\n`;
}

/** Puts a link that leads out in the place of a file. */
function link(root: string, name: string, target: string): void {
  const file = path.join(root, '.cortex', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
}

/** Entries of the timeline. */
export const crtx: Protocol = {
  name: 'cortex',
  file: '.cortex/timeline.crtx',
  broken: Buffer.from('{"header": {"$cortex": "1'),
  begin: (root) => fs.mkdirSync(path.join(root, '.cortex')),
  open,
  unknown: '"x-note"',
  byHand: (text, word) => {
    const added = { ...sampleEntry(`by-hand-${word}`), action: word, refs: [], parent: undefined, children: [] };
    const value = JSON.parse(text ?? renderCortexFile('timeline', 'shop', [], TIMES));
    // Whoever edits by hand knows no checksum.
    return JSON.stringify({ ...value, ...UNKNOWN, data: [...value.data, added] });
  },
  edit: (root) => say(root, 'ours'),
  roundTrips: [dna],
  escapes: [
    {
      what: 'a link in the place of timeline.crtx',
      attempt: (root, outside) => {
        link(root, 'timeline.crtx', path.join(outside, 'file'));
        return say(root, 'out');
      },
    },
    {
      what: 'a link in the place of manifest.crtx',
      attempt: (root, outside) => {
        link(root, 'manifest.crtx', path.join(outside, 'file'));
        return new DNAManager(new CortexIO(root, runtime)).get();
      },
    },
    {
      what: "a link in the place of the log's folder",
      attempt: (root, outside) => {
        link(root, '.local', outside);
        return say(root, 'out');
      },
    },
  ],
  watch: async (root, changed) => {
    const watch = new ProjectWatch({ fs: nodeFileSystem, watch: watchDirectory, log: false, changed });
    watch.from(root);
    return watch;
  },
};
