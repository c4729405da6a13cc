import { useEffect, useId, useRef } from 'react';
import { Button } from './parts.tsx';
import { keyText } from './text.ts';

/** Alternative keys for an action, in the format of `aria-keyshortcuts`, with its description. */
export interface KeyHint {
  readonly keys: readonly string[];
  readonly what: string;
}

/** Keys of every list. */
const IN_LISTS: readonly KeyHint[] = [
  { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'], what: 'Choose a row' },
  { keys: ['Shift+F10'], what: 'Show its actions' },
];
const EVERYWHERE: readonly KeyHint[] = [
  { keys: ['Tab', 'Shift+Tab'], what: 'Go to the next or previous section' },
  { keys: ['?'], what: 'Show these keys' },
];

const WRITTEN_IN = 'input, textarea, select, [contenteditable]';

/** Reports whether a key is typed into a field. */
const isWritten = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(WRITTEN_IN) !== null;

/** Handles `?`, which shows the keys, and `/`, which focuses the page's search, anywhere except in a field. */
function useSharedKeys(show: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWritten(event)) return;
      const search = event.key === '/' ? document.querySelector<HTMLInputElement>('search input[type=search]') : null;
      if (event.key === '?') show();
      else if (search !== null) search.select();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function Hint({ keys, what }: KeyHint) {
  return (
    <div className="key-hint">
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{keyText(key)}</kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}

interface KeysProps {
  /** Name of the page. */
  readonly title: string;
  /** Keys of the page, those of its search included. */
  readonly keys: readonly KeyHint[];
  /** Keys of its lists; default: those of every grid. */
  readonly inLists?: readonly KeyHint[];
}

/** Button and dialog with the keyboard shortcuts of a page. */
export function Keys({ title, keys, inLists = IN_LISTS }: KeysProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const show = (): void => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useSharedKeys(show);
  return (
    <>
      <span className="keys-button">
        <Button label="Keys" icon="keyboard" shortcut="?" onPress={show} />
      </span>
      <dialog ref={dialog} className="keys-dialog" aria-labelledby={heading}>
        <div className="section-head">
          <h2 id={heading}>Keys of {title}</h2>
          <Button label="Close" icon="close" shortcut="Escape" onPress={() => dialog.current?.close()} />
        </div>
        <dl>
          {[...keys, ...inLists, ...EVERYWHERE].map((hint) => (
            <Hint key={hint.what} {...hint} />
          ))}
        </dl>
      </dialog>
    </>
  );
}
