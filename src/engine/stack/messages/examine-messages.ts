import { CortexError, describeValue } from '../../platform/errors.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { lineStarts } from '../../text/markdown/markdown.ts';
import { agentKey } from '../agents/agents-file.ts';
import type { StackFinding } from '../findings.ts';
import { parseMessages } from './format.ts';
import { findLooseHeaders, headerLines } from './loose-headers.ts';
import { contentKey, type PlacedMessage } from './message.ts';
import { HEADER_FAULTS, OR_TEXT, repeatedFields } from './message-headers.ts';
import { messageId } from './message-id.ts';
import { messageTime } from './message-time.ts';
import { KNOWN_TYPES, meantType } from './message-types.ts';
import { type FindRecipient, foreignSender } from './route.ts';

type Details = Pick<StackFinding, 'severity' | 'code' | 'message'> & { readonly next: string };

/** Form of the ids that we generate, but for a few in thousands. Other ids are foreign and are not derived from the message. */
const OWN_ID = /^msg-[0-9A-Za-z]{7,9}$/;

/** Examines the messages of one file. */
class MessageExaminer {
  readonly findings: StackFinding[] = [];
  readonly #starts: readonly number[];
  /** First message with each id. */
  readonly #first = new Map<string, PlacedMessage>();

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {
    this.#starts = lineStarts(text);
  }

  /** Adds a finding for a whole line. */
  at(line: number, details: Details): void {
    const [from = 0, next = this.text.length + 1] = this.#starts.slice(line - 1, line + 1);
    const to = this.text[next - 2] === '\r' ? next - 2 : next - 1;
    this.findings.push({ ...details, file: this.file, line, range: { from, to: Math.max(from, to) } });
  }

  /** Adds a finding for a field of a message, or for its header when the field is missing. */
  #inField({ fields, place }: PlacedMessage, name: string, details: Details): void {
    this.at(place.line + 1 + fields.findIndex(({ key }) => key.toLowerCase() === name), details);
  }

  examine(message: PlacedMessage): void {
    this.#repeated(message);
    this.#type(message);
    this.#time(message);
    this.#id(message);
  }

  #repeated({ fields, place }: PlacedMessage): void {
    for (const { key, at, first } of repeatedFields(fields)) {
      const line = place.line + 1 + at;
      const message = `${key} is written twice in this header; the one in line ${place.line + 1 + first} counts`;
      this.at(line, { severity: 'warning', code: 'repeated-field', message, next: 'Keep one of the two lines.' });
    }
  }

  #type(message: PlacedMessage): void {
    const { type } = message;
    if (KNOWN_TYPES.has(type.toLowerCase())) return;
    const meant = meantType(type);
    const known = `Known types: ${[...KNOWN_TYPES].join(', ')}. Other types are kept and shown unchanged.`;
    const next = meant === null ? known : `${JSON.stringify(meant)} was probably meant. ${known}`;
    const said = type === '' ? 'the message has no type' : `unknown message type ${quoted(type)}`;
    this.#inField(message, 'type', { severity: meant === null ? 'information' : 'warning', code: 'unknown-type', message: said, next });
  }

  #time(message: PlacedMessage): void {
    const { time } = message;
    if (time === null || messageTime(message) !== null) return;
    const next = 'Use the form 2026-01-19T10:30:00Z. Until then, the message has no time.';
    this.#inField(message, 'time', { severity: 'warning', code: 'impossible-time', message: `invalid time ${quoted(time)}`, next });
  }

  #id(message: PlacedMessage): void {
    const { id, hasId } = message;
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, message);
    else if (saying(first) !== saying(message)) {
      const next = 'Give one of them another ID, or remove its ID line: an ID is then generated.';
      const said = `the message in line ${first.place.line} has the same ID and a different content`;
      this.#inField(message, 'id', { severity: 'warning', code: 'shared-id', message: said, next });
    }
    if (!hasId || !OWN_ID.test(id) || id === messageId(message) || id === messageId(message, true)) return;
    const next = 'If it matters, ask its sender. The message is used unchanged.';
    const said = 'the ID does not match the text: the message was changed or cut, or another program generated the ID';
    this.#inField(message, 'id', { severity: 'warning', code: 'foreign-id', message: said, next });
  }

  /** Reports a message whose From is not the owner of the OUTBOX. Its recipient will believe that From. */
  sender(message: PlacedMessage, owner: string): void {
    if (agentKey(message.from) === agentKey(owner)) return;
    const next = `Correct its From to ${owner}, or move the message to the OUTBOX.md of its sender. It is delivered unchanged.`;
    const said = foreignSender(message, owner);
    this.#inField(message, 'from', { severity: 'warning', code: 'foreign-sender', message: said, next });
  }

  recipient(message: PlacedMessage, find: FindRecipient): void {
    const found = message.to === null ? null : find(message.to);
    if (found !== null && !(found instanceof CortexError)) return;
    const why = found === null ? 'the message has no recipient' : found.message + describeValue(found.data);
    const next = found?.data.next ?? 'Add a line "To: …" to its header.';
    this.#inField(message, 'to', { severity: 'error', code: 'unknown-recipient', message: why, next });
  }
}

