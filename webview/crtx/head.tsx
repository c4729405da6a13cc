import type { CrtxDashboard, CrtxHead, CrtxSnapshot } from '../../src/host/crtx/protocol.ts';
import { ago, bytes, moment } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, Icon, Text } from '../parts.tsx';
import { Fact } from '../reading.tsx';
import { useClock } from '../store-context.ts';
import { useCrtx } from './crtx-store.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search keys and values' },
  { keys: ['ArrowRight', 'ArrowLeft'], what: 'Expand or collapse a value' },
  { keys: ['Enter'], what: 'Show the value in the text, or a search result in the tree' },
];

const DASHBOARDS: Readonly<Record<CrtxDashboard, { readonly label: string; readonly icon: string }>> = {
  swarm: { label: 'Swarm Dashboard', icon: 'organization' },
  locks: { label: 'Locks Dashboard', icon: 'lock' },
  timeline: { label: 'Timeline Dashboard', icon: 'history' },
  graph: { label: 'Graph Dashboard', icon: 'type-hierarchy' },
};

const CHECKSUMS: Readonly<Record<CrtxHead['checksum'], { readonly text: string; readonly icon: string; readonly tone: string }>> = {
  verified: { text: 'verified', icon: 'verified', tone: 'good' },
  wrong: { text: 'does not match', icon: 'warning', tone: 'warning' },
  none: { text: 'none', icon: 'circle-large-outline', tone: 'quiet' },
  unchecked: { text: 'not checked', icon: 'unverified', tone: 'quiet' },
};

/** Relative time, with the exact time in its tooltip. */
function When({ at }: { readonly at: number }) {
  const exact = useClock((now) => moment(at, now));
  return <span title={exact}>{useClock((now) => ago(now - at))}</span>;
}

function Facts({ head }: { readonly head: CrtxHead }) {
  const { type, version, project, created, updated, size, checksum } = head;
  const { text, icon, tone } = CHECKSUMS[checksum];
  return (
    <dl className="file-facts" aria-label="Header">
      {type === null ? null : (
        <Fact title="Type">
          <Text value={version === null ? type : `${type}, version ${version}`} />
        </Fact>
      )}
      {project === null ? null : (
        <Fact title="Project">
          <Text value={project} />
        </Fact>
      )}
      {created === null ? null : (
        <Fact title="Made">
          <When at={created} />
        </Fact>
      )}
      {updated === null ? null : (
        <Fact title="Changed">
          <When at={updated} />
        </Fact>
      )}
      <Fact title="Size">{bytes(size)}</Fact>
      <Fact title="Checksum">
        <Icon name={icon} tone={tone} />
        {text}
      </Fact>
    </dl>
  );
}

/** Header with facts about the file, and links to dashboards that show its data. */
export function Head({ snapshot: { head, dashboards } }: { readonly snapshot: CrtxSnapshot }) {
  const store = useCrtx();
  return (
    <header className="page-head">
      <div className="title">
        <h1>
          <Text value={head.name} />
        </h1>
        <div className="steps">
          <Button label="Open as Text" icon="go-to-file" onPress={() => store.take({ kind: 'open-text' })} />
          {dashboards.map((dashboard) => (
            <Button key={dashboard} {...DASHBOARDS[dashboard]} onPress={() => store.take({ kind: 'open-dashboard', dashboard })} />
          ))}
        </div>
        <Keys title={head.name} keys={KEYS} />
      </div>
      <Facts head={head} />
    </header>
  );
}
