import type { NoteDetail } from '../../src/host/dashboards/memory/protocol.ts';
import type { Names } from '../../src/host/dashboards/protocol.ts';
import { counted } from '../format.ts';
import { Button, Icon, Text } from '../parts.tsx';
import { Fact, More, Only, Prose } from '../reading.tsx';
import { plain } from '../text.ts';
import { useMemory } from './memory-store.ts';
import { Links, Status } from './note-parts.tsx';
import { LAYERS, NO_FILTER } from './saved-memory.ts';
import { Score } from './score.tsx';

function Tags({ tags }: { readonly tags: Names }) {
  const store = useMemory();
  return (
    <ul className="note-tags">
      {tags.first.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className="button tag"
            title={`Only notes with the tag ${plain(tag)}`}
            onClick={() => store.narrowToTag(tag)}
          >
            <Text value={`#${tag}`} />
          </button>
        </li>
      ))}
      <li>
        <More {...tags} />
      </li>
    </ul>
  );
}

function Facts({ row, id, tags, created, confidence }: NoteDetail) {
  const store = useMemory();
  const { type, project, updated, layer, path } = row;
  return (
    <dl className="read-facts">
      <Fact title="Type">
        <Text value={type} />
        <Only about={`Only notes of type ${plain(type)}`} onPress={() => store.narrow({ ...NO_FILTER, type })} />
      </Fact>
      {project === '' ? null : (
        <Fact title="Project">
          <Text value={project} />
          <Only about={`Only notes of ${plain(project)}`} onPress={() => store.narrow({ ...NO_FILTER, project })} />
        </Fact>
      )}
      <Fact title="Status">
        <Status {...row} />
      </Fact>
      <Fact title="Updated">
        {updated ?? 'no date'}, {LAYERS[layer].toLowerCase()}
      </Fact>
      {created === null || created === updated ? null : <Fact title="Created">{created}</Fact>}
      {confidence === null ? null : <Fact title="Confidence">{Math.round(confidence * 100)} %</Fact>}
      {tags.total === 0 ? null : (
        <Fact title="Tags">
          <Tags tags={tags} />
        </Fact>
      )}
      {id === '' ? null : (
        <Fact title="Id">
          <Text value={id} className="message" dir="ltr" />
        </Fact>
      )}
      <Fact title="File">
        <Text value={path} className="message" dir="ltr" />
      </Fact>
    </dl>
  );
}

function Wrong({ row: { path }, problems }: Pick<NoteDetail, 'row' | 'problems'>) {
  const store = useMemory();
  if (problems.length === 0) return null;
  return (
    <div>
      <h3>Problems</h3>
      <ul className="read-links">
        {problems.map(({ message, line }) => (
          <li key={`${line}:${message}`}>
            <button type="button" className="read-link" onClick={() => store.take({ kind: 'open-line', note: path, line })}>
              <Icon name="warning" tone="warning" />
              <Text value={`line ${line}: ${message}`} className="message" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Actions on a note. */
function Steps({ row: { path, status }, version, refusal }: Pick<NoteDetail, 'row' | 'version'> & Pick<DetailProps, 'refusal'>) {
  const store = useMemory();
  const step = (kind: 'open' | 'archive' | 'supersede') => () => store.take({ kind, note: path });
  // Buttons are never removed: the next one would move under the pointer that has just clicked.
  const accepting = status === 'review' ? refusal : 'Only notes in review can be accepted.';
  const replacing = status === 'superseded' || status === 'archived' ? `It is ${status} already.` : refusal;
  return (
    <div className="steps">
      <Button label="Open" icon="go-to-file" about="Open the note in the editor" onPress={step('open')} />
      <Button
        label="Accept"
        icon="check"
        about="Make the note active, accepted by you"
        refusal={accepting}
        onPress={() => store.take({ kind: 'accept', note: path, version })}
      />
      <Button label="Supersede…" icon="history" about="Choose the note that replaces it" refusal={replacing} onPress={step('supersede')} />
      <Button
        label="Archive"
        icon="archive"
        about="It is still found, with a lower score"
        refusal={status === 'archived' ? 'It is archived already.' : refusal}
        onPress={step('archive')}
      />
    </div>
  );
}

interface DetailProps {
  readonly detail: NoteDetail | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

/** Details of the selected note. */
export function Detail({ detail, refusal }: DetailProps) {
  if (detail === null) return <p className="nothing-read tone-quiet">Choose a note to read it and to see its score and links.</p>;
  const { row, score, text, more, unread, citations } = detail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing content is scrollable, also by keyboard
    <section className="read-detail" aria-label="Selected note" tabIndex={0}>
      <div className="read-head">
        <h2 className="prose" dir="auto">
          {plain(row.name)}
        </h2>
        <Steps {...detail} refusal={refusal} />
      </div>
      <div className="read-parts">
        {score === null ? null : <Score {...score} />}
        <Facts {...detail} />
        <Wrong {...detail} />
        {unread === null ? <Prose title="Text of the note" text={text} /> : <Prose title="Cannot read the note" text={unread} />}
        {more === 0 ? null : <p className="tone-quiet">{counted(more, 'more character')}: open the note to read them</p>}
        <Links title="Replaced by" links={detail.replacedBy} />
        <Links title="Replaces" links={detail.replaces} />
        <Links title="Contradicts" links={detail.contradicts} />
        <Links title="Outgoing links" links={detail.linksTo} />
        <Links title="Backlinks" links={detail.linkedFrom} />
        {citations.total === 0 ? null : <Prose title="Cites" text={citations.first.join('\n')} />}
      </div>
    </section>
  );
}
