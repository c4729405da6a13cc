import { type FileChange, findOwnFile, missingFolder, readPresentText } from '../../files/file-changes.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createdFolderLine, findCreatedFolder, withoutSection, withSection } from '../../text/markdown/marked-section.ts';
import { checkTypable, type Membership } from './instructions.ts';
import { type AgentRuntime, RUNTIMES } from './runtime-names.ts';
import { instructionFiles } from './runtimes.ts';

const section = (file: string) => ({ name: 'team', file });

/**
 * Returns the changes that joining makes in a working directory; none if the agent has joined already.
 * @throws CortexError `outside-root`, `broken-file`, `invalid-input`
 */
export function planJoin(runtime: Runtime, directory: string, agentRuntime: AgentRuntime, membership: Membership): FileChange[] {
  checkTypable(membership);
  return instructionFiles(agentRuntime).flatMap(({ path: relative, preamble, body }) => {
    const before = readPresentText(runtime, directory, relative);
    const folder = before === null ? missingFolder(runtime, directory, relative) : findCreatedFolder(before, relative);
    const made = folder === null ? '' : `\n${createdFolderLine(folder)}`;
    const after = withSection(before ?? preamble, `${body(membership)}${made}`, section(relative));
    return after === before ? [] : [{ path: relative, before, after, folder: null }];
  });
}

/** Returns the changes that leaving makes: removes our sections for all runtimes. @throws CortexError `broken-file` */
export function planLeave(runtime: Runtime, directory: string): FileChange[] {
  const files = new Map(RUNTIMES.flatMap((name) => instructionFiles(name).map((file) => [file.path, file] as const)));
  const seen = new Set<string>();
  return [...files.values()].flatMap(({ path: relative, preamble }) => {
    const real = findOwnFile(runtime, directory, relative);
    // Several names may refer to one file.
    if (real === null || seen.has(real)) return [];
    seen.add(real);
    const before = readPresentText(runtime, directory, relative);
    if (before === null) return [];
    const left = withoutSection(before, section(relative));
    if (left === before) return [];
    const isEmpty = left.trim() === preamble.trim();
    return [{ path: relative, before, after: isEmpty ? null : left, folder: isEmpty ? findCreatedFolder(before, relative) : null }];
  });
}

/** Line of a section that names its agent. */
const WHOSE = /^You are \*\*.*\*\* \(`([^`\n]+)`\) of the team /m;

/** Returns the agents whose instructions are in a working directory, by file. */
export function findJoinedAgents(runtime: Runtime, directory: string): Map<string, string> {
  const files = new Set(RUNTIMES.flatMap((name) => instructionFiles(name).map((file) => file.path)));
  const named = [...files].flatMap((relative): [string, string][] => {
    const text = findOwnFile(runtime, directory, relative) === null ? null : readPresentText(runtime, directory, relative);
    const slug = WHOSE.exec(text ?? '')?.[1];
    return slug === undefined ? [] : [[relative, slug]];
  });
  return new Map(named);
}
