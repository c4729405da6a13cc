/** Timelines for the Timeline dashboard. */
import type { TimelineEntry } from '../../src/engine/crtx/index.ts';
import { entryOf } from '../unit/engine/timeline/make.ts';
import { agent, broken, manifest, NOW, task } from '../unit/host/view-models.ts';
import { project } from './held.ts';
import { FAMILY, LONG, MARKUP, OVERRIDE } from './projects.ts';
import type { Told } from './timeline-host.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const entry = (id: string, agoMs: number, more: Partial<TimelineEntry>): TimelineEntry => entryOf(id, { timestamp: NOW - agoMs, ...more });
const about = (...files: readonly string[]): Pick<TimelineEntry, 'context'> => ({ context: { files: [...files], task: 'tax', state: {} } });

const viewModel = project('shop', { manifest: manifest(task('root'), { agents: [agent('ben'), agent('cleo'), agent('dan')] }) });

const WHY = `The rates change twice a year, and three places knew them by heart.

A table that is read once is slower by a millisecond, and there is one place to mend.`;

const entries: readonly TimelineEntry[] = [
  entry('cache', 30 * 24 * HOUR, {
    ...about('src/checkout/tax.ts'),
    agentId: 'cleo',
    type: 'experiment',
    action: 'Kept the rates in a cache',
    reasoning: 'Reading them took long.',
    outcome: 'failure',
    outcomeDetail: 'Old rates were shown for a day.',
  }),
  entry('sum', 26 * HOUR, {
    ...about('src/checkout/tax.ts', 'src/receipt/print.ts'),
    agentId: 'ben',
    type: 'discovery',
    action: 'Two sums are rounded twice',
    reasoning: 'Cents are missing.',
    outcome: 'success',
  }),
  entry('table', 5 * HOUR, {
    agentId: 'ben',
    type: 'decision',
    action: 'The rates come from one table',
    reasoning: WHY,
    confidence: 0.9,
    parent: 'sum',
    context: {
      files: ['src/checkout/tax.ts', 'src/checkout/rates.json', 'docs/'],
      task: 'tax',
      branch: 'rates',
      trigger: 'A customer wrote',
      state: { places: 3 },
    },
    refs: ['#112', 'docs/rates.md'],
    outcome: 'success',
    outcomeDetail: 'All three places read it.',
  }),
  entry('moved', 4 * HOUR, {
    ...about('src/checkout/rates.json'),
    agentId: 'dan',
    type: 'refactor',
    action: 'Moved the rates of 27 countries',
    parent: 'table',
    outcome: 'success',
  }),
  entry('slow', 40 * MINUTE, {
    ...about('src/checkout/tax.ts'),
    agentId: 'cleo',
    type: 'failure',
    action: 'The first sum takes two seconds',
    parent: 'table',
    outcome: 'failure',
  }),
  entry('ask', 9 * MINUTE, {
    agentId: 'dan',
    type: 'escalation',
    action: 'May receipts be printed anew?',
    reasoning: 'They would show other sums.',
  }),
  entry('own', 20_000, { agentId: 'ben', type: 'retrospective', action: 'A type that is ours', outcome: 'half done' }),
];

export const told: Told = { entries, viewModel, request: null };

export const nothing: Told = { entries: [], viewModel, request: null };

export const untrusted: Told = {
  ...told,
  viewModel: { ...viewModel, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' },
};

export const unread: Told = { entries: '{ "header": ', viewModel: { ...viewModel, problems: [broken] }, request: null };

export const hostile: Told = {
  entries: [
    entry('__proto__', 0, {
      agentId: LONG,
      type: MARKUP,
      action: `${MARKUP}\n\n${LONG}`,
      reasoning: `${LONG}\u0000\u001b[31m`,
      outcome: LONG,
      context: {
        files: [`${LONG}/${LONG}`, OVERRIDE, MARKUP, '../../etc'],
        task: MARKUP,
        branch: LONG,
        trigger: FAMILY,
        state: { [LONG]: MARKUP },
      },
      refs: [LONG, MARKUP],
      outcomeDetail: LONG,
      parent: 'constructor',
      children: ['toString'],
    }),
    entry(LONG, 1, {
      agentId: OVERRIDE,
      action: `gpj.exe${OVERRIDE}`,
      context: { files: [`${LONG}/${LONG}`], state: {} },
      parent: '__proto__',
    }),
    entry('rtl', 2, { agentId: 'مبرمج', action: 'إصلاح حساب الضريبة لكل بلد', reasoning: FAMILY }),
    entry('empty', 1e11, { agentId: '', type: '', action: '', reasoning: '', outcome: '' }),
  ],
  viewModel: project(LONG, { problems: [broken] }),
  request: null,
  others: [{ root: `/elsewhere/${LONG}` }, { root: `/${MARKUP}` }],
};

/** An entry in each second, the newest is the last. @param count of entries, at most 40,000 */
export function hugeTold(count: number): Told {
  const all = Array.from({ length: count }, (_, n) =>
    entry(`e${n}`, (40_000 - n) * 1_000, {
      ...about(`src/${n % 97}/file-${n}.ts`),
      agentId: `agent-${n % 211}`,
      action: `Step ${n}`,
      type: n % 3 === 0 ? 'failure' : 'fix',
      outcome: n % 3 === 0 ? 'failure' : 'success',
    }),
  );
  return { entries: all, viewModel, request: null };
}
