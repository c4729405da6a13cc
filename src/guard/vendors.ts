/** The agents whose hooks are understood. */
export const VENDORS = ['claude', 'copilot', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'] as const;
export type Vendor = (typeof VENDORS)[number];
