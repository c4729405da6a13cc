import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import { agent, manifest, NOW, task } from '../unit/host/view-models.ts';
import type { CrtxFile } from './crtx-host.ts';
import { FAMILY, LONG, MARKUP, OVERRIDE, STACKED } from './projects.ts';

/** `.crtx` files as the readable view shows them, made up. */

const HOUR = 3_600_000;
const times = { created: NOW - 49 * HOUR, updated: NOW - 90_000 };

const tasks = task('checkout', {
  description: 'Rewrite the checkout so that it survives a reload',
  children: [
    task('rates', { description: 'Take the rates from one table', status: 'done', assignedTo: 'ada' }),
    task('tests', { description: 'Test the rounding of every currency', status: 'active', assignedTo: 'ben' }),
    task('page', { description: 'Build the page', dependencies: ['rates', 'tests'] }),
  ],
});

/** The file of a swarm, as the programs write it. */
export const swarmFile: CrtxFile = {
  name: 'swarm.crtx',
  content: renderCortexFile('swarm', 'shop', manifest(tasks, { agents: [agent('ada'), agent('ben')] }), times),
};

const SWARM = JSON.stringify({ header: { cortex: 1, type: 'swarm', checksum: '' } });
/** Texts that agents may write to disturb whoever reads them. */
export const hostileFile: CrtxFile = {
  name: `${MARKUP}${OVERRIDE}.crtx`,
  content: JSON.stringify({
    header: { ...JSON.parse(SWARM).header, project: `${OVERRIDE}${MARKUP}` },
    data: {
      [MARKUP]: MARKUP,
      [LONG.repeat(5)]: LONG.repeat(5),
      __proto: { [OVERRIDE]: FAMILY },
      family: FAMILY,
      stacked: STACKED,
      hebrew: 'שלום עולם, זה טקסט מימין לשמאל',
      lines: 'one\ntwo\u0000\u001b[31mthree\u2028four',
      '': '',
      list: [[], {}, [[]], null, true, -0.5],
    },
  }),
};

export const brokenFile: CrtxFile = { name: 'swarm.crtx', content: '{\n  "header": {"type": "swarm",,}\n}' };
export const newerFile: CrtxFile = {
  name: 'timeline.crtx',
  content: '{"header":{"cortex":9,"type":"timeline","project":"shop"},"data":[{"id":"e1"}]}',
};
export const largeFile: CrtxFile = {
  name: 'graph.crtx',
  content: { size: 20_000_000, value: undefined, checksum: 'unchecked', problems: [], hidden: 'It is larger than 10 MiB.' },
};
export const emptyFile: CrtxFile = { name: 'empty.crtx', content: '{}' };

/** A file with so many entries. */
export const longFile = (entries: number): CrtxFile => ({
  name: 'timeline.crtx',
  content: JSON.stringify({
    header: { cortex: 1, type: 'timeline', project: 'shop', ...times, checksum: '' },
    data: Array.from({ length: entries }, (_, n) => ({
      id: `entry-${n}`,
      timestamp: NOW - n * 60_000,
      action: `Step ${n}`,
      files: [`src/${n}.ts`],
    })),
  }),
});
