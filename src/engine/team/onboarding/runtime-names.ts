/** Programs that read an agent's instructions, as values of `--runtime`. */
export const RUNTIMES = ['claude-code', 'copilot', 'codex', 'opencode', 'cursor', 'gemini', 'generic'] as const;
export type AgentRuntime = (typeof RUNTIMES)[number];
