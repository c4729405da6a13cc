import type { ReactNode } from 'react';
import { count } from './format.ts';
import { Icon } from './parts.tsx';
import { visible } from './text.ts';

/** Parts of the details beside a list. */

export function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Button that filters by the same value. */
export function Only({ about, onPress }: { readonly about: string; readonly onPress: () => void }) {
  return (
    <button type="button" className="button only" title={about} aria-label={about} onClick={onPress}>
      <Icon name="filter" />
    </button>
  );
}

/** A text of any length, with its line breaks. */
export function Prose({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <div>
      <h3>{title}</h3>
      <p className="prose" dir="auto">
        {visible(text)}
      </p>
    </div>
  );
}

/** Number of further items. */
export function More({ first, total }: { readonly first: readonly unknown[]; readonly total: number }) {
  return total > first.length ? <p className="tone-quiet">and {count(total - first.length)} more</p> : null;
}
