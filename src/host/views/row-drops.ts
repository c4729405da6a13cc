import * as vscode from 'vscode';
import { runCommand } from '../commands/run-command.ts';
import { type Drop, filesDrop } from '../model/drops.ts';
import { parseSubject, type Subject } from '../model/row.ts';
import type { RowNode } from '../model/row-nodes.ts';

const FILES = 'text/uri-list';

const run = ({ command, subject }: Drop): Thenable<unknown> => runCommand(command, subject);

/**
 * Returns a controller for dropping rows of a tree on other rows of it.
 * @param view id of the view
 * @param meaning returns the command for a drop; `null` if it has none
 */
export function rowDrops(
  view: string,
  meaning: (dragged: Subject, target: Subject) => Drop | null,
): vscode.TreeDragAndDropController<RowNode> {
  const rows = `application/vnd.code.tree.${view.toLowerCase()}`;
  return {
    dragMimeTypes: [],
    dropMimeTypes: [rows],
    handleDrag: ([node], data) => {
      if (node !== undefined) data.set(rows, new vscode.DataTransferItem(node.row.subject));
    },
    handleDrop: async (target, data) => {
      const dragged = parseSubject(data.get(rows)?.value);
      const drop = dragged === null || target === undefined ? null : meaning(dragged, target.row.subject);
      if (drop !== null) await run(drop);
    },
  };
}

/** Controller for dropping files anywhere on a tree. */
export const fileDrops: vscode.TreeDragAndDropController<RowNode> = {
  dragMimeTypes: [],
  dropMimeTypes: [FILES],
  handleDrop: async (_target, data) => {
    const list = (await data.get(FILES)?.asString()) ?? '';
    const addresses = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
    const files = addresses.map((address) => vscode.Uri.parse(address)).filter(({ scheme }) => scheme === 'file');
    const drop = filesDrop(files.map(({ fsPath }) => fsPath));
    if (drop !== null) await run(drop);
  },
};
