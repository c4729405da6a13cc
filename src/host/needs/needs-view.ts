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

/** Agents fall silent and answers become overdue without a change of any file; the badge says so also while nobody sees the rows. */
const AGAIN_MS = 60_000;

/** What the view is given. */
export interface NeedsViewParts {
  readonly needs: NeedsSession;
  readonly session: ProjectSession;
  /** A folder that all windows of a person share, absolute; it need not be there. */
  readonly shared: string;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the view Needs You, and keeps it, its badge and the context key `cortex.needs`; and tells of what is new and cannot wait. */
export function registerNeedsView({ needs, session, shared, log }: NeedsViewParts): vscode.Disposable {
  const view = new ViewModelTree<NeedsViewModel>({
    ...{ id: 'cortex.needs', session, ready: () => needs.collect() },
    take: () => needs.viewModel,
    rows: needRows,
    frame: ({ needs: waiting, snoozed }) => ({
      badge: waiting.length === 0 ? undefined : { value: waiting.length, tooltip: `${counted(waiting.length, 'thing')} to see to` },
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
