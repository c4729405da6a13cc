import { CortexError } from '../../platform/errors.ts';
import { lineStarts } from '../../text/markdown/markdown.ts';
import { agentKey } from '../agents/agents-file.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { parseMessages } from './format.ts';

/** A mistyped recipient, and the name that replaces it. */
interface Correction {
  readonly from: string;
  readonly to: string;
}

/** Parses `OLD=NEW`. @throws CortexError `invalid-input` */
function parseCorrection(typed: string): Correction {
  const [from = '', to = '', ...rest] = typed.split('=').map((name) => name.trim());
  if (from !== '' && to !== '' && rest.length === 0) return { from, to };
  throw new CortexError('invalid-input', 'not a correction of a name', { value: typed, allowed: 'OLD=NEW, such as managr=manager' });
}

/** Returns a text of an OUTBOX with the recipient corrected. All other text stays unchanged. */
function withRecipient(text: string, owner: string, { from, to }: Correction): string {
  const starts = lineStarts(text);
  const { messages } = parseMessages(text, { owner });
  const meant = messages.filter((message) => message.to !== null && agentKey(message.to) === agentKey(from));
  return meant.reduceRight((rest, { fields, place }) => {
    const line = place.line + fields.findIndex(({ key }) => key.toLowerCase() === 'to');
    const [start = 0, end = rest.length] = [starts[line], starts[line + 1]];
    const corrected = rest
      .slice(start, end)
      .replace(/^([^:]*:[ \t]*)[^\r\n]*?([ \t]*\r?\n?)$/, (_all, head, tail) => `${head}${to}${tail}`);
    return rest.slice(0, start) + corrected + rest.slice(end);
  }, text);
}

/**
 * Corrects the name of an unknown recipient in every OUTBOX.
 * @param typed `OLD=NEW`
 * @throws CortexError `invalid-input` if the old name is that of an agent; `not-found` if no message has it, or the new name is unknown
 */
export async function correctRecipient(stacks: Stacks, typed: string): Promise<void> {
  const { from, to } = parseCorrection(typed);
  const found = stacks.recipient(to);
  if (found instanceof CortexError) throw found;
  if (!(stacks.recipient(from) instanceof CortexError))
    throw new CortexError('invalid-input', 'this is the name of an agent, so its messages can be delivered', { value: from });
  let isCorrected = false;
  for (const { store } of stacks.all().stacks) {
    if (!store.exists()) continue;
    await store.edits.edit(STACK_FILES.outbox, (text) => {
      const corrected = text === null ? null : withRecipient(text, store.owner, { from, to: found.name });
      isCorrected ||= corrected !== text;
      return corrected;
    });
  }
  if (!isCorrected)
    throw new CortexError('not-found', 'no message in an OUTBOX has this recipient', {
      value: from,
      next: 'List the messages: cstack doctor',
    });
}
