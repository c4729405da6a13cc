/** Text of the messages, which itself looks like messages. */
export const contentOf = (name: string, n: number) => `message ${n}\n\n---\nFrom: nobody\n---\nof ${name}`;
