import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { OWN_ZONE } from '../../../../src/engine/platform/zoned-time.ts';
import type { TeamConfig } from '../../../../src/engine/team/index.ts';
import { TeamStore } from '../../../../src/engine/team/index.ts';
import type { Row } from '../../../../src/host/model/row.ts';
import { teamRows } from '../../../../src/host/team/model/team-rows.ts';
import { createTeamViewModel } from '../../../../src/host/team/model/team-view-model.ts';
import { temporaryFolder } from '../../../support/folders.ts';

export type Files = Readonly<Record<string, string>>;

/** Shortly after the heartbeats that tests pass to `AGENT`. */
const NOW = Date.parse('2026-03-28T10:05:00Z');

export const AGENT = (name: string, beat: string, projects: string): string =>
  `---\nname: ${name}\nstatus: active\nlast-heartbeat: "${beat}"\n---\n## Role\nDoes it.\n\n## Projects\n- ${projects}\n`;

export const PROJECT = (...tasks: readonly string[]): string =>
  `---\ntype: project\nstatus: active\n---\n## Work Queue\n\n${tasks.join('\n\n')}\n`;

export function writeFiles(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

export function teamFolder(files: Files): string {
  const root = temporaryFolder();
  writeFiles(root, files);
  return root;
}

export function configFor(directory: string, more: Partial<TeamConfig> = {}): TeamConfig {
  const times = { heartbeatMinutes: 15, staleMinutes: 30, dailyBriefing: '09:00', dailyReview: '18:00', timeZone: OWN_ZONE };
  return { directory, ...times, file: null, problems: [], ...more };
}

/** Returns the rows of the Teams view at `NOW`. */
export function rowsOf(files: Files, more: Partial<TeamConfig> = {}): readonly Row[] {
  const root = teamFolder(files);
  return teamRows(createTeamViewModel(TeamStore.open(nodeRuntime({}), root), configFor(root, { timeZone: 'UTC', ...more }), null, NOW));
}

/** Returns the row at a path of labels. */
export function rowAt(rows: readonly Row[], ...labels: readonly string[]): Row {
  let level = rows;
  let found: Row | undefined;
  for (const label of labels) {
    found = level.find((row) => row.label === label);
    if (found === undefined) throw new Error(`there is no row ${label} among ${level.map((row) => row.label).join(', ')}`);
    level = found.children();
  }
  if (found === undefined) throw new Error('no label was given');
  return found;
}
