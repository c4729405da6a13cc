/** One entry of a menu of the editor, as package.json has it. */
export interface MenuEntry {
  readonly menu: 'view/title' | 'view/item/context' | 'webview/context' | 'editor/title' | 'editor/title/context' | 'explorer/context';
  readonly when: string;
  readonly group: string;
}

/** What package.json says of a command. */
export interface Contribution {
  readonly title: string;
  /** The name of a codicon. */
  readonly icon?: string;
  /** Changes the project's files, so the folder has to be trusted. `operation`: it is the operation that has its name. */
  readonly changes?: true | 'operation';
  /** When the palette offers it; always where this is not said. */
  readonly palette?: string;
  readonly menus?: readonly MenuEntry[];
}

/** By the id of the command. */
export type Contributions = Readonly<Record<`cortex.${string}`, Contribution>>;

// Context keys: src/host/context-keys.ts sets them.
export const NEVER = 'false';
export const TRUSTED = 'isWorkspaceTrusted';
export const HAS_PROJECT = "cortex.state != 'no-folder' && cortex.state != 'no-project'";
export const HAS_SWARM = `${HAS_PROJECT} && cortex.state != 'no-swarm'`;
export const HAS_VAULT = "cortex.memory != 'no-folder' && cortex.memory != 'none' && cortex.memory != 'broken'";
export const READS_VAULT = "cortex.memory == 'vault' || cortex.memory == 'empty'";
export const HAS_FOLDER = "cortex.stacks != 'no-folder'";
export const HAS_STACKS = "cortex.stacks == 'stacks'";
export const HAS_TEAM = "cortex.team == 'team'";

const also = (and: string | undefined): string => (and === undefined ? '' : ` && ${and}`);

export function inMenu(menu: MenuEntry['menu'], when: string, group: string): MenuEntry {
  return { menu, when, group };
}

/** Beside the title of a view, or in its menu. */
export const aboveView = (view: string, group: string, and?: string): MenuEntry =>
  inMenu('view/title', `view == cortex.${view}${also(and)}`, group);

/** On rows of a view, by their context value (src/host/model/contexts.ts). */
export function onRow(view: string, item: RegExp | string, group: string, and?: string): MenuEntry {
  const is = typeof item === 'string' ? `== ${item}` : `=~ /${item.source}/`;
  return inMenu('view/item/context', `view == cortex.${view} && viewItem ${is}${also(and)}`, group);
}

/** On rows of a dashboard, by their context value. */
export function onPage(page: RegExp | string, section: RegExp | string, group: string, and?: string): MenuEntry {
  const on = typeof page === 'string' ? `== 'cortex.${page}'` : `=~ /${page.source}/`;
  const is = typeof section === 'string' ? `== '${section}'` : `=~ /${section.source}/`;
  return inMenu('webview/context', `webviewId ${on} && webviewSection ${is}${also(and)}`, group);
}

/** On rows of a view and on those of the dashboard of the same name. */
export const onRows = (name: string, item: RegExp | string, group: string, and?: string): readonly MenuEntry[] => [
  onRow(name, item, group, and),
  onPage(name, item, group, and === undefined ? 'canWrite' : `${and} && canWrite`),
];
