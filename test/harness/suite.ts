import type { Profile, Settings } from './profile.ts';
import type { Payload } from './server.ts';

/** A mocha suite that runs inside the extension host of a real editor. */
export interface EditorSuite {
  readonly name: string;
  /** Folder of its `*.test.ts` files, relative to the top of the project, as are all paths here. */
  readonly folder: string;
  /** The extension under test, as source: its `main` must have been built. */
  readonly extension: string;
  /** Folder or `.code-workspace` file to open; the suite gets a copy of its own. Default: an editor without a folder. */
  readonly workspace?: string;
  readonly settings?: Settings;
  readonly trust?: 'everything' | 'restricted';
  /** For the whole suite, the start of the editor included. Default 300,000. */
  readonly timeoutMs?: number;
  /** Which of its own extensions the editor has. Default `few`, see built-ins.ts; a desktop VS Code has all. */
  readonly builtIns?: 'all' | 'few';
  readonly env?: Readonly<Record<string, string>>;
  readonly payload?: Payload;
}

/** A suite that is ready to go: compiled, with a profile and a workspace of its own; all paths are absolute. */
export interface SuiteRun {
  readonly suite: EditorSuite;
  readonly profile: Profile;
  readonly extension: string;
  /** The module that the editor calls. */
  readonly entry: string;
  readonly workspace?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Folder for the editor's own logs. */
  readonly logs: string;
  readonly log: (line: string) => void;
}

/** What the run inside the extension host leaves behind; see mocha-entry.ts. */
export interface MochaCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How the editor came to its end, as far as can be seen from outside. */
export type RunEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'broken'; readonly what: string };

export interface SuiteOutcome extends MochaCounts {
  readonly name: string;
  /** Why the suite has not passed; absent when it has. */
  readonly problem?: string;
  /** The report of mocha. */
  readonly report: string;
  readonly seconds: number;
  /** Where logs and a screenshot were kept; absent when it has passed. */
  readonly kept?: string;
}

/**
 * Says why a run is no success, or nothing. The exit code alone proves nothing: an extension host that crashes is reported
 * as 0. So a run has passed only if it left its counts behind, and they are good.
 */
export function problemOf(end: RunEnd, counts: MochaCounts | undefined): string | undefined {
  if (end.kind === 'timeout') return `not finished after ${end.afterMs / 1000} s`;
  if (end.kind === 'broken') return end.what;
  if (counts === undefined) return `the extension host ended (exit code ${end.code}) before the suite did`;
  if (counts.failed > 0) return `${counts.failed} failed`;
  if (counts.passed === 0) return 'no test ran';
  if (end.code !== 0) return `all tests passed, but the editor ended with exit code ${end.code}`;
  return undefined;
}
