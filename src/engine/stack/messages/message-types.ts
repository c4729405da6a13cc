/** Known types of messages (seed 3, "Message Types"). Any other line is allowed too and preserved. */
export const MESSAGE_TYPES = ['task', 'question', 'milestone', 'blocked', 'done'] as const;

/** Types of messages that a person sends from `cortex needs-you`. They are neither work nor wait for an answer. */
export const ANSWER_TYPES = { answer: 'answer', reminder: 'reminder' } as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];
