import { expect, it } from 'vitest';
import { parseCurrentText } from '../../../../src/engine/stack/current.ts';

const CURRENT = `# Current State

## Current Task
Write the parser.

More of it.

## Focus
Speed

## Next Steps
- Step 1
2. Step 2
not a step
* <step>
`;

it('says what the agent is at', () => {
  const state = { task: 'Write the parser.\n\nMore of it.', focus: 'Speed', nextSteps: ['Step 1', 'Step 2'] };
  expect(parseCurrentText(CURRENT)).toEqual(state);
  expect(parseCurrentText(CURRENT.replaceAll('\n', '\r\n'))).toMatchObject({ focus: 'Speed', nextSteps: state.nextSteps });
});

it('is empty where nothing is said, or nobody has filled in the template', () => {
  const empty = { task: '', focus: '', nextSteps: [] };
  expect(parseCurrentText('')).toEqual(empty);
  expect(parseCurrentText('## current task\n<description of active task>\n## Focus\n\n## Next Steps\n')).toEqual(empty);
});
