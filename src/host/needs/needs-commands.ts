import * as vscode from 'vscode';
import { type Choice, choose } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone } from '../commands/notifications.ts';
import { openPlace } from '../commands/open.ts';
import { runCommand } from '../commands/run-command.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { oneLine, pickText } from '../model/text.ts';
import type { TeamSession } from '../team/team-session.ts';
import { listNeedCommands, type NeedCommand, type TaskTitle, taskTitles } from './model/need-commands.ts';
import { reasonWithProject, type WaitingNeed } from './model/waiting.ts';
import type { NeedsSession } from './needs-session.ts';

const HOUR_MS = 3_600_000;

/** Periods for snoozing. */
const PERIODS: readonly Choice<number>[] = [
  { label: 'An hour', value: HOUR_MS },
  { label: 'Four hours', value: 4 * HOUR_MS },
  { label: 'A day', value: 24 * HOUR_MS },
  { label: 'A week', value: 7 * 24 * HOUR_MS },
];

/** Handlers of the commands for needs, by id. */
export function needsCommands(needs: NeedsSession, team: TeamSession): Handlers<CommandsOf<'needs'>> {
  const titleOf = taskTitles(team);
  return {
    'cortex.needs.open': async (subject) => open(needs, await needFor(needs, subject, 'Show What Needs You'), titleOf),
    'cortex.needs.settle': async (subject) => resolveNeed(needs, await needFor(needs, subject, 'Resolve Item'), titleOf),
    'cortex.needs.snooze': async (subject) => snooze(needs, await needFor(needs, subject, 'Snooze Item')),
    'cortex.needs.wake': () => unsnooze(needs),
  };
}

const choiceOf = (need: WaitingNeed): Choice<WaitingNeed> => ({
  label: pickText(need.title, 80),
  description: pickText(need.kind),
  detail: pickText(reasonWithProject(need), 200),
  value: need,
});

/** Returns the clicked need if it is still open, or asks for one. @throws Cancelled, NothingToChoose */
async function needFor(needs: NeedsSession, subject: Subject | null, title: string): Promise<WaitingNeed> {
  await needs.collect();
  const clicked = subject?.kind === 'need' ? needs.find(subject.id) : undefined;
  if (clicked !== undefined) return clicked;
  const nothing = subject?.kind === 'need' ? 'This item no longer needs you.' : 'Nothing needs you.';
  const choices = subject?.kind === 'need' ? [] : needs.viewModel.needs.map(choiceOf);
  return choose(required(choices, nothing), { title, placeHolder: 'Most urgent first' });
}

/** Opens the file of a need. A need without a file is resolved directly. */
async function open(needs: NeedsSession, need: WaitingNeed, titleOf: TaskTitle): Promise<void> {
  if (need.place === null) return resolveNeed(needs, need, titleOf);
  await openPlace(need.place.file, need.place.line ?? 1, 1);
}

/** Runs the command that resolves a need. If there is none, or the workspace is untrusted, opens its file. */
async function resolveNeed(needs: NeedsSession, need: WaitingNeed, titleOf: TaskTitle): Promise<void> {
  const needCommands = vscode.workspace.isTrusted ? listNeedCommands(need, titleOf) : [];
  const [only] = needCommands;
  if (only === undefined) {
    if (need.place === null) return reportDone(oneLine(need.why));
    return openPlace(need.place.file, need.place.line ?? 1, 1);
  }
  const { command, subject } = needCommands.length === 1 ? only : await chooseCommand(needs, need, needCommands);
  await runCommand(command, subject);
}

/** Asks for one of several commands. @throws Cancelled, NothingToChoose if the need was resolved meanwhile */
async function chooseCommand(needs: NeedsSession, need: WaitingNeed, needCommands: readonly NeedCommand[]): Promise<NeedCommand> {
  const title = pickText(need.title, 80);
  const choices = needCommands.map((each) => ({ label: each.title, value: each }));
  const chosen = await choose(choices, { title, placeHolder: oneLine(reasonWithProject(need), 200) });
  await needFor(needs, { kind: 'need', id: need.id }, title);
  return chosen;
}

async function snooze(needs: NeedsSession, need: WaitingNeed): Promise<void> {
  const period = await choose(PERIODS, { title: `Snooze: ${pickText(need.title, 80)}`, placeHolder: 'For how long?' });
  await needs.snooze(need, needs.viewModel.now + period);
}

async function unsnooze(needs: NeedsSession): Promise<void> {
  await needs.collect();
  const choices = required(needs.viewModel.snoozed.map(choiceOf), 'Nothing is snoozed.');
  await needs.snooze(await choose(choices, { title: 'Unsnooze Items', placeHolder: 'Snoozed items' }), 0);
}
