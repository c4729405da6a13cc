import * as vscode from 'vscode';
import { heartbeat } from './model/heartbeat.ts';
import type { NeedsSession } from './needs/needs-session.ts';
import type { ProjectSession } from './session.ts';

/** The heartbeat in the status bar: coloured only when work stands still for a person, or is in danger. */
export function registerStatusBar(session: ProjectSession, needs: NeedsSession): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('heartbeat', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Cortex';
  item.command = 'cortex.needs.focus';
  const drawing = session.drawing(() => draw(item, session, needs));
  return vscode.Disposable.from(
    item,
    drawing,
    session.onDidChange(() => void drawing.request()),
    needs.onDidFind(() => void drawing.request()),
  );
}

function draw(item: vscode.StatusBarItem, session: ProjectSession, needs: NeedsSession): void {
  const beat = heartbeat(session.picture, needs.picture.needs);
  if (beat === null) {
    item.hide();
    return;
  }
  item.text = beat.text;
  item.tooltip = beat.tooltip;
  item.accessibilityInformation = { label: beat.accessibility, role: 'button' };
  item.backgroundColor = beat.warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.show();
}
