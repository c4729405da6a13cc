import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { GIT } from './git-settings.ts';
import { VENDORS } from './vendors.ts';

/** Other names of the agents: those of their programs, packages and makers. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['claudecode', 'claude'],
  ['anthropic', 'claude'],
  ['openai', 'codex'],
  ['codexcli', 'codex'],
  ['copilotcli', 'copilot'],
  ['githubcopilot', 'copilot'],
  ['githubcopilotcli', 'copilot'],
  ['code', 'vscode'],
  ['visualstudiocode', 'vscode'],
  ['cursoragent', 'cursor'],
  ['cursorcli', 'cursor'],
  ['geminicli', 'gemini'],
  ['google', 'gemini'],
]);

/** Returns an agent by its name or another common one, in any case and with or without dashes; an unknown name unchanged. */
function agentNamed(typed: string): string {
  const plain = typed.toLowerCase().replace(/[-_ ]/g, '');
  const name = ALIASES.get(plain) ?? plain;
  return [...VENDORS, GIT].find((each) => each === name) ?? typed;
}

export const installInput = onDemand(() =>
  z.object({
    agent: z
      .string()
      .transform(agentNamed)
      .pipe(z.enum([...VENDORS, GIT]))
      .describe(`coding agent: ${VENDORS.join(', ')}; or git: commit check and merge driver`)
      .meta({ positional: true }),
    remove: z.boolean().default(false).describe('remove what was installed'),
    write: z.boolean().default(false).describe('apply the changes (default: show the diff)'),
  }),
);
/** `steps`: further steps for a person, as sentences. */
export const installOutput = onDemand(() =>
  z.object({ written: z.boolean(), files: z.array(z.object({ path: z.string(), diff: z.string() })), steps: z.array(z.string()) }),
);

export type InstallInput = Checked<typeof installInput>;
export type InstallOutput = Checked<typeof installOutput>;

export const agentsInput = onDemand(() => z.object({}));

/**
 * `program`: path of the program `cortex` that hooks and servers start; `null` when it is not found. `setUp`: whether everything that
 * `cortex install` writes is present. `session`: the last session whose start a hook reported; times are ISO 8601.
 */
export const agentsOutput = onDemand(() =>
  z.object({
    program: z.string().nullable(),
    agents: z.array(
      z.object({
        agent: z.enum([...VENDORS, GIT]),
        setUp: z.enum(['yes', 'partly', 'no', 'unknown']),
        /** Incomplete files, or the reason why the state is unknown. */
        problems: z.array(z.string()),
        session: z.object({ agent: z.string(), startedAt: z.string(), mayRun: z.boolean() }).nullable(),
        next: z.string().nullable(),
      }),
    ),
  }),
);

export type AgentsOutput = Checked<typeof agentsOutput>;
