import { type ReactNode, useId } from 'react';
import { count } from './format.ts';

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
