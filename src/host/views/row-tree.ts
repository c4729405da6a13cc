import * as vscode from 'vscode';
import type { Row, Subject } from '../model/row.ts';
import { mergeRows, type RowNode, toNode } from '../model/row-nodes.ts';

/** A tree view of rows that are rebuilt on every update. Only rows that look different are refreshed. */
export class RowTree implements vscode.TreeDataProvider<RowNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<RowNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #roots: RowNode[] | null = null;

  constructor(private readonly make: () => readonly Row[]) {}

  getTreeItem({ row }: RowNode): vscode.TreeItem {
    return toItem(row);
  }

  getChildren(node?: RowNode): RowNode[] {
    if (node !== undefined) {
      node.children ??= node.row.children().map(toNode);
      return node.children;
    }
    this.#roots ??= this.make().map(toNode);
    return this.#roots;
  }

  /** Rebuilds the rows, and refreshes those that changed. */
  update(): void {
    if (this.#roots === null) return;
    const different: RowNode[] = [];
    const roots = mergeRows(this.#roots, this.make(), different);
    if (roots !== this.#roots) {
      this.#roots = roots;
      this.#changed.fire(undefined);
      return;
    }
    for (const node of different) this.#changed.fire(node);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

function toItem(row: Row): vscode.TreeItem {
  const { id, label, description, icon, tooltip, accessibility, context, command, subject, unfolded } = row;
  const item = new vscode.TreeItem(label, unfolded === null ? None : unfolded ? Expanded : Collapsed);
  item.id = id;
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icon.name, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color));
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: accessibility };
  item.contextValue = context;
  if (command !== null) item.command = { command, title: 'Open', arguments: [subject] satisfies [Subject] };
  return item;
}
