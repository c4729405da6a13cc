/** The types that messages have (seed 3, "Message Types"); any other line is one, too, and kept. */
export const MESSAGE_TYPES = ['task', 'question', 'milestone', 'blocked', 'done'] as const;

/** The types of what a person sends from `cortex needs-you`: neither is work, nor waits for an answer. */
export const ANSWER_TYPES = { answer: 'answer', reminder: 'reminder' } as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];
