import { ignoreFiles } from '../files/git-ignore.ts';
import type { FileSystem } from '../platform/file-system.ts';

/** The machine's own log, files that are regenerated all the time, and copies of broken files for people to look at. */
const IGNORED = ['.local/', 'swarm.crtx', '*.corrupt-*'];

/** Adds this program's local files to `.cortex/.gitignore`. @throws CortexError as `ignoreFiles` */
export const ignoreLocalFiles = (fs: FileSystem, folder: string): void => ignoreFiles(fs, folder, IGNORED);
