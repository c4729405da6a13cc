import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { outlookOf, outlookText } from '../../../engine/swarm/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import { clockTime } from '../../model/text.ts';
import { createLine, type LineWithTarget } from './lines.ts';

/** Returns the line that says whether the budget lasts, if that is known. */
export function outlookLines(manifest: SwarmManifest, view: SwarmView, now: number): LineWithTarget[] {
  const outlook = outlookOf(manifest, view, now);
  if (outlook === null) return [];
  const isEnough = outlook.kind === 'enough';
  return [
    createLine({
      id: 'outlook',
      icon: isEnough ? 'credit-card' : 'warning',
      tone: isEnough ? 'quiet' : 'warning',
      label: outlookText(outlook, (at) => clockTime(at, now)),
      said: isEnough ? 'at the present rate' : '',
      to: { command: 'cortex.dashboard.open' },
    }),
  ];
}
