import path from 'node:path';
import * as vscode from 'vscode';
import { localTime } from '../../engine/platform/zoned-time.ts';
import { formatBriefing, formatReview, STALE_MINUTES } from '../../engine/team/index.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import { readTeamStatus } from './model/team-view-model.ts';
import type { TeamSession } from './team-session.ts';
import { requireTeamWork } from './which-task.ts';

/** A daily page of the team (seed 5, "Daily briefing", "Daily review"). */
export type PageName = 'briefing' | 'review';

const PAGES = { briefing: { title: 'Team Briefing.md', write: formatBriefing }, review: { title: 'Team Review.md', write: formatReview } };

/** Shows a daily page as a Markdown document. @throws CortexError if there is no team */
export async function showPage(team: TeamSession, documents: TextDocuments, name: PageName, rememberFocus = false): Promise<void> {
  const { store, timeZone } = requireTeamWork(team);
  const staleMinutes = team.config()?.staleMinutes ?? STALE_MINUTES;
  const now = store.runtime.clock.now();
  const base = `${vscode.Uri.file(path.join(store.root, path.sep))}`;
  const { title, write } = PAGES[name];
  const text = write(readTeamStatus(store, { timeZone, staleMinutes }, now), { now, timeZone, base });
  await documents.show({ title, key: `${store.root}?${localTime(now, timeZone).slice(0, 10)}`, text }, rememberFocus);
}
