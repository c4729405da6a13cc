import fs from 'node:fs';
import lockfile from 'proper-lockfile';

/** How a file of JSON is changed. */
export type Way = <T>(file: string, change: (value: T) => void) => Promise<void>;

/** The obvious way: the file is read, changed, and written whole beside itself. It does not wait for the disk, and holds one process only. */
export const rewrite: Way = async <T>(file: string, change: (value: T) => void) => {
  const value: T = JSON.parse(fs.readFileSync(file, 'utf8'));
  change(value);
  fs.writeFileSync(`${file}.new`, JSON.stringify(value));
  fs.renameSync(`${file}.new`, file);
};

/** The same, so that no other process comes in between. */
export const rewriteLocked: Way = async (file, change) => {
  const release = await lockfile.lock(file);
  try {
    await rewrite(file, change);
  } finally {
    await release();
  }
};
