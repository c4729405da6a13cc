import { createDispatcher } from './dispatch.ts';

const messages = async () => (await import('./commands/cstack-work.ts')).runMessages;
const plan = async () => (await import('./commands/cstack-work.ts')).runPlan;
const reading = async () => (await import('./commands/cstack-reading.ts')).runReading;

/** Runs `cstack`. */
export const cstackProgram = createDispatcher({
  commands: new Map([
    ['init', messages],
    ['send', messages],
    ['recv', messages],
    ['status', messages],
    ['watch', messages],
    ['plan', plan],
    ['ready', plan],
    ['blocked', plan],
    ['graph', plan],
    ['critical-path', plan],
    ['thread', reading],
    ['search', reading],
    ['overdue', reading],
    ['hooks', reading],
    ['agents', reading],
    ['route', async () => (await import('./commands/cstack-route.ts')).runRoute],
    ['compact', reading],
    ['doctor', reading],
    ['settle', reading],
    ['completion', reading],
    ['complete', async () => (await import('./commands/complete.ts')).runStackCompletion],
  ]),
  groups: new Set(['plan', 'agents']),
  others: async () => (await import('./commands/cstack-help.ts')).runHelp,
});
