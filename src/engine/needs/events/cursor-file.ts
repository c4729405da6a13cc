import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { keptItemSchema } from './item-changes.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Of a change of the swarm. */
const CURSOR = /^\d{1,16}\.\d{1,9}$/;

/**
 * Where a list of changes continues. `folder`: the project, or the folder where there is none. `savedAt`, `since`: milliseconds since 1970
 * UTC. `swarm`: the last change that was printed, and its time. `known`: ids of the newest entries, which were printed. `places`: the items of
 * each protocol and root.
 */
const cursorSchema = onDemand(() =>
  z.object({
    cortexEvents: z.literal(1),
    folder: z.string(),
    savedAt: z.int(),
    swarm: z.object({ after: z.string().regex(CURSOR).nullable(), time: z.int() }),
    timeline: z.object({ since: z.int(), known: z.array(z.string()) }),
    places: z.array(z.object({ protocol: z.string(), root: z.string(), items: z.array(keptItemSchema()) })),
  }),
);

export type CursorState = Checked<typeof cursorSchema>;

function notACursor(file: string, why: string): CortexError {
  return new CortexError('invalid-input', why, { file, next: 'Name another file, which need not exist yet.' });
}

function parse(text: string, file: string): CursorState {
  try {
    const { data } = cursorSchema().safeParse(JSON.parse(text));
    if (data !== undefined) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw notACursor(file, 'is not a cursor file of "cortex events", and was not changed');
}

/**
 * Returns the cursor file behind symbolic links, because these are not replaced.
 * @param file absolute
 * @throws CortexError `not-found` if its folder does not exist, which must be known before anything is printed
 */
export function findCursorFile({ fs }: Runtime, file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    // It may not exist yet.
  }
  const folder = path.dirname(file);
  try {
    return path.join(fs.realpathSync(folder), path.basename(file));
  } catch (cause) {
    throw new CortexError('not-found', 'there is no such folder for the cursor file', { file: folder, next: 'Create it.' }, { cause });
  }
}

/**
 * Reads a cursor file.
 * @param folder that the cursor must belong to
 * @returns `null` if the file does not exist
 * @throws CortexError `invalid-input` if it is no cursor file, or one of another folder; or if it cannot be read
 */
export function readCursorFile({ fs }: Runtime, file: string, folder: string): CursorState | null {
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES });
  if (content === null) return null;
  const state = parse(decodeUtf8(content.bytes, file), file);
  if (state.folder !== folder) throw notACursor(file, `is a cursor file of ${state.folder}, and was not changed`);
  return state;
}

/** @throws CortexError as `writeFileDurable` */
export async function writeCursorFile(runtime: Runtime, file: string, state: CursorState): Promise<void> {
  await writeFileDurable(runtime, file, Buffer.from(`${JSON.stringify(state)}\n`));
}
