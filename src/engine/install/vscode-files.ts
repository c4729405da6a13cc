import { readPresentText } from '../files/file-changes.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isInstalled } from './plan-install.ts';
import { INSTALLATIONS } from './vendors.ts';

/** What the files of a folder set up for the agents of VS Code. */
export interface VscodeFiles {
  /** Whether `.vscode/mcp.json` has a server `cortex`. True if the file cannot be read, because a second server would be wrong then. */
  readonly hasServer: boolean;
  /** Whether the hooks exist, which name each session's agent. */
  readonly hasHooks: boolean;
}

function isPresent(runtime: Runtime, folder: string, file: string): boolean {
  try {
    return readPresentText(runtime, folder, file) !== null;
  } catch (error) {
    if (error instanceof CortexError) return true;
    throw error;
  }
}

/** Reads what the files of a folder set up for VS Code. @param folder absolute path of an open folder */
export function readVscodeFiles(runtime: Runtime, folder: string): VscodeFiles {
  const { parts } = INSTALLATIONS.vscode();
  return {
    hasServer: parts.some((part) => part.kind === 'value' && isInstalled(runtime, folder, part)),
    hasHooks: parts.some((part) => part.kind === 'file' && isPresent(runtime, folder, part.file)),
  };
}
