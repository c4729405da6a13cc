import { pathFrom } from './paths.ts';

/** Something in a manifest that cannot be followed. */
export interface ManifestFault {
  /** Behind the path it makes a sentence. */
  readonly reason: string;
  /** 1-based; `null` where it is not known. */
  readonly line: number | null;
}

/** That a manifest names a place out of the project, of which nothing is read. */
export const leadsOut = (what: string, place: string, line: number | null): ManifestFault => ({
  reason: `names ${what} out of the project, which is not read: ${place.slice(0, 200)}`,
  line,
});

/** Whether a relative path leads out of the project. */
export const isOutside = (folder: string, relative: string): boolean =>
  /^\.{1,2}(?:\/|$)/.test(relative) && pathFrom(folder, relative) === null;
