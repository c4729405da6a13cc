import type { ValueDetail } from '../../src/host/crtx/protocol.ts';
import { ago, measured, moment } from '../format.ts';
import { Button, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { visible } from '../text.ts';
import { useCrtx } from './crtx-store.ts';

function Moment({ at }: { readonly at: number }) {
  return <p className="tone-quiet">{useClock((now) => `${moment(at, now)}, ${ago(now - at)}`)}</p>;
}

interface DetailProps {
  readonly detail: ValueDetail | null;
  /** Whether it is shown as a search result. */
  readonly isFound: boolean;
}

/** The selected value in full. */
export function Detail({ detail, isFound }: DetailProps) {
  const store = useCrtx();
  if (detail === null) return <p className="no-value tone-quiet">Choose a value to read all of it.</p>;
  const { id, path, text, isCut, moment: at, lasts } = detail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing content is scrollable, also by keyboard
    <section className="value-detail" aria-label="Selected value" tabIndex={0}>
      <div className="section-head">
        <h2>
          <Text value={path} dir="ltr" />
        </h2>
        <div className="steps">
          {isFound ? <Button label="Show in Tree" icon="list-tree" shortcut="Enter" onPress={() => store.reveal(id)} /> : null}
          <Button
            label="Show in Text"
            icon="go-to-file"
            {...(isFound ? {} : { shortcut: 'Enter' })}
            onPress={() => store.take({ kind: 'show-in-text', value: id })}
          />
          <Button label="Copy Value" icon="copy" onPress={() => store.take({ kind: 'copy-value', value: id })} />
          <Button label="Copy Path" icon="link" onPress={() => store.take({ kind: 'copy-path', value: id })} />
        </div>
      </div>
      {at === null ? null : <Moment at={at} />}
      {lasts === null ? null : <p className="tone-quiet">{measured(lasts)}</p>}
      <pre className="value-whole" dir="auto">
        {text === '' ? '""' : visible(text)}
      </pre>
      {isCut ? <p className="tone-quiet">Shortened here: Copy Value copies all of it.</p> : null}
    </section>
  );
}
