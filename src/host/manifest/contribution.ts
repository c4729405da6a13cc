/** An entry of a VS Code menu, as in package.json. */
export interface MenuEntry {
  readonly menu: 'view/title' | 'view/item/context' | 'webview/context' | 'editor/title' | 'editor/title/context' | 'explorer/context';
  readonly when: string;
  readonly group: string;
}

/** Properties of a command in package.json. */
export interface Contribution {
  readonly title: string;
  /** Name of a codicon. */
  readonly icon?: string;
  /** Whether it changes files, so that it needs workspace trust. `operation`: it runs the operation of the same name. */
  readonly changes?: true | 'operation';
  /** `when` clause of the palette. Default: always shown. */
  readonly palette?: string;
  readonly menus?: readonly MenuEntry[];
}

/** Contributions, by command id. */
export type Contributions = Readonly<Record<`cortex.${string}`, Contribution>>;

// `when` clauses with the context keys that src/host/context-keys.ts sets.
export const NEVER = 'false';
export const TRUSTED = 'isWorkspaceTrusted';
export const HAS_PROJECT = "cortex.state != 'no-folder' && cortex.state != 'no-project'";
export const HAS_SWARM = `${HAS_PROJECT} && cortex.state != 'no-swarm'`;
export const ACTIVE_SWARM = 'cortex.phase =~ /^(running|paused|deciding)$/';
export const CAN_PAUSE_ALL = 'cortex.canPauseAll';
export const CAN_RESUME_ALL = 'cortex.canResumeAll';
export const HAS_VAULT = "cortex.memory != 'no-folder' && cortex.memory != 'none' && cortex.memory != 'broken'";
export const READS_VAULT = "cortex.memory == 'vault' || cortex.memory == 'empty'";
export const HAS_FOLDER = "cortex.stacks != 'no-folder'";
export const HAS_STACKS = "cortex.stacks == 'stacks'";
export const HAS_TEAM = "cortex.team == 'team'";

const also = (and: string | undefined): string => (and === undefined ? '' : ` && ${and}`);

export function menuEntry(menu: MenuEntry['menu'], when: string, group: string): MenuEntry {
  return { menu, when, group };
}

/** Returns an entry for the title bar or the menu of a view. */
export const viewTitleEntry = (view: string, group: string, and?: string): MenuEntry =>
  menuEntry('view/title', `view == cortex.${view}${also(and)}`, group);

/** Returns an entry for rows of a view, by context value (src/host/model/contexts.ts). */
export function rowEntry(view: string, item: RegExp | string, group: string, and?: string): MenuEntry {
  const is = typeof item === 'string' ? `== ${item}` : `=~ /${item.source}/`;
  return menuEntry('view/item/context', `view == cortex.${view} && viewItem ${is}${also(and)}`, group);
}

/** Returns an entry for rows of a dashboard, by context value. */
export function pageEntry(page: RegExp | string, section: RegExp | string, group: string, and?: string): MenuEntry {
  const on = typeof page === 'string' ? `== 'cortex.${page}'` : `=~ /${page.source}/`;
  const is = typeof section === 'string' ? `== '${section}'` : `=~ /${section.source}/`;
  return menuEntry('webview/context', `webviewId ${on} && webviewSection ${is}${also(and)}`, group);
}

/** Returns entries for rows of a view, and for rows of the dashboard of the same name. */
export const rowEntries = (name: string, item: RegExp | string, group: string, and?: string): readonly MenuEntry[] => [
  rowEntry(name, item, group, and),
  pageEntry(name, item, group, and === undefined ? 'canWrite' : `${and} && canWrite`),
];
