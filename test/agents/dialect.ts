/** What the scripted model does next: it says something and ends its turn, or calls one tool. */
export type Turn = { readonly text: string } | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** The request of a program to its model. */
export interface ModelRequest {
  readonly path: string;
  readonly body: unknown;
}

/** How programs of one kind talk to their models. */
export interface Dialect {
  /** Whether a request asks a model for a turn. */
  matches(path: string): boolean;
  /** The names of the tools that a request offers. */
  toolsOf(body: unknown): string[];
  /** The body of the answer and its content type. */
  answer(turn: Turn, number: number, path: string): { readonly type: string; readonly text: string };
}

/** Events as a server sends them. */
export const events = (list: readonly { readonly event?: string; readonly data: unknown }[]): string =>
  list.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`).join('');

export const EVENT_STREAM = 'text/event-stream';

/** A member of something whose type is unknown; `undefined` where there is none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

/** The members of a list; none where it is no list. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts under a name in each member of a list. */
export const namesIn = (list: unknown, name = 'name'): string[] =>
  items(list).flatMap((each) => {
    const found = member(each, name);
    return typeof found === 'string' ? [found] : [];
  });
