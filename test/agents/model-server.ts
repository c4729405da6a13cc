import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { items, type ModelRequest, member, type Turn } from './dialect.ts';
import { DIALECTS } from './dialects.ts';

/** What a program gets for requests besides the conversation, such as the title of its session. */
const ASIDE: Turn = { text: 'Scripted.' };
const END: Turn = { text: 'Done.' };

const conversationOf = (body: unknown): readonly unknown[] =>
  ['messages', 'input', 'contents'].map((name) => items(member(body, name))).find(({ length }) => length > 0) ?? [];

/** A model that plays a script, for programs on this machine. */
export class ModelServer {
  /** The requests of the conversation, in order. */
  readonly requests: ModelRequest[] = [];
  /** All other requests: `METHOD path`. */
  readonly others: string[] = [];
  readonly #server = http.createServer((request, response) => void this.#serve(request, response));
  #turns: Turn[] = [];
  #answered = 0;

  private constructor() {}

  static async start(): Promise<ModelServer> {
    const server = new ModelServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Whether the script is over, and its last turn was answered. */
  get isPlayed(): boolean {
    return this.#turns.length === 0;
  }

  /** What a request of the conversation has beyond the one before, as JSON; `''` where there is no such request. */
  newIn(number: number): string {
    const [before, request] = [this.requests[number - 1], this.requests[number]];
    if (request === undefined) return '';
    const known = before === undefined ? 0 : conversationOf(before.body).length;
    return JSON.stringify(number === 0 ? request.body : conversationOf(request.body).slice(known));
  }

  /** Plays a script from now on; after its last turn the model ends each turn. */
  play(turns: readonly Turn[]): void {
    this.#turns = [...turns];
    this.requests.length = 0;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const sent = await text(request);
    const dialect = DIALECTS.find((each) => request.method === 'POST' && each.matches(path));
    if (dialect === undefined) {
      this.others.push(`${request.method} ${path}`);
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
      return;
    }
    const body: unknown = JSON.parse(sent);
    const isAside = dialect.toolsOf(body).length === 0;
    if (!isAside) this.requests.push({ path, body });
    const turn = isAside ? ASIDE : (this.#turns.shift() ?? END);
    this.#answered += 1;
    const { type, text: answer } = dialect.answer(turn, this.#answered, path);
    response.writeHead(200, { 'content-type': type }).end(answer);
  }
}
