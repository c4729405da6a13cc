import { clipText, problemRows } from '../model/pages.ts';
import type { ShownContent } from './crtx-content.ts';
import type { CrtxReading } from './crtx-reading.ts';
import type { CrtxDashboard, CrtxHead, CrtxState } from './protocol.ts';
import { valueAtPath } from './value-path.ts';
import { plainText, toMoment } from './value-text.ts';

/** Inputs of the state. */
export interface CrtxInputs {
  readonly name: string;
  readonly reading: CrtxReading;
  readonly visible: ShownContent;
  /** Whether the file belongs to the project that the dashboards show. */
  readonly isOfProject: boolean;
  readonly now: number;
}

const DASHBOARDS: ReadonlyMap<string, readonly CrtxDashboard[]> = new Map([
  ['swarm', ['swarm', 'locks']],
  ['timeline', ['timeline']],
  ['graph', ['graph']],
]);

/** Returns the state of the page. */
export function crtxState({ name, reading, visible: sight, isOfProject, now }: CrtxInputs): CrtxState {
  const head = headOf(name, reading);
  return {
    kind: 'crtx',
    snapshot: {
      ...sight,
      head,
      problems: problemRows(reading.problems),
      dashboards: isOfProject ? (DASHBOARDS.get(head.type ?? '') ?? []) : [],
      hidden: reading.hidden,
      now,
    },
  };
}

function headOf(name: string, { value, size, checksum }: CrtxReading): CrtxHead {
  const said = (key: string): unknown => valueAtPath(value, ['header', key])?.value;
  const text = (key: string): string | null => {
    const found = said(key);
    const plain = found === undefined ? null : plainText(found);
    return plain === null || plain === '' ? null : clipText(plain);
  };
  return {
    name: clipText(name),
    type: text('type'),
    version: text('cortex'),
    project: text('project'),
    created: toMoment(said('created')),
    updated: toMoment(said('updated')),
    size,
    checksum,
  };
}
