/** What reads an agent's instructions, by the name that `--runtime` takes. */
export const RUNTIMES = ['claude-code', 'copilot', 'codex', 'opencode', 'cursor', 'gemini', 'generic'] as const;
export type AgentRuntime = (typeof RUNTIMES)[number];
