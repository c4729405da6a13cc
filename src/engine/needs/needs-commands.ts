/** The commands for what waits for a person, and what each is for; all that other commands' help knows of them. */
export const NEEDS_COMMANDS = {
  'needs-you': 'Show what waits for a person, the most pressing first',
  snooze: 'Snooze an item of Needs You',
} as const;
