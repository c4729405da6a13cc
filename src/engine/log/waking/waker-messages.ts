import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { parseMessage } from '../leader/messages.ts';

/** Proves that a waker knows the secret. */
const welcomeSchema = onDemand(() => z.object({ proof: z.string() }));
const wakingSchema = onDemand(() => z.object({ wake: z.enum(['log', 'wakers']) }));

/** What to look at: the files of the log, or who the wakers are. */
export type WakerMessage = 'log' | 'wakers';

/** Longest line of a waker, in characters. */
export const LONGEST_LINE = 1_000;

/** Returns the proof in the first message after the challenge; `null` for anything else. */
export const parseWakerProof = (line: string) => parseMessage(welcomeSchema(), line)?.proof ?? null;

/** Parses a later message of a waker; `null` if it is not valid. */
export const parseWakerMessage = (line: string): WakerMessage | null => parseMessage(wakingSchema(), line)?.wake ?? null;

export const formatWakerProof = (proof: string) => JSON.stringify({ proof });
export const formatWakerMessage = (wake: WakerMessage) => JSON.stringify({ wake });
