import { ignoreFiles } from '../files/git-ignore.ts';
import type { FileSystem } from '../platform/file-system.ts';

/** The log, which is of this machine, what is derived from it all the time, and copies of broken files, for people to look at. */
const IGNORED = ['.local/', 'swarm.crtx', '*.corrupt-*'];

/** Sees to it that `.cortex/.gitignore` keeps our own files out of git. @throws CortexError as `ignoreFiles` */
export const ignoreLocalFiles = (fs: FileSystem, folder: string): void => ignoreFiles(fs, folder, IGNORED);