/** The same text to several recipients is one message with one id, so the recipient is ignored. */
function saying(message: PlacedMessage): string {
  return contentKey({ ...message, to: null });
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

/** Context of an OUTBOX. */
interface Outbox {
  /** Finds recipients; `null` when unknown. */
  readonly find: FindRecipient | null;
  /** Owner of the OUTBOX. */
  readonly owner: string;
}

const LOOSE = {
  ...HEADER_FAULTS,
  'no-sender': { what: 'a header without From is not a message', next: `Add a line "From: …", ${OR_TEXT}` },
} as const;

const LOOSE_CODES = { unended: 'half-header', 'marked-up': 'marked-up-header', 'no-colon': 'no-colon', 'no-sender': 'no-sender' } as const;

function examineBox(text: string, file: string, outbox: Outbox | null): StackFinding[] {
  const { messages, torn, unended, conflicts } = parseMessages(text, { owner: outbox?.owner });
  const examiner = new MessageExaminer(text, file);
  const find = outbox?.find ?? null;
  for (const message of messages) {
    examiner.examine(message);
    if (outbox !== null) examiner.sender(message, outbox.owner);
    if (find !== null) examiner.recipient(message, find);
  }
  const places = { torn: torn?.line ?? null, unended: new Set(unended.map(({ line }) => line)) };
  const masked = maskConflicts(text, conflicts);
  // A message with a conflict in its text is not read, but its header is one.
  const headers = conflicts.length === 0 ? messages : parseMessages(masked, { owner: outbox?.owner }).messages;
  const loose = findLooseHeaders(masked, headerLines(headers), places);
  // Front matter in a text may look like a header without a sender. Every other problem means that a message is not delivered.
  for (const [line, why] of new Map([...loose, ...unended].map((each) => [each.line, each.why])))
    examiner.at(line, {
      severity: why === 'no-sender' ? 'warning' : 'error',
      code: LOOSE_CODES[why],
      message: LOOSE[why].what,
      next: LOOSE[why].next,
    });
  if (torn !== null) {
    const next = 'Wait for the writer. If it no longer runs, remove these lines or end the header with "---".';
    examiner.at(torn.line, { severity: 'error', code: 'torn-end', message: 'the file ends inside a header', next });
  }
  return examiner.findings.sort((one, other) => one.line - other.line);
}

/** Returns what a person should look at in an INBOX.md. @param file absolute */
export function examineInbox(text: string, file: string): StackFinding[] {
  return examineBox(text, file, null);
}

/** Returns what a person should look at in an OUTBOX.md. @param file absolute */
export function examineOutbox(text: string, file: string, outbox: Outbox): StackFinding[] {
  return examineBox(text, file, outbox);
}
