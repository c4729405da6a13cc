import path from 'node:path';
import { resolveInside } from '../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { onDemand } from '../platform/on-demand.ts';
import { compareCodePoints } from '../text/code-point-order.ts';
import type { AgentDefinition } from './agents/agents-file.ts';
import type { RoutedStack } from './messages/route.ts';
import type { StackStore } from './store.ts';

/** A script that may be run for a skill of an agent (seed 4, "Agent-Specific Hooks"). Nothing here runs it. */
export interface StackHook {
  /** Without the leading `/`. */
  readonly skill: string;
  /** Real paths of regular files inside the stack. */
  readonly files: { readonly sh?: string; readonly ps1?: string };
  /** Whether AGENTS.md lists it under `Skills` or `Hooks`. */
  readonly declared: boolean;
}

const FOLDER = '.claude/hooks';
const scriptName = onDemand(() => /^([\p{L}\p{N}_][\p{L}\p{N}_.-]*)\.(sh|ps1)$/u);

function namesIn({ runtime, directory }: StackStore): string[] {
  try {
    return runtime.fs.readdirSync(resolveInside(runtime.fs, directory, FOLDER));
  } catch (error) {
    if (isNoHook(error) || ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw fileError(error, path.join(directory, FOLDER), 'list the hooks', 'read');
  }
}

/** Paths outside the stack are never offered, and a missing script is no hook. */
function isNoHook(error: unknown): boolean {
  return error instanceof CortexError && (error.code === 'outside-root' || error.code === 'not-found');
}

/** Returns the real path of a script; `null` if it is not a regular file inside the stack. */
function scriptAt({ runtime: { fs }, directory }: StackStore, name: string): string | null {
  try {
    const file = resolveInside(fs, directory, `${FOLDER}/${name}`);
    return fs.statSync(file, { bigint: true }).isFile() ? file : null;
  } catch (error) {
    if (isNoHook(error) || systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path.join(directory, FOLDER, name), 'read the hook', 'read');
  }
}

/** `/deploy`, `deploy`, `deploy.sh` and `.claude/hooks/deploy.sh` all mean the skill `deploy`. */
function skillOf(declared: string): string {
  const name = declared.slice(declared.lastIndexOf('/') + 1);
  return scriptName().exec(name)?.[1] ?? name;
}

/**
 * Returns the hooks of a stack by skill: those with scripts, and those that AGENTS.md lists under `Hooks` without scripts.
 * @param agent the stack's agent in AGENTS.md
 */
export function listHooks({ store }: RoutedStack, agent: AgentDefinition | undefined): StackHook[] {
  const hooks = new Map<string, { sh?: string; ps1?: string }>();
  for (const name of namesIn(store)) {
    const [, skill = '', kind] = scriptName().exec(name) ?? [];
    const file = skill === '' ? null : scriptAt(store, name);
    if (file !== null) hooks.set(skill, { ...hooks.get(skill), ...(kind === 'sh' ? { sh: file } : { ps1: file }) });
  }
  const wanted = (agent?.hooks ?? []).map(skillOf).filter((skill) => skill !== '');
  for (const skill of wanted) if (!hooks.has(skill)) hooks.set(skill, {});
  const declared = new Set([...wanted, ...(agent?.skills ?? []).map(skillOf)]);
  return [...hooks]
    .sort(([one], [other]) => compareCodePoints(one, other))
    .map(([skill, files]) => ({ skill, files, declared: declared.has(skill) }));
}
