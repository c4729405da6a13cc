import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';

/** Creates an entry with default values. */
export function entryOf(id: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id,
    timestamp: 1_700_000_000_000,
    agentId: 'ada',
    type: 'decision',
    action: `Did ${id}`,
    reasoning: 'Because',
    confidence: 0.8,
    context: { files: [], state: {} },
    refs: [],
    outcome: 'pending',
    ...more,
  };
}

/** A project on the real disk, removed after the test. */
export interface Project {
  readonly root: string;
  readonly io: CortexIO;
  readonly file: string;
  /** The entries of `timeline.crtx`. */
  published(): TimelineEntry[];
  /** Edits `timeline.crtx` like a program that knows only the seed. */
  edit(change: (value: { header: Record<string, unknown>; data: TimelineEntry[] } & Record<string, unknown>) => void): void;
  /** Removes the log, as in a fresh clone of the repository. */
  removeLog(): void;
}

export async function makeProject(): Promise<Project> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-timeline-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const io = new CortexIO(root);
  await io.init();
  const file = path.join(root, '.cortex/timeline.crtx');
  const read = () => JSON.parse(fs.readFileSync(file, 'utf8'));
  return {
    root,
    io,
    file,
    published: () => read().data,
    edit: (change) => {
      const value = read();
      change(value);
      fs.writeFileSync(file, JSON.stringify(value, null, 2));
    },
    removeLog: () => fs.rmSync(path.join(root, '.cortex/.local'), { recursive: true }),
  };
}

export const ids = (entries: readonly TimelineEntry[]) => entries.map(({ id }) => id);
