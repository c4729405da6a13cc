import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { LOG_VERSION } from '../core-state.ts';
import { segmentNumber } from '../layout.ts';

/** Version of the messages (docs/decisions/0027-log-leader.md). Processes with different versions do not communicate. */
const VERSION = 2;

/** First message of a leader to every caller. */
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
/** The leader resigns: it answers what was asked, and accepts no more questions. */
const resignationSchema = onDemand(() => z.object({ farewell: z.literal(true) }));
const replySchema = onDemand(() =>
  z.object({
    id: z.string(),
    /** Ordinal up to which the published file shows the log. */
    shown: z.int(),
    /** The result of the record; `null` if the leader has not read it, or no longer has its answer. */
    found: z.object({ ordinal: z.int(), time: z.int(), changed: z.boolean(), answer: z.unknown() }).nullable(),
  }),
);

/** Message of a leader to a process that joins. */
export type WelcomeMessage = Checked<typeof welcomeSchema>;
export type ReplyMessage = Checked<typeof replySchema>;
export type GreetingMessage = Checked<typeof greetingSchema>;

const toLeader = onDemand(() => z.union([questionSchema(), greetingSchema()]));
const toFollower = onDemand(() => z.union([replySchema(), welcomeSchema(), nextSchema(), resignationSchema()]));

/** Longest line of a follower, and of a leader before its proof, in characters: a long line can be made to take minutes to parse. */
export const MAX_GREETING_LENGTH = 1_000;
/** Longest line of a leader, in characters. */
export const MAX_REPLY_LENGTH = 32 * 1024 * 1024;

/** Parses a line; `null` if it does not match. */
export function parseMessage<Message>(schema: z.ZodType<Message>, line: string): Message | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Parses a message of a follower; `null` if it is not valid in this version. */
export const parseFollowerMessage = (line: string) => parseMessage(toLeader(), line);

/** Returns the number in the first message of a called process; `null` for anything else. */
export const parseChallenge = (line: string) => parseMessage(challengeSchema(), line)?.number ?? null;

/** Parses a later message of a leader; `null` if it is not valid. */
export const parseLeaderMessage = (line: string) => parseMessage(toFollower(), line);

export const formatChallenge = (number: string) => JSON.stringify({ number });
export const formatGreeting = (boot: string, number: string, proof: string) =>
  JSON.stringify({ version: VERSION, log: LOG_VERSION, boot, number, proof });
export const formatQuestion = (id: string) => JSON.stringify({ ask: id });
export const formatWelcome = (message: WelcomeMessage) => JSON.stringify(message);
export const formatNextSegment = (segment: string) => JSON.stringify({ segment });
export const formatResignation = () => JSON.stringify({ farewell: true });

/** @param found JSON */
export const formatReply = (id: string, shown: number, found: string) => `{"id":${JSON.stringify(id)},"shown":${shown},"found":${found}}`;
