import { eventSchema } from '../../engine/needs/events/events-schemas.ts';
import { escapeText, padToWidth, seconds, type Text, textOutput } from './layout.ts';
import { styled } from './style.ts';

/** Width of a time, and of most sources and kinds, so that lines of a stream are aligned. */
const WIDTH = { time: 20, source: 8, kind: 18, agent: 11 };

/** The text of each change, on one line. */
export const eventParts: Readonly<Record<string, Text>> = {
  events: textOutput(eventSchema, ({ at, source, kind, agent, subject, detail }) => {
    const time = at === null ? '' : seconds(Date.parse(at));
    const columns = [
      padToWidth(styled('weak', time), WIDTH.time),
      padToWidth(styled('weak', source), WIDTH.source),
      padToWidth(styled(/fail|broken|expired|abort/.test(kind) ? 'bad' : 'strong', kind.replaceAll('-', ' ')), WIDTH.kind),
      padToWidth(escapeText(agent ?? ''), WIDTH.agent),
    ];
    return [...columns, ...[subject, detail].map(escapeText)].join('  ').trimEnd();
  }),
};
