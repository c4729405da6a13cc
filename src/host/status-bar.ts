import * as vscode from 'vscode';
import { heartbeat } from './model/heartbeat.ts';
import type { ProjectSession } from './session.ts';

/** The heartbeat in the status bar: coloured only when something is wrong. */
export function registerStatusBar(session: ProjectSession): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('heartbeat', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Cortex';
  item.command = 'cortex.dashboard.open';
  const drawing = session.drawing(() => draw(item, session));
  return vscode.Disposable.from(
    item,
    drawing,
    session.onDidChange(() => void drawing.request()),
  );
}

function draw(item: vscode.StatusBarItem, session: ProjectSession): void {
  const beat = heartbeat(session.picture);
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
