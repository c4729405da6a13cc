/** Descriptions of the commands over all protocols. The help of other commands needs only these. */
export const NEEDS_COMMANDS = {
  status: 'Show everything at a glance: swarm, agents, locks, messages, work queues and memory',
  events: 'List what changed in all protocols; --follow goes on',
  'needs-you': 'List items that wait for a person, most urgent first',
  snooze: 'Snooze an item of Needs You',
} as const;
