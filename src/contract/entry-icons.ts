/** The codicons of the types of entries (seed 1, "TimelineEntryType"), without their prefix. */
export const ENTRY_ICONS: ReadonlyMap<string, string> = new Map([
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

/** Of a type that the seed does not know. */
export const OTHER_ICON = 'circle-small';
