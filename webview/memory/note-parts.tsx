import type { NoteLink, NoteRow } from '../../src/host/dashboards/memory/protocol.ts';
import { Icon, Text } from '../parts.tsx';
import { More } from '../reading.tsx';
import { plain } from '../text.ts';
import { useMemory } from './memory-store.ts';

const SIGNS: ReadonlyMap<string, { readonly icon: string; readonly tone: string }> = new Map([
  ['active', { icon: 'pass', tone: 'good' }],
  ['review', { icon: 'inbox', tone: 'warning' }],
  ['archived', { icon: 'archive', tone: 'quiet' }],
  ['superseded', { icon: 'history', tone: 'quiet' }],
]);
const OTHER = { icon: 'question', tone: 'warning' };

/** Status of a note. */
export function Status({ status }: Pick<NoteRow, 'status'>) {
  const { icon, tone } = SIGNS.get(status) ?? OTHER;
  return (
    <>
      <Icon name={icon} tone={tone} />
      <Text value={status} />
    </>
  );
}

function Link({ name, path, icon, problem }: NoteLink) {
  const store = useMemory();
  if (path === null) {
    return (
      <li>
        <span className="dead-link">
          <Icon name={icon} tone="warning" />
          <Text value={name} />
          <span className="tone-quiet">{problem}</span>
        </span>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="read-link" title={`Read ${plain(path)}`} onClick={() => store.read(path)}>
        <Icon name={icon} />
        <Text value={name} />
      </button>
    </li>
  );
}

/** Links to related notes. */
export function Links({
  title,
  links,
}: {
  readonly title: string;
  readonly links: { readonly first: readonly NoteLink[]; readonly total: number };
}) {
  if (links.total === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="read-links">
        {links.first.map((link) => (
          <Link key={`${link.path}:${link.name}`} {...link} />
        ))}
      </ul>
      <More {...links} />
    </div>
  );
}
