import { initOutput, verifyOutput } from '../../engine/crtx/index.ts';
import type { Checked } from '../../engine/kernel/on-demand.ts';
import { counted, plain, type Text, text } from './layout.ts';

function verified({ files, errors, warnings }: Checked<typeof verifyOutput>): string {
  const lines = files.flatMap(({ file, findings }) =>
    findings.map(({ severity, message, line, column, next }) => {
      const place = [file, line, column].filter((part) => part !== null).join(':');
      return plain(`${place}: ${severity}: ${message}${next === null ? '' : ` ${next}`}`);
    }),
  );
  return [...lines, `${counted(files.length, 'file')} checked: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`].join('\n');
}

export const projectTexts: Readonly<Record<string, Text>> = {
  init: text(initOutput, ({ root, created }) => `${created ? 'Made' : 'There is already a'} ${plain(root)}/.cortex`),
  verify: text(verifyOutput, verified),
};
