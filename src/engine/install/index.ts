/** What coding agents read from their own configuration (docs/decisions/0050-agent-integration.md). */
export { readVscodeFiles } from './vscode-files.ts';
