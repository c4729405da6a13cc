import { formatInstructions, type Membership } from './instructions.ts';
import type { AgentRuntime } from './runtime-names.ts';

/** File of a working directory that gets a section of ours. */
export interface InstructionFile {
  /** Relative to the working directory, `/`-separated. */
  readonly path: string;
  /** Start of a new file. When our section is removed, it stays only if other text was added. */
  readonly preamble: string;
  body(membership: Membership): string;
}

const whole = (path: string, preamble = ''): InstructionFile => ({ path, preamble, body: formatInstructions });

/** Claude Code gets the protocol in a file of its own, and a reference in the file that every session reads. */
const CLAUDE: readonly InstructionFile[] = [
  whole('TEAM.md'),
  {
    path: 'CLAUDE.md',
    preamble: '',
    body: () => '## Team work\n\nRead @TEAM.md first: it contains the rules for your work in a team.',
  },
];

const CURSOR_HEADER = '---\ndescription: How to work in the team\nalwaysApply: true\n---\n';

const FILES: Readonly<Record<AgentRuntime, readonly InstructionFile[]>> = {
  'claude-code': CLAUDE,
  copilot: [whole('AGENTS.md')],
  codex: [whole('AGENTS.md')],
  opencode: [whole('AGENTS.md')],
  cursor: [whole('.cursor/rules/cortex-team.mdc', CURSOR_HEADER)],
  gemini: [whole('GEMINI.md')],
  generic: [whole('TEAM.md')],
};

/** Returns the instruction files of a runtime (issue: onboarding; docs/adapters). */
export function instructionFiles(runtime: AgentRuntime): readonly InstructionFile[] {
  return FILES[runtime];
}
