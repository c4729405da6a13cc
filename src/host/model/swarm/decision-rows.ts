import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { OpenSubject } from '../../../engine/swarm/index.ts';
import { decisionContext } from '../contexts.ts';
import { groupRow, limitRows, noRows, type Row } from '../row.ts';
import { counted, oneLine } from '../text.ts';
import { getDecisions, waitsForPerson, waitText } from './decisions.ts';

const ICONS: Readonly<Record<OpenSubject['kind'], string>> = { proposal: 'lightbulb', question: 'question', merge: 'git-merge' };

/** Returns the group of open decisions; empty if there are none. */
export function decisionRows(manifest: SwarmManifest): readonly Row[] {
  const { open } = getDecisions(manifest);
  if (open.length === 0) return [];
  const mine = open.filter((subject) => waitsForPerson(subject, manifest)).length;
  const description = mine === 0 ? String(open.length) : `${open.length}, ${counted(mine, 'waits', 'wait')} for a person`;
  return [
    groupRow({ id: 'decisions', label: 'Open Decisions', description, icon: 'law' }, () =>
      limitRows('decisions', open, (subject) => decisionRow(subject, waitsForPerson(subject, manifest))),
    ),
  ];
}

function decisionRow(subject: OpenSubject, isUrgent: boolean): Row {
  const { id, task, kind, about, options } = subject;
  const label = oneLine(about, 60) || oneLine(task, 60);
  const waits = waitText(subject);
  const choices = kind === 'question' ? [`Options: ${oneLine(options.join(', '), 300)}`] : [];
  return {
    id: `decision/${id}`,
    subject: { kind: 'decision', id, choice: null },
    label,
    description: waits,
    icon: { name: ICONS[kind], ...(isUrgent && { color: 'charts.yellow' }) },
    tooltip: [oneLine(about, 500), `${kind} about ${oneLine(task, 60)}, waits for ${waits}`, ...choices].join('\n'),
    accessibility: `${kind}, ${label}, waits for ${waits}`,
    context: decisionContext(subject),
    command: null,
    unfolded: null,
    children: noRows,
  };
}
