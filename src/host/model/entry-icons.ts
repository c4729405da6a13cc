/** Seed 1, "TimelineEntryType". */
const ICONS: ReadonlyMap<string, string> = new Map([
  ['decision', 'milestone'],
  ['discovery', 'search'],
  ['fix', 'wrench'],
  ['refactor', 'tools'],
  ['experiment', 'beaker'],
  ['failure', 'error'],
  ['learning', 'mortar-board'],
  ['delegation', 'arrow-right'],
  ['escalation', 'bell'],
  ['merge', 'git-merge'],
  ['conflict', 'git-compare'],
]);

/** Returns the codicon of an entry type, without prefix. */
export const entryIcon = (type: string): string => ICONS.get(type) ?? 'circle-small';
