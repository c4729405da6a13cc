import { resolvePath } from '../paths.ts';

/** A setting in a manifest that cannot be followed. */
export interface ManifestFault {
  /** Completes a sentence that starts with the path. */
  readonly reason: string;
  /** 1-based; `null` if unknown. */
  readonly line: number | null;
}

/** Returns the fault that a manifest names a place outside the project, which is not read. */
export const outsideFault = (what: string, place: string, line: number | null): ManifestFault => ({
  reason: `names ${what} out of the project, which is not read: ${place.slice(0, 200)}`,
  line,
});

/** Returns the fault that a manifest names a place in the project that does not exist. */
export const missingFault = (what: string, place: string, line: number | null): ManifestFault => ({
  reason: `names ${what} that does not exist: ${place.slice(0, 200)}`,
  line,
});

/** Whether a relative path leads outside the project. */
export const isOutside = (folder: string, relative: string): boolean =>
  /^\.{1,2}(?:\/|$)/.test(relative) && resolvePath(folder, relative) === null;
