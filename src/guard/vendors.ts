/** The agents whose hooks are supported. */
export const VENDORS = ['claude', 'copilot', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'] as const;
/** Value of `--for` in git's own hook. */
export const GIT = 'git';
export type Vendor = (typeof VENDORS)[number];
