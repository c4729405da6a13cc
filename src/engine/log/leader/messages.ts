import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { LOG_VERSION } from '../core-state.ts';
import { segmentNumber } from '../layout.ts';

/** How leader and followers talk (docs/decisions/0027-one-process-answers-for-all.md); others do not understand each other. */
const VERSION = 2;

/** The first that a leader says to whoever calls. */
const challengeSchema = onDemand(() => z.object({ number: z.string() }));
const greetingSchema = onDemand(() =>
  z.object({ version: z.literal(VERSION), log: z.literal(LOG_VERSION), boot: z.string(), number: z.string(), proof: z.string() }),
);
const questionSchema = onDemand(() => z.object({ ask: z.string() }));
const segmentName = z.string().refine((name) => segmentNumber(name) !== null && !/[/\\]/.test(name));
const welcomeSchema = onDemand(() =>
  z.object({ proof: z.string(), lineage: z.string().min(1), pinned: z.boolean(), segment: segmentName }),
);
const nextSchema = onDemand(() => z.object({ segment: segmentName }));
/** The leader is about to end: what was asked it answers, and nothing is to be asked any more. */
const farewellSchema = onDemand(() => z.object({ farewell: z.literal(true) }));
const replySchema = onDemand(() =>
  z.object({
    id: z.string(),
    /** Ordinal up to which the published file shows the log. */
    shown: z.int(),
    /** What stands at the place of the record; `null` when the leader has not read it, or knows it no more. */
    found: z.object({ ordinal: z.int(), time: z.int(), changed: z.boolean(), answer: z.unknown() }).nullable(),
  }),
);

/** What a leader tells whoever joins it. */
export type Welcome = Checked<typeof welcomeSchema>;
export type Reply = Checked<typeof replySchema>;
export type Greeting = Checked<typeof greetingSchema>;

const toLeader = onDemand(() => z.union([questionSchema(), greetingSchema()]));
const toFollower = onDemand(() => z.union([replySchema(), welcomeSchema(), nextSchema(), farewellSchema()]));

/** A follower says little, and so does a leader until it has proved that it is one: what is long may be so made that to parse it takes minutes. */
export const LONGEST_GREETING = 1_000;
/** Characters of the longest line of a leader. */
export const LONGEST_REPLY = 32 * 1024 * 1024;

function parse<Message>(schema: z.ZodType<Message>, line: string): Message | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** What a follower says; `null` for what no follower of this version says. */
export const readByLeader = (line: string) => parse(toLeader(), line);

/** What whoever is called says first: a number; `null` for anything else. */
export const readChallenge = (line: string) => parse(challengeSchema(), line)?.number ?? null;

/** What a leader says then; `null` for what none says. */
export const readByFollower = (line: string) => parse(toFollower(), line);

export const challenge = (number: string) => JSON.stringify({ number });
export const greeting = (boot: string, number: string, proof: string) =>
  JSON.stringify({ version: VERSION, log: LOG_VERSION, boot, number, proof });
export const question = (id: string) => JSON.stringify({ ask: id });
export const welcome = (said: Welcome) => JSON.stringify(said);
export const next = (segment: string) => JSON.stringify({ segment });
export const farewell = () => JSON.stringify({ farewell: true });

/** @param found JSON */
export const reply = (id: string, shown: number, found: string) => `{"id":${JSON.stringify(id)},"shown":${shown},"found":${found}}`;
