import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireOneLine, wellFormed } from '../../text/one-line.ts';
import type { MessageDraft } from './message.ts';

/** A message as its sender specifies it. Omitted fields are not in the header, except the time, which is always written. */
export interface MessageFields {
  readonly from: string;
  readonly to?: string | undefined;
  readonly thread?: string | undefined;
  /** Id of the message that this one answers. */
  readonly replyTo?: string | undefined;
  /** One of `MESSAGE_TYPES`, or any other line of text. */
  readonly type: string;
  /** Default: now. */
  readonly time?: string | undefined;
  readonly content: string;
}

/** Largest content, in bytes. A larger one could make the file too large to be read. */
const MAX_CONTENT_SIZE = 16 * 1024 * 1024;

/** Returns the current time in the form of a header: UTC, to the second. */
function timeOfNow({ clock }: Pick<Runtime, 'clock'>): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}

function requireContent(content: string): string {
  const bytes = Buffer.byteLength(content);
  if (bytes <= MAX_CONTENT_SIZE) return wellFormed(content);
  const next = 'Put it in a file and send the path. Nothing was sent.';
  throw new CortexError('invalid-input', 'the message is too large', { value: bytes, allowed: `at most ${MAX_CONTENT_SIZE} bytes`, next });
}

const lineOrNull = (what: string, value: string | undefined): string | null => (value === undefined ? null : requireOneLine(what, value));

/** Returns a message that can be written safely: each header value is one line. @throws CortexError `invalid-input` */
export function messageDraft(runtime: Runtime, fields: MessageFields): MessageDraft {
  return {
    from: requireOneLine('sender', fields.from),
    to: lineOrNull('recipient', fields.to),
    thread: lineOrNull('thread', fields.thread),
    replyTo: lineOrNull('id of the answered message', fields.replyTo),
    type: requireOneLine('type of a message', fields.type),
    time: lineOrNull('time', fields.time) ?? timeOfNow(runtime),
    content: requireContent(fields.content),
    fields: [],
  };
}
