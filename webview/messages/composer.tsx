import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { Draft, MessagesSnapshot, Sending } from '../../src/host/dashboards/messages/protocol.ts';
import { focusList } from '../focus.ts';
import { Button, Field, Icon, Text } from '../parts.tsx';
import { plain } from '../text.ts';
import { useMessages } from './messages-store.ts';

interface FieldsProps {
  readonly draft: Draft;
  readonly isSending: boolean;
  readonly recipients: readonly string[];
  readonly types: readonly string[];
}

function Fields({ draft, isSending, recipients, types }: FieldsProps) {
  const store = useMessages();
  const names = useId();
  return (
    <div className="fields">
      <Field label="To" className="wide">
        <input
          type="text"
          className="to-input"
          readOnly={isSending}
          value={draft.to}
          list={names}
          spellCheck={false}
          onChange={({ target }) => store.write({ to: target.value })}
        />
      </Field>
      <datalist id={names}>
        {recipients.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Type">
        <select value={draft.type} onChange={({ target }) => store.write({ type: target.value })}>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </Field>
      <Field label="Thread" className="wide">
        <input
          type="text"
          value={draft.thread}
          placeholder={draft.replyTo === null ? 'none' : 'as in the message'}
          readOnly={isSending}
          spellCheck={false}
          onChange={({ target }) => store.write({ thread: target.value })}
        />
      </Field>
    </div>
  );
}

/** Returns why a message cannot be sent yet; `null` when it can. */
function unsendable({ to, text }: Draft, isSending: boolean): string | null {
  if (isSending) return 'It is being sent';
  if (to.trim() === '') return 'Enter a recipient first';
  return text.trim() === '' ? 'Write something first' : null;
}

/** Focuses the first field to fill in whenever a draft is begun. */
function useBeginning({ to }: Draft, begun: number) {
  const element = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing a recipient must not move the focus
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(to === '' ? '.to-input' : 'textarea')?.focus();
  }, [begun]);
  useLayoutEffect(() => {
    const composer = element.current;
    return () => {
      // A sent or discarded draft is removed with the focus inside it. Move the focus to a list.
      if (composer?.contains(document.activeElement) === true) leave();
    };
  }, []);
  return element;
}

/** Moves the focus back to the messages, else to the threads; the draft stays. */
function leave(): void {
  focusList('threads');
  focusList('messages');
}

interface ComposerProps extends Omit<FieldsProps, 'isSending'> {
  readonly most: MessagesSnapshot['most'];
  readonly answering: MessagesSnapshot['answering'];
  readonly sending: Sending | null;
  readonly refusal: string | null;
}

/** The message that the draft replies to. */
function Answering({ draft, answering }: Pick<ComposerProps, 'draft' | 'answering'>) {
  if (draft.replyTo === null || answering === null) return null;
  return (
    <p className="line answers">
      <Icon name="reply" tone="quiet" />
      <span>Reply to</span>
      <Text value={`${answering.from}:`} className="from" />
      <Text value={answering.text} />
    </p>
  );
}

/** Form for writing a message. */
export function Composer({ draft, recipients, types, most, answering, sending, refusal }: ComposerProps) {
  const store = useMessages();
  const element = useBeginning(draft, store.begun);
  const isSending = store.isOnItsWay(draft) || (sending?.outcome === 'sending' && sending.draft === draft.id);
  const why = refusal ?? unsendable(draft, isSending);
  const onKeyDown = (event: KeyboardEvent): void => {
    // This key belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      if (draft.text.trim() === '') store.discard();
      else leave();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && why === null) store.send();
    else return;
    event.preventDefault();
  };
  return (
    <section ref={element} className="composer" aria-label={draft.replyTo === null ? 'New message' : 'Reply'} onKeyDown={onKeyDown}>
      <Answering {...{ draft, answering }} />
      <Fields {...{ draft, isSending, recipients, types }} />
      <textarea
        aria-label="Text"
        rows={4}
        maxLength={most.text}
        readOnly={isSending}
        value={draft.text}
        placeholder="Message as plain text"
        onChange={({ target }) => store.write({ text: target.value })}
      />
      <div className="composer-end">
        <Button label="Send" icon="send" shortcut="Control+Enter" refusal={why} onPress={() => store.send()} primary />
        <Button label="Discard" icon="discard" onPress={() => store.discard()} />
      </div>
    </section>
  );
}

/** Result of the last send. Always in the DOM, so that screen readers announce changes. */
export function Outcome({ sending }: { readonly sending: Sending | null }) {
  const store = useMessages();
  const shown = sending !== null && store.isOurs(sending) ? sending : null;
  return (
    <div className={shown === null ? 'outcome nothing' : `outcome ${shown.outcome}`} role="status">
      {shown === null ? null : (
        <>
          <Icon name={shown.outcome === 'refused' ? 'error' : shown.outcome === 'sent' ? 'pass' : 'loading'} tone={TONES[shown.outcome]} />
          <Text value={plain(shown.message)} className="message" />
        </>
      )}
    </div>
  );
}

const TONES: Readonly<Record<Sending['outcome'], string>> = { refused: 'bad', sent: 'good', sending: 'quiet' };
