import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { OpenedStacks } from '../../../../src/engine/stack/live/opened-stacks.ts';
import type { Row } from '../../../../src/host/model/row.ts';
import { stackRows } from '../../../../src/host/stack/model/stack-rows.ts';
import { createStackViewModel, type StackViewModel } from '../../../../src/host/stack/model/stack-view-model.ts';
import { temporaryFolder } from '../../../support/folders.ts';

export type Files = Readonly<Record<string, string>>;

export const AGENTS =
  '# Agents\n\n## agent-backend\n- Role: APIs\n- Stack: ./backend/.cstack/\n\n## agent-frontend\n- Role: Pages\n- Stack: ./web/.cstack/\n';

export function writeFiles(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

/** A message as a tool writes it. */
export function message(fields: Files, content: string): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
  return `\n---\n${lines.join('\n')}\n---\n${content}\n`;
}

export interface StackFolder {
  readonly root: string;
  readonly opened: OpenedStacks;
  /** Number of reported changes. */
  changes(): number;
  write(files: Files): void;
}

/** A folder with stacks, opened as the editor opens it, and closed after the test. */
export function stackFolder(files: Files, runtime: Runtime = nodeRuntime({})): StackFolder {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.git'));
  writeFiles(root, files);
  let changes = 0;
  const opened = new OpenedStacks(runtime, root, { watch: watchDirectory });
  opened.onDidChange(() => {
    changes += 1;
  });
  onTestFinished(() => opened.close());
  return { root, opened, changes: () => changes, write: (more) => writeFiles(root, more) };
}

export function pictureOf({ opened }: StackFolder, now = Date.parse('2026-01-20T12:00:00Z')): StackViewModel {
  const runtime = { ...nodeRuntime({}), clock: { ...nodeRuntime({}).clock, now: () => now } };
  return createStackViewModel([{ name: 'project', opened }], runtime);
}

export const rowsOf = (folder: StackFolder, now?: number): readonly Row[] => stackRows(pictureOf(folder, now));

/** Returns the row at a path of labels. */
export function rowAt(rows: readonly Row[], ...labels: readonly string[]): Row {
  let level = rows;
  let found: Row | undefined;
  for (const label of labels) {
    found = level.find((row) => row.label === label);
    if (found === undefined) throw new Error(`there is no row ${label} among ${level.map((row) => row.label).join(', ')}`);
    level = found.children();
  }
  if (found === undefined) throw new Error('no row was asked for');
  return found;
}

export const labelsBelow = (rows: readonly Row[], ...labels: readonly string[]): string[] =>
  rowAt(rows, ...labels)
    .children()
    .map(({ label }) => label);
