import { type ReactNode, useId } from 'react';
import type { ShownProject } from '../src/host/dashboards/protocol.ts';
import { count, counted } from './format.ts';
import { clip, keyText, plain } from './text.ts';

/** Longest text in a cell, in characters: more than fits. */
const MAX_SHOWN = 240;
const MAX_IN_TOOLTIP = 2_000;

/** Decorative icon; the text beside it has the same meaning. `name` is a codicon without its prefix. */
export function Icon({ name, tone }: { readonly name: string; readonly tone?: string }) {
  return <span className={`codicon codicon-${name}${tone === undefined ? '' : ` tone-${tone}`}`} aria-hidden="true" />;
}

interface TextProps {
  readonly value: string;
  readonly className?: string;
  /** Use `ltr` for paths, which run from left to right in every language. */
  readonly dir?: 'auto' | 'ltr';
}

/**
 * Shows a text from files on one line, clipped to the available width, with its full text in the tooltip. Control characters in it cannot
 * affect the text beside it.
 */
export function Text({ value, className = '', dir = 'auto' }: TextProps) {
  return (
    <span className={`text ${className}`} dir={dir} title={clip(plain(clip(value, MAX_IN_TOOLTIP)), MAX_IN_TOOLTIP)}>
      {plain(clip(value, MAX_SHOWN))}
    </span>
  );
}

/** Notice why nothing can be changed. */
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
  /** Reason why the button is disabled. It remains a tab stop, so that the focus is not lost while somebody uses it. */
  readonly refusal?: string | null;
  /** In the format of `aria-keyshortcuts`. */
  readonly shortcut?: string;
  readonly primary?: boolean;
  /** Distinguishes buttons with the same label. */
  readonly about?: string;
  /** Whether a toggle button is on; omit it for other buttons. */
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
  /** Title of the page. */
  readonly title: string;
  /** Folder that the page is about. */
  readonly folder?: string;
  readonly children: ReactNode;
}

/** A page without data, with its title, the reason, and the next step. */
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

/** Placeholder for missing data, with the next step. */
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

/** A control with its label. */
export function Field({ label, children, className = '' }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={`field ${className}`}>
      <span className="field-name">{label}</span>
      {children}
    </label>
  );
}

/** Name of the shown project, and the number of other projects, beside the title of a dashboard. */
export function ProjectName({ project: { name, others } }: { readonly project: ShownProject }) {
  return (
    <p className="origin">
      <span>
        <Text value={name} />
      </span>
      {others === 0 ? null : <span>{counted(others, 'other project')} in this window</span>}
    </p>
  );
}

interface SectionProps {
  readonly name: string;
  readonly title: ReactNode;
  /** `null` when unknown. */
  readonly total: number | null;
  readonly steps?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a dashboard with its title, number of items, actions, and content. */
export function Section({ name, title, total, steps, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`section ${name}-section`} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>
          {title} {total === null ? null : <span className="badge">{count(total)}</span>}
        </h2>
        <div className="steps">{steps}</div>
      </div>
      {children}
    </section>
  );
}
