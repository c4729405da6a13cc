import { type FileChange, missingFolder, ownFile, presentText } from '../../files/file-changes.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { folderMadeFor, madeFolder, withoutSection, withSection } from '../../text/markdown/marked-section.ts';
import { checkTypable, type Membership } from './instructions.ts';
import { type AgentRuntime, RUNTIMES } from './runtime-names.ts';
import { filesOf } from './runtimes.ts';

const section = (file: string) => ({ name: 'team', file });

/**
 * Returns the changes that joining makes in a working directory; none if the agent has joined already.
 * @throws CortexError `outside-root`, `broken-file`, `invalid-input`
 */
export function joining(runtime: Runtime, directory: string, agentRuntime: AgentRuntime, membership: Membership): FileChange[] {
  checkTypable(membership);
  return filesOf(agentRuntime).flatMap(({ path: relative, preamble, body }) => {
    const before = presentText(runtime, directory, relative);
    const folder = before === null ? missingFolder(runtime, directory, relative) : folderMadeFor(before, relative);
    const made = folder === null ? '' : `\n${madeFolder(folder)}`;
    const after = withSection(before ?? preamble, `${body(membership)}${made}`, section(relative));
    return after === before ? [] : [{ path: relative, before, after, folder: null }];
  });
}

/** Returns the changes that leaving makes: removes our sections for all runtimes. @throws CortexError `broken-file` */
export function leaving(runtime: Runtime, directory: string): FileChange[] {
  const files = new Map(RUNTIMES.flatMap((name) => filesOf(name).map((file) => [file.path, file] as const)));
  const seen = new Set<string>();
  return [...files.values()].flatMap(({ path: relative, preamble }) => {
    const real = ownFile(runtime, directory, relative);
    // Several names may refer to one file.
    if (real === null || seen.has(real)) return [];
    seen.add(real);
    const before = presentText(runtime, directory, relative);
    if (before === null) return [];
    const left = withoutSection(before, section(relative));
    if (left === before) return [];
    const isEmpty = left.trim() === preamble.trim();
    return [{ path: relative, before, after: isEmpty ? null : left, folder: isEmpty ? folderMadeFor(before, relative) : null }];
  });
}

/** Line of a section that names its agent. */
const WHOSE = /^You are \*\*.*\*\* \(`([^`\n]+)`\) of the team /m;

/** Returns the agents whose instructions are in a working directory, by file. */
export function joined(runtime: Runtime, directory: string): Map<string, string> {
  const files = new Set(RUNTIMES.flatMap((name) => filesOf(name).map((file) => file.path)));
  const named = [...files].flatMap((relative): [string, string][] => {
    const text = ownFile(runtime, directory, relative) === null ? null : presentText(runtime, directory, relative);
    const slug = WHOSE.exec(text ?? '')?.[1];
    return slug === undefined ? [] : [[relative, slug]];
  });
  return new Map(named);
}
