import type { ReactNode } from 'react';
import { clip, keyText, plain } from './text.ts';

/** More than fits in any cell. */
const MOST_SHOWN = 240;
const MOST_IN_TOOLTIP = 2_000;

/** A picture that says nothing the text beside it does not say. `name` is a codicon's, without its prefix. */
export function Icon({ name, tone }: { readonly name: string; readonly tone?: string }) {
  return <span className={`codicon codicon-${name}${tone === undefined ? '' : ` tone-${tone}`}`} aria-hidden="true" />;
}

interface TextProps {
  readonly value: string;
  readonly className?: string;
  /** Paths run from left to right in every language. */
  readonly dir?: 'auto' | 'ltr';
}

/** A text from the files: on one line, clipped to the room there is, whole in its tooltip, and unable to disturb its neighbours. */
export function Text({ value, className = '', dir = 'auto' }: TextProps) {
  return (
    <span className={`text ${className}`} dir={dir} title={clip(plain(clip(value, MOST_IN_TOOLTIP)), MOST_IN_TOOLTIP)}>
      {plain(clip(value, MOST_SHOWN))}
    </span>
  );
}

/** Why nothing can be changed. */
export function ReadOnly({ reason }: { readonly reason: string }) {
  return (
    <p className="read-only" role="note">
      <Icon name="lock" />
      <Text value={reason} className="message" />
    </p>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly icon: string;
  readonly onPress: () => void;
  /** Why it cannot be pressed now. It keeps its place among the tab stops, so that focus is never lost under somebody's fingers. */
  readonly refusal?: string | null;
  /** As in `aria-keyshortcuts`. */
  readonly shortcut?: string;
  readonly primary?: boolean;
  /** Says which one it is, where several have the same label. */
  readonly about?: string;
  /** Whether what it switches is on; left out for what is no switch. */
  readonly pressed?: boolean;
}

export function Button({ label, icon, onPress, refusal = null, shortcut, primary = false, about = label, pressed }: ButtonProps) {
  const hint = refusal ?? (shortcut === undefined ? about : `${about} (${keyText(shortcut)})`);
  return (
    <button
      type="button"
      className={primary ? 'button primary' : 'button'}
      title={hint}
      aria-disabled={refusal !== null}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      onClick={() => {
        if (refusal === null) onPress();
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

interface EmptyProps {
  readonly text: string;
  readonly action?: Omit<ButtonProps, 'primary'>;
}

interface WelcomeProps {
  /** Of the page. */
  readonly title: string;
  /** The folder that it would show something of. */
  readonly folder?: string;
  readonly children: ReactNode;
}

/** A page that has nothing to show yet says which it is, and in it stands why and the next step. */
export function Welcome({ title, folder, children }: WelcomeProps) {
  return (
    <main className="welcome">
      <div className="title">
        <h1>{title}</h1>
        {folder === undefined ? null : (
          <p className="origin">
            <Text value={folder} dir="ltr" />
          </p>
        )}
      </div>
      {children}
    </main>
  );
}

/** What stands where there is nothing yet: what it would be, and the next step. */
export function Empty({ text, action }: EmptyProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {action === undefined ? null : <Button {...action} primary />}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A control with its name. */
export function Field({ label, children, className = '' }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={`field ${className}`}>
      <span className="field-name">{label}</span>
      {children}
    </label>
  );
}
