import path from 'node:path';
import * as vscode from 'vscode';
import { counted } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { AnnouncedNeeds } from './announced-needs.ts';
import { needRows } from './model/need-rows.ts';
import type { NeedsViewModel } from './model/waiting.ts';
import { registerNeedNotices } from './need-notices.ts';
import type { NeedsSession } from './needs-session.ts';

/** Refresh interval, in milliseconds. Needs arise without a change of any file, and the badge shows them even if the view is hidden. */
const AGAIN_MS = 60_000;

/** Inputs of the view. */
export interface NeedsViewParts {
  readonly needs: NeedsSession;
  readonly session: ProjectSession;
  /** Folder that all windows of the user share, absolute; it need not exist. */
  readonly shared: string;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the view Needs You, updates it, its badge and the context key `cortex.needs`, and announces new urgent needs. */
export function registerNeedsView({ needs, session, shared, log }: NeedsViewParts): vscode.Disposable {
  const view = new ViewModelTree<NeedsViewModel>({
    id: 'cortex.needs',
    session,
    ready: () => needs.collect(),
    take: () => needs.viewModel,
    rows: needRows,
    frame: ({ needs: waiting, snoozed }) => ({
      badge: waiting.length === 0 ? undefined : { value: waiting.length, tooltip: `${counted(waiting.length, 'item')} to resolve` },
      isShown: waiting.length > 0,
      key: waiting.length > 0 ? 'some' : snoozed.length > 0 ? 'snoozed' : 'none',
      againMs: AGAIN_MS,
    }),
  });
  return vscode.Disposable.from(
    registerNeedNotices(needs, new AnnouncedNeeds(path.join(shared, 'told')), log),
    view,
    needs.onDidChange(() => view.draw()),
  );
}
