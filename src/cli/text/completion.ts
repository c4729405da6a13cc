import { completionOutput } from '../completion/completion-operation.ts';
import { type Text, textOutput } from './layout.ts';

export const completionTexts: Readonly<Record<string, Text>> = {
  completion: textOutput(completionOutput, ({ script }) => script.trimEnd()),
};
