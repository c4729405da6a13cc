import type { Ref } from 'react';
import type { Names } from '../../src/host/dashboards/protocol.ts';
import type { EntryDetail, EntryRow } from '../../src/host/dashboards/timeline/protocol.ts';
import { ago, moment } from '../format.ts';
import { Button, Icon, Text } from '../parts.tsx';
import { Fact, More, Only, Prose } from '../reading.tsx';
import { useClock } from '../store-context.ts';
import { plain, visible } from '../text.ts';
import { Outcome } from './entry-parts.tsx';
import { Related } from './related.tsx';
import { useTimeline } from './timeline-store.ts';

function Time({ at }: Pick<EntryRow, 'at'>) {
  return <Fact title="When">{useClock((now) => `${moment(at, now)}, ${ago(now - at)}`)}</Fact>;
}

function Files({ files }: { readonly files: Names }) {
  const store = useTimeline();
  if (files.total === 0) return null;
  return (
    <div>
      <h3>Files</h3>
      <ul className="read-links">
        {files.first.map((file) => (
          <li key={file}>
            <button
              type="button"
              className="read-link"
              title={`Open ${plain(file)}`}
              onClick={() => store.take({ kind: 'open-file', file })}
            >
              <Icon name={file.endsWith('/') ? 'folder' : 'file'} />
              <Text value={file} dir="ltr" />
            </button>
            <Only about={`Only entries about ${plain(file)}`} onPress={() => store.narrowTo('file', file)} />
          </li>
        ))}
      </ul>
      <More {...files} />
    </div>
  );
}

function References({ title, names }: { readonly title: string; readonly names: Names }) {
  const store = useTimeline();
  if (names.total === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="read-links">
        {names.first.map((name) => (
          <li key={name}>
            <Text value={name} className="reference" />
            <Only about={`Only entries that refer to ${plain(name)}`} onPress={() => store.narrowTo('ref', name)} />
          </li>
        ))}
      </ul>
      <More {...names} />
    </div>
  );
}

function Facts({ row, agent, task, type, outcomeDetail, confidence, branch, trigger, dependencies }: EntryDetail) {
  const store = useTimeline();
  return (
    <dl className="read-facts">
      <Time at={row.at} />
      <Fact title="Agent">
        <Text value={agent} />
        <Only about={`Only entries of ${plain(agent)}`} onPress={() => store.narrow({ agent })} />
      </Fact>
      <Fact title="Type">
        <Text value={type} />
        <Only about={`Only entries of type ${plain(type)}`} onPress={() => store.narrow({ type })} />
      </Fact>
      <Fact title="Outcome">
        <Outcome {...row} />
        {outcomeDetail === null ? null : (
          <span className="prose ending" dir="auto">
            {visible(outcomeDetail)}
          </span>
        )}
      </Fact>
      <Fact title="Confidence">{Math.round(confidence * 100)} %</Fact>
      {task === null ? null : (
        <Fact title="Task">
          <Text value={task} />
          <Only about={`Only entries of task ${plain(task)}`} onPress={() => store.narrowTo('task', task)} />
        </Fact>
      )}
      {branch === null ? null : (
        <Fact title="Branch">
          <Text value={branch} />
        </Fact>
      )}
      {trigger === null ? null : (
        <Fact title="Triggered by">
          <Text value={trigger} className="message" />
        </Fact>
      )}
      {dependencies.total === 0 ? null : (
        <Fact title="Based on">
          <Text value={dependencies.first.join(', ')} className="message" />
        </Fact>
      )}
    </dl>
  );
}

interface DetailProps {
  readonly detail: EntryDetail | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
  readonly place: Ref<HTMLElement>;
}

/** Details of the selected entry. */
export function Detail({ detail, refusal, place }: DetailProps) {
  const store = useTimeline();
  if (detail === null)
    return <p className="nothing-read tone-quiet">Choose an entry to see its reason, its outcome and similar earlier entries.</p>;
  const { row, action, reasoning, files, refs, state } = detail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing content is scrollable, also by keyboard
    <section className="read-detail" aria-label="Selected entry" tabIndex={0} ref={place}>
      <div className="section-head">
        <h2 className="prose" dir="auto">
          {row.action === '' ? row.type : visible(row.action)}
        </h2>
        <div className="steps">
          <Button label="Resolve…" icon="pass" refusal={refusal} onPress={() => store.take({ kind: 'resolve', entry: row.id })} />
        </div>
      </div>
      <div className="read-parts">
        <Facts {...detail} />
        {action === row.action ? null : <Prose title="Action" text={action} />}
        <Prose title="Reason" text={reasoning} />
        <Files files={files} />
        <Related {...detail} />
        <References title="Refers to" names={refs} />
        <Prose title="Context" text={state} />
      </div>
    </section>
  );
}
