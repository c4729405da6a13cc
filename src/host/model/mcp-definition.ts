import path from 'node:path';
import { readVscodeFiles } from '../../engine/install/index.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { sessionKey, unnamedAgent } from '../../engine/swarm/index.ts';

/** How the agents of the window start the server of a project. */
export interface McpDefinition {
  readonly label: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly folder: string;
}

/** What the servers of a window have in common. */
export interface McpPlace {
  readonly runtime: Runtime;
  /** Absolute path of the program `cortex`. */
  readonly program: string;
  /** Id of this machine, so that an agent has the same name after a restart of the editor. */
  readonly machine: string;
  /** `CORTEX_AGENT` of the editor, if set. */
  readonly agent: string | undefined;
}

interface Project {
  readonly root: string;
  readonly folder: string;
}

/** The name of the agent; none where a hook names the agent of each session, because the server must have the same one. */
function agentEnv({ machine, agent }: McpPlace, { root }: Project, hasHooks: boolean): Record<string, string> {
  if (agent !== undefined) return { CORTEX_AGENT: agent };
  return hasHooks ? {} : { CORTEX_AGENT: unnamedAgent('vscode', sessionKey(`${machine} ${root}`)) };
}

/** Returns a server for each open project whose folder does not configure its own (docs/decisions/0050-agent-integration.md). */
export function mcpDefinitions(place: McpPlace, projects: readonly Project[]): McpDefinition[] {
  return projects.flatMap((project): McpDefinition | [] => {
    const { hasServer, hasHooks } = readVscodeFiles(place.runtime, project.folder);
    if (hasServer) return [];
    const label = projects.length === 1 ? 'Cortex' : `Cortex (${path.basename(project.root)})`;
    // The editor's program is Electron, which runs a script only with this variable.
    const env = { ELECTRON_RUN_AS_NODE: '1', ...agentEnv(place, project, hasHooks) };
    return { label, args: [place.program, 'mcp', '--root', project.root], env, folder: project.folder };
  });
}
