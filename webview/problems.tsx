import type { ProblemRow } from '../src/host/dashboards/protocol.ts';
import { count } from './format.ts';
import { Button, Icon, Text } from './parts.tsx';
import { clip, plain } from './text.ts';

/** Largest number of problems to show; the rest is in the editor's Problems view. */
const MAX_SHOWN = 4;
const MAX_PLACE_LENGTH = 500;

type OnOpen = (place: NonNullable<ProblemRow['place']>) => void;

/** Returns the last segment of a path of any system. The button beside it has the full path. */
const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;

function Problem({ severity, message, place, onOpen }: ProblemRow & { readonly onOpen: OnOpen }) {
  return (
    <li>
      <Icon name={severity} tone={severity === 'error' ? 'bad' : 'warning'} />
      {place === null ? null : <Text value={`${nameOf(place.file)}:${place.line}`} className="file" dir="ltr" />}
      <Text value={message} className="message" />
      {place === null ? null : (
        <Button
          label="Open"
          icon="go-to-file"
          about={plain(clip(`${place.file}:${place.line}:${place.column}`, MAX_PLACE_LENGTH))}
          onPress={() => onOpen(place)}
        />
      )}
    </li>
  );
}

/** List of problems. Always in the DOM, so that screen readers announce changes. */
export function Problems({ rows, onOpen }: { readonly rows: readonly ProblemRow[]; readonly onOpen: OnOpen }) {
  const more = rows.length - MAX_SHOWN;
  const kind = rows.some(({ severity }) => severity === 'error') ? '' : ' only-warnings';
  return (
    <section className={rows.length === 0 ? 'problems no-problems' : `problems${kind}`} aria-label="Problems" aria-live="polite">
      <ul>
        {rows.slice(0, MAX_SHOWN).map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may have the same text, and rows have no state
          <Problem key={`${place}:${row.message}`} {...row} onOpen={onOpen} />
        ))}
      </ul>
      {more > 0 ? <p className="more">and {count(more)} more</p> : null}
    </section>
  );
}
