import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { QueueRequest, QueuesSnapshot } from '../../src/host/dashboards/work-queues/protocol.ts';
import { Button, Field, Icon, Text } from '../parts.tsx';
import { clip, plain } from '../text.ts';
import { useQueues } from './queues-store.ts';
import type { FormKind, QueueForm } from './saved-queues.ts';
import { outdated, unfinished } from './task-actions.ts';

const MAX_NAME_LENGTH = 60;
const MAX_SAID = 1_000;
/** Longest text that the host accepts. */
const MAX_TEXT_LENGTH = 1_000_000;

interface Words {
  readonly title: string;
  /** Label of the button. */
  readonly label: string;
  readonly icon: string;
  /** Label of the text field; `null` without one. */
  readonly text: string | null;
}

const WORDS: Readonly<Record<FormKind, Words>> = {
  claim: { title: 'Claim for an agent', label: 'Claim', icon: 'person-add', text: null },
  finish: { title: 'Complete the task', label: 'Done', icon: 'pass', text: 'Result' },
  reassign: { title: 'Reassign the task', label: 'Reassign', icon: 'arrow-swap', text: null },
  block: { title: 'Block the task', label: 'Block', icon: 'circle-slash', text: 'Reason' },
  edit: { title: 'Edit the task', label: 'Save', icon: 'save', text: 'Scope' },
  dispatch: { title: 'Dispatch a task', label: 'Dispatch', icon: 'add', text: 'Scope' },
};

interface SelectProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  /** Label of the empty option. */
  readonly none: string;
  onChoose(name: string): void;
}

function Select({ label, names, value, none, onChoose }: SelectProps) {
  const known = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <Field label={label} className="wide">
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{none}</option>
        {known.map((name) => (
          <option key={name} value={name}>
            {clip(plain(name), MAX_NAME_LENGTH)}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface FieldsProps extends Pick<QueuesSnapshot, 'projects' | 'agents' | 'detail'> {
  readonly form: QueueForm;
}

function Names({ form, projects, agents, detail }: FieldsProps) {
  const store = useQueues();
  const { kind, agent, project } = form;
  if (kind === 'dispatch') {
    return (
      <Select label="Project" names={projects} value={project} none="Choose one" onChoose={(name) => store.write({ project: name })} />
    );
  }
  if (kind !== 'claim' && kind !== 'reassign' && kind !== 'finish') return null;
  const owners = detail?.owners ?? [];
  const none = kind === 'claim' && detail !== null && owners.length === 0 ? 'No agent works on this project' : 'Choose one';
  const names = kind === 'claim' ? owners : agents;
  return <Select label="Agent" names={names} value={agent} none={none} onChoose={(name) => store.write({ agent: name })} />;
}

function Fields(props: FieldsProps) {
  const store = useQueues();
  const { kind, title, text, needsApproval } = props.form;
  const { text: label } = WORDS[kind];
  return (
    <>
      <Names {...props} />
      {kind === 'edit' || kind === 'dispatch' ? (
        <Field label="Title" className="wide">
          <input type="text" value={title} maxLength={MAX_TEXT_LENGTH} onChange={({ target }) => store.write({ title: target.value })} />
        </Field>
      ) : null}
      {label === null ? null : (
        <textarea
          aria-label={label}
          placeholder={label}
          rows={4}
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          onChange={({ target }) => store.write({ text: target.value })}
        />
      )}
      {kind === 'dispatch' ? (
        <label className="check">
          <input type="checkbox" checked={needsApproval} onChange={({ target }) => store.write({ needsApproval: target.checked })} />
          <span>A person must approve it before an agent can claim it</span>
        </label>
      ) : null}
    </>
  );
}

/** Opens the form as a modal dialog, which restores the focus when it closes. */
function useModal(kind: FormKind, isReady: boolean) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => {
    if (!isReady) return;
    const first = kind === 'finish' || kind === 'block' ? 'textarea' : 'input, select';
    element.current?.querySelector<HTMLElement>(first)?.focus();
  }, [kind, isReady]);
  return element;
}

interface FormProps extends FieldsProps {
  readonly doing: QueueRequest | null;
  readonly refusal: string | null;
}

/** Form for the values that a change needs. */
export function Form({ form, doing, refusal, ...about }: FormProps) {
  const store = useQueues();
  // The edit form is ready only after the host has sent the task's text.
  const isReady = form.kind !== 'edit' || form.before !== null;
  const element = useModal(form.kind, isReady);
  const { title, label, icon } = WORDS[form.kind];
  const own = doing?.request === form.request ? doing : null;
  const isDoing = own?.outcome === 'doing';
  const stale = isDoing ? null : outdated(form, about.detail);
  const why = refusal ?? (isDoing ? 'It is being done' : (stale ?? unfinished(form)));
  const wrong = stale ?? (own?.outcome === 'refused' ? own.message : null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== 'Enter' || !(isField || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (why === null) store.submit();
  };
  return (
    <dialog
      ref={element}
      className="queue-form"
      aria-label={title}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        store.discard();
      }}
    >
      <h2>{title}</h2>
      {form.task === null || form.kind === 'edit' ? null : <Text value={form.task.title} className="message of" />}
      {isReady ? <Fields form={form} {...about} /> : null}
      {wrong === null ? null : (
        <p className="card-note" role="alert">
          <Icon name="error" tone="bad" />
          <span className="note-said">{plain(clip(wrong, MAX_SAID))}</span>
        </p>
      )}
      <div className="composer-end">
        <Button label={label} icon={icon} shortcut="Control+Enter" refusal={why} onPress={() => store.submit()} primary />
        <Button label="Cancel" icon="close" shortcut="Escape" onPress={() => store.discard()} />
      </div>
    </dialog>
  );
}
