import { instructions, type Membership } from './instructions.ts';
import type { AgentRuntime } from './runtime-names.ts';

/** A file of a working directory that gets a section of ours. */
export interface InstructionFile {
  /** Below the working directory, `/`-separated. */
  readonly path: string;
  /** What a new file begins with, which stays when our section is taken out of it only if something else was added. */
  readonly preamble: string;
  body(membership: Membership): string;
}

const whole = (path: string, preamble = ''): InstructionFile => ({ path, preamble, body: instructions });

/** The protocol in a file of its own, and a line in the file that is read in every session. */
const CLAUDE: readonly InstructionFile[] = [
  whole('TEAM.md'),
  {
    path: 'CLAUDE.md',
    preamble: '',
    body: () => '## Team work\n\nRead @TEAM.md before anything else: you work in a team, and it says how.',
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

/** The files that a runtime reads (issue: onboarding; docs/adapters). */
export function filesOf(runtime: AgentRuntime): readonly InstructionFile[] {
  return FILES[runtime];
}
