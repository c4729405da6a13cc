/** The types that messages have (seed 3, "Message Types"); any other line is one, too, and kept. */
export const MESSAGE_TYPES = ['task', 'question', 'milestone', 'blocked', 'done'] as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];
