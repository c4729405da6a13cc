import { installOutput } from '../../engine/install/install-schemas.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { changesText } from './changes.ts';
import { type Asked, type Text, text } from './layout.ts';

function installed(answer: Checked<typeof installOutput>, _now: number, { remove }: Asked): string {
  const changes = changesText(answer, remove === true ? 'Took it out of' : 'Wrote');
  return answer.written ? [changes, ...answer.steps].join('\n') : changes;
}

export const installTexts: Readonly<Record<string, Text>> = { install: text(installOutput, installed) };
