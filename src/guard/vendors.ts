/** The agents whose hooks are understood. */
export const VENDORS = ['claude', 'copilot', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'] as const;
/** What git's own hook says it is. */
export const GIT = 'git';
export type Vendor = (typeof VENDORS)[number];
