import * as vscode from 'vscode';
import { type PauseAction, pauseAction } from './model/pause-all.ts';
import { appendWords, type StatusBarContent, statusBarContent } from './model/status-bar-content.ts';
import type { NeedsSession } from './needs/needs-session.ts';
import { readPauseStates } from './pause-states.ts';
import type { ProjectSession } from './session.ts';
import type { TeamSession } from './team/team-session.ts';

/** Registers the status bar item. It is highlighted only if a need blocks work or is urgent. */
export function registerStatusBar(session: ProjectSession, needs: NeedsSession, team: TeamSession): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('heartbeat', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Cortex';
  item.command = 'cortex.needs.focus';
  const drawing = session.drawing(() =>
    draw(item, statusBarContent(session.viewModel, needs.viewModel.needs), pauseAction(readPauseStates(session, team))),
  );
  return vscode.Disposable.from(
    item,
    drawing,
    session.onDidChangeAny(() => void drawing.request()),
    team.onDidChange(() => void drawing.request()),
    needs.onDidFind(() => void drawing.request()),
  );
}

/** Links in the tooltip. */
const LINKS = [
  { text: '$(home) Overview', command: 'cortex.overview.open' },
  { text: '$(bell) Needs You', command: 'cortex.needs.focus' },
  { text: '$(dashboard) Swarm', command: 'cortex.dashboard.open' },
  { text: '$(lock) Locks', command: 'cortex.locks.open' },
  { text: '$(history) Timeline', command: 'cortex.timeline.open' },
];

/** Link that stops or continues everything. */
const PAUSE_LINKS = {
  pause: { text: '$(debug-pause) Pause All', command: 'cortex.pauseAll' },
  resume: { text: '$(debug-continue) Resume All', command: 'cortex.resumeAll' },
};

/** Returns the tooltip. Texts of agents are appended as plain text, so that they cannot contain links or icons. */
function tooltipOf({ facts, waiting }: StatusBarContent, action: PauseAction): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  const links = action === null ? LINKS : [...LINKS, PAUSE_LINKS[action]];
  text.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  const [count, ...named] = waiting;
  text.appendMarkdown('**Cortex**');
  for (const fact of facts) appendWords(text.appendMarkdown('  \n'), fact);
  if (count !== undefined) appendWords(text.appendMarkdown('\n\n$(bell-dot) '), count);
  for (const need of named) appendWords(text.appendMarkdown('\n- '), need);
  return text.appendMarkdown(`\n\n${links.map((link) => `[${link.text}](command:${link.command})`).join(' &nbsp; ')}`);
}

function draw(item: vscode.StatusBarItem, beat: StatusBarContent | null, action: PauseAction): void {
  if (beat === null) {
    item.hide();
    return;
  }
  item.text = beat.text;
  item.tooltip = tooltipOf(beat, vscode.workspace.isTrusted ? action : null);
  item.accessibilityInformation = { label: beat.accessibility, role: 'button' };
  item.backgroundColor = beat.warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.show();
}
