import { CortexError } from '../../engine/platform/errors.ts';
import { readGit } from '../../engine/platform/git/git.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { housekeepingOutput } from '../../engine/team/index.ts';
import { confirm, NothingToChoose } from '../commands/ask.ts';
import { reportDone, showWarning } from '../commands/notifications.ts';
import { runOperation } from '../commands/operations.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import { requireTrust } from '../commands/trust.ts';
import { unsavedTexts } from '../commands/unsaved-documents.ts';
import { teamWork } from './member-commands.ts';
import { housekeepingPage, removedText } from './model/housekeeping-text.ts';
import type { TeamSession } from './team-session.ts';
import { requireTeamWork } from './which-task.ts';

type Report = Checked<typeof housekeepingOutput> & { readonly problems: readonly string[] };

/**
 * Shows what housekeeping would remove, asks for confirmation, removes it, and reports the commit (seed 5, "Housekeeping").
 * @throws Cancelled, NothingToChoose, CortexError if an affected note has unsaved changes
 */
export async function runHousekeeping(team: TeamSession, documents: TextDocuments): Promise<void> {
  requireTrust();
  const { root } = requireTeamWork(team).store;
  const { removed } = await housekeepingOf(team, root, true);
  if (removed.length === 0)
    throw new NothingToChoose('There is nothing to clean up: no task is done for over 7 days, and no session log is long.');
  const files = new Set(removed.map(({ file }) => file));
  requireSaved(root, files);
  await documents.show({ title: 'Team Housekeeping.md', key: root, text: housekeepingPage(removed) });
  const detail = 'The page behind this dialog lists everything. If the notes are in git, they are committed before and after.';
  await confirm(`Remove ${removedText(removed)}?`, detail, 'Remove');
  requireSaved(root, files);
  await showReport(team, root, await housekeepingOf(team, root, false));
}

async function housekeepingOf(team: TeamSession, root: string, dryRun: boolean): Promise<Report> {
  const { output, warnings = [] } = await runOperation(teamWork(team), 'team housekeeping', { team: root, dryRun });
  return { ...housekeepingOutput().parse(output), problems: warnings };
}

/** Prevents changing a file while its document has unsaved changes. @throws CortexError */
function requireSaved(root: string, files: ReadonlySet<string>): void {
  const unsaved = unsavedTexts(root);
  for (const file of files) {
    if (unsaved.text(file) === null) continue;
    throw new CortexError('busy', 'the note is open and not saved', { file, next: 'Save it, then run this again: nothing was removed.' });
  }
}

async function showReport(team: TeamSession, root: string, { removed, committed, problems }: Report): Promise<void> {
  await team.refresh();
  const said = `Removed ${removedText(removed)}${committed === true ? `, committed as ${await lastCommit(root)}` : ''}.`;
  team.log.info(`cortex.team.housekeeping: ${said}`);
  for (const problem of problems) team.log.warn(`cortex.team.housekeeping: ${problem}`);
  if (problems.length > 0) showWarning(`${said} ${problems.join(' ')}`);
  else reportDone(said);
}

/** Returns the abbreviated hash and the subject of the newest commit. */
async function lastCommit(root: string): Promise<string> {
  const answer = await readGit(root, ['log', '-1', '--format=%h %s']);
  return 'output' in answer ? answer.output.toString().trim() : 'the newest commit';
}
