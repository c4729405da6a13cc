import * as vscode from 'vscode';
import { counted } from '../model/text.ts';
import { PictureView } from '../views/picture-view.ts';
import { type StackPicture, takePicture } from './model/stack-picture.ts';
import { stackRows } from './model/stack-rows.ts';
import type { StackSession } from './stack-session.ts';

/** What is overdue becomes so without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Stacks view, and keeps it, its badge and the context key `cortex.stacks` as the files are. */
export function registerStackView(stacks: StackSession): vscode.Disposable {
  const { session } = stacks;
  const view = new PictureView<StackPicture>({
    ...{ id: 'cortex.stacks', session, ready: () => stacks.ready() },
    take: () => takePicture(stacks.opened, session.runtime),
    rows: stackRows,
    frame: (picture, isVisible) => {
      const isShown = picture.folders.length > 0;
      const key = isShown ? 'stacks' : stacks.opened.length === 0 ? 'no-folder' : 'none';
      return { badge: badgeOf(picture), isShown, key, againMs: isVisible && isShown ? AGAIN_MS : null };
    },
  });
  return vscode.Disposable.from(
    view,
    stacks.onDidChange(() => view.draw()),
  );
}

/** What waits for the person: messages to the manager; those to agents are the agents' business. */
function badgeOf({ folders }: StackPicture): vscode.ViewBadge | undefined {
  const own = folders.flatMap(({ stacks }) => stacks.filter(({ files }) => files.name === 'manager'));
  const unread = own.reduce((sum, stack) => sum + stack.unread.length, 0);
  return unread === 0 ? undefined : { value: unread, tooltip: `${counted(unread, 'unread message')} to the manager` };
}
