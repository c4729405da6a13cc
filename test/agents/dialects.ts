import { type Dialect, EVENT_STREAM, events, items, member, namesIn } from './dialect.ts';

/** Anthropic Messages: Claude Code. */
const messages: Dialect = {
  matches: (path) => /\/v1\/messages(?:\?|$)/.test(path),
  toolsOf: (body) => namesIn(member(body, 'tools')),
  answer: (turn, number) => {
    const isText = 'text' in turn;
    const start = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_${number}`, name: turn.tool, input: {} };
    const delta = isText ? { type: 'text_delta', text: turn.text } : { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, usage };
    const list = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return { type: EVENT_STREAM, text: events(list.map((data) => ({ event: data.type, data }))) };
  },
};

/** The patch tool of Codex takes a text instead of JSON. */
const FREE_TEXT = 'freeText';

/** OpenAI Responses: Codex. */
const responses: Dialect = {
  matches: (path) => /\/responses(?:\?|$)/.test(path),
  toolsOf: (body) =>
    items(member(body, 'tools')).flatMap((tool) => [
      ...namesIn([tool]),
      ...namesIn(member(tool, 'tools')).map((name) => `${namesIn([tool]).join()}${name}`),
    ]),
  answer: (turn, number) => {
    const id = `resp_${number}`;
    const item =
      'text' in turn
        ? { type: 'message', role: 'assistant', id: `msg_${number}`, content: [{ type: 'output_text', text: turn.text }] }
        : callOf(turn.tool, turn.input, number);
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const list = [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, output: [item], usage } },
    ];
    return { type: EVENT_STREAM, text: events(list.map((data) => ({ event: data.type, data }))) };
  },
};

function callOf(tool: string, input: Readonly<Record<string, unknown>>, number: number) {
  const ids = { id: `item_${number}`, call_id: `call_${number}` };
  if (FREE_TEXT in input) return { type: 'custom_tool_call', ...ids, name: tool, input: input[FREE_TEXT] };
  const [namespace, name] = tool.includes('/') ? tool.split('/') : [undefined, tool];
  return { type: 'function_call', ...ids, ...(namespace !== undefined && { namespace }), name, arguments: JSON.stringify(input) };
}

/** OpenAI Chat Completions: OpenCode, Copilot CLI. */
const completions: Dialect = {
  matches: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  toolsOf: (body) => namesIn(items(member(body, 'tools')).map((tool) => member(tool, 'function'))),
  answer: (turn, number) => {
    const call = 'tool' in turn && {
      tool_calls: [
        { index: 0, id: `call_${number}`, type: 'function', function: { name: turn.tool, arguments: JSON.stringify(turn.input) } },
      ],
    };
    const delta = { role: 'assistant', ...('text' in turn ? { content: turn.text } : call) };
    const frame = { id: `chat_${number}`, object: 'chat.completion.chunk', created: 0, model: 'scripted' };
    const finish = 'text' in turn ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const list = [
      { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...frame, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
    ];
    return { type: EVENT_STREAM, text: `${events(list.map((data) => ({ data })))}data: [DONE]\n\n` };
  },
};

/** Gemini: Gemini CLI. */
const generateContent: Dialect = {
  matches: (path) => /:(?:stream)?[gG]enerateContent/.test(path),
  toolsOf: (body) => items(member(body, 'tools')).flatMap((tool) => namesIn(member(tool, 'functionDeclarations'))),
  answer: (turn, _number, path) => {
    const part = 'text' in turn ? { text: turn.text } : { functionCall: { name: turn.tool, args: turn.input } };
    const data = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    };
    const isStream = path.includes(':stream');
    return isStream ? { type: EVENT_STREAM, text: events([{ data }]) } : { type: 'application/json', text: JSON.stringify(data) };
  },
};

/** All that the programs speak. */
export const DIALECTS: readonly Dialect[] = [messages, responses, completions, generateContent];
