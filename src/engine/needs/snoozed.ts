import path from 'node:path';
import * as z from 'zod';
import { readFileBounded } from '../files/atomic-file.ts';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import type { Need } from '../platform/need.ts';
import type { Runtime } from '../platform/runtime.ts';
import { decodeUtf8 } from '../text/utf8.ts';

const FOLDER = '.cortex';
const FILE = 'snoozed.json';
const MAX_BYTES = 4 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** When the snooze ends, and the `since` of the need at that time. Milliseconds since 1970 UTC. */
const snooze = z.object({ until: z.number(), since: z.number().nullable() });
const schema = z.looseObject({ snoozed: z.record(z.string().regex(/^[0-9a-f]{12}$/), snooze) });

export type Snoozes = ReadonlyMap<string, z.infer<typeof snooze>>;

/** @throws CortexError `broken-file` */
function parse(text: string | null, file: string): z.infer<typeof schema> {
  if (text === null || text.trim() === '') return { snoozed: {} };
  const next = 'Correct or remove the file. Until then, no item is snoozed.';
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new CortexError('broken-file', 'cannot read the list of snoozed items', { file, next }, { cause: error });
    throw error;
  }
}

/**
 * Reads the snoozed items (decision 0018, "Snooze").
 * @param home absolute home directory of the person @throws CortexError `broken-file`
 */
export function readSnoozes({ fs }: Runtime, home: string): Snoozes {
  const file = path.join(home, FOLDER, FILE);
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES });
  return new Map(Object.entries(parse(content === null ? null : decodeUtf8(content.bytes, file), file).snoozed));
}

/** Reports whether a need is snoozed; not if it has occurred again since. @param now milliseconds since 1970 UTC */
export function isSnoozed({ id, since }: Pick<Need, 'id' | 'since'>, snoozes: Snoozes, now: number): boolean {
  const found = snoozes.get(id);
  return found !== undefined && found.until > now && (since ?? 0) <= (found.since ?? since ?? 0);
}

/**
 * Snoozes a need. Drops entries that ended over a day ago.
 * @param until milliseconds since 1970 UTC; a past time ends the snooze @throws CortexError `broken-file`, and as `TextEdits.edit`
 */
export async function snoozeNeed(runtime: Runtime, home: string, { id, since }: Need, until: number): Promise<void> {
  const now = runtime.clock.now();
  const folder = path.join(home, FOLDER);
  makeFolder(runtime, folder);
  const edits = new TextEdits(runtime, { root: folder, local: '.local' });
  await edits.edit(FILE, (text) => {
    const { snoozed, ...others } = parse(text, path.join(folder, FILE));
    const { [id]: _before, ...rest } = snoozed;
    const kept = Object.entries(rest).filter(([, each]) => each.until > now - DAY_MS);
    const added = until > now ? [[id, { until, since }] as const] : [];
    return `${JSON.stringify({ ...others, snoozed: Object.fromEntries([...kept, ...added]) }, null, 2)}\n`;
  });
}

function makeFolder({ fs }: Runtime, folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, folder, 'create the folder');
  }
}
