import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireOneLine, wellFormed } from '../one-line.ts';
import type { MessageDraft } from './message.ts';

/** What somebody wants to say; what is left out is not in the header, but a time always is. */
export interface Said {
  readonly from: string;
  readonly to?: string | undefined;
  readonly thread?: string | undefined;
  /** The id of the message that this one answers. */
  readonly replyTo?: string | undefined;
  /** One of `MESSAGE_TYPES`, or any other line. */
  readonly type: string;
  /** Default: now. */
  readonly time?: string | undefined;
  readonly content: string;
}

/** A larger message could make a file that nobody reads any more. Bytes. */
const LARGEST_CONTENT = 16 * 1024 * 1024;

/** Now, as it is written in a header: UTC, to the second. */
function timeOfNow({ clock }: Pick<Runtime, 'clock'>): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}

function requireContent(content: string): string {
  const bytes = Buffer.byteLength(content);
  if (bytes <= LARGEST_CONTENT) return wellFormed(content);
  const next = 'Put it into a file and send its path; nothing was sent.';
  throw new CortexError('invalid-input', 'the message is too large', { value: bytes, allowed: `at most ${LARGEST_CONTENT} bytes`, next });
}

const lineOrNull = (what: string, value: string | undefined): string | null => (value === undefined ? null : requireOneLine(what, value));

/** A message that can be written as it is: what stands in its header is one line each. @throws CortexError `invalid-input` */
export function messageDraft(runtime: Runtime, said: Said): MessageDraft {
  return {
    from: requireOneLine('sender', said.from),
    to: lineOrNull('recipient', said.to),
    thread: lineOrNull('thread', said.thread),
    replyTo: lineOrNull('id of the answered message', said.replyTo),
    type: requireOneLine('type of a message', said.type),
    time: lineOrNull('time', said.time) ?? timeOfNow(runtime),
    content: requireContent(said.content),
    fields: [],
  };
}
