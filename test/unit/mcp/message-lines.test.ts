import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { MessageLines } from '../../../src/mcp/message-lines.ts';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';

/** Returns the lines that are passed on, and the answers to the others. */
async function handle(text: string | readonly Buffer[]) {
  const answers: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      answers.push(...String(chunk).trimEnd().split('\n'));
      done();
    },
  });
  const lines = new MessageLines(output);
  const passed: Buffer[] = [];
  for await (const chunk of lines.of(Readable.from(typeof text === 'string' ? [Buffer.from(text)] : text))) passed.push(chunk);
  return { lines, passed: Buffer.concat(passed).toString(), answers: answers.map((each) => JSON.parse(each)) };
}

const request = (id: unknown, rest: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', ...rest });

test.each([
  ['text', 'hello', -32_700, null],
  ['incomplete JSON', '{"jsonrpc":"2.0","id":1,', -32_700, null],
  ['a batch', `[${request(1)}]`, -32_600, null],
  ['null', 'null', -32_600, null],
  ['an object as id', request({}), -32_600, null],
  ['no method', '{"jsonrpc":"2.0","id":7}', -32_600, 7],
  ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}', -32_600, 'a'],
])('%s is answered with an error', async (_what, line, code, id) => {
  const { passed, answers } = await handle(`${line}\n${request(2)}\n`);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  expect(passed).toBe(`${request(2)}\n`);
});

test('messages are passed on as they are, whatever the chunks; empty lines are not answered', async () => {
  const text = `${request(1)}\r\n\n \n${request('ä')}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":3,"result":{}}\n`;
  const bytes = Buffer.from(text);
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    const { passed, answers } = await handle(chunks);
    expect([passed, answers]).toEqual([text.replace('\n\n \n', '\n'), []]);
  }
});

test('more open requests than allowed are refused until some are answered or cancelled', async () => {
  const many = Array.from({ length: 1_002 }, (_, id) => `${request(id)}\n`).join('');
  const { passed, answers } = await handle(many);
  expect(passed.trimEnd().split('\n')).toHaveLength(1_000);
  expect(answers).toMatchObject([{ id: 1_000, error: { code: -32_000 } }, { id: 1_001 }]);
  const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}\n';
  expect((await handle(`${many.split('\n').slice(0, 1_000).join('\n')}\n${cancelled}${request(2_000)}\n`)).answers).toEqual([]);
});

test('an answer makes room for a request', async () => {
  const input = new PassThrough();
  const lines = new MessageLines(new Writable({ write: (_chunk, _encoding, done) => done() }));
  let passed = '';
  lines.of(input).on('data', (chunk) => {
    passed += chunk;
  });
  for (let id = 0; id < 1_000; id += 1) input.write(`${request(id)}\n`);
  await expect.poll(() => passed).toContain('"id":999');
  lines.answered({ jsonrpc: '2.0', id: 3, result: {} });
  input.write(`${request('next')}\n`);
  await expect.poll(() => passed).toContain('"next"');
});

const LIMIT = 10 * 1_048_576;

test('lines up to the limit are passed on, in chunks that the library accepts', async () => {
  const long = (bytes: number) => `${request('long').slice(0, -1)}${' '.repeat(bytes - request('long').length)}}`;
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const chunks: Buffer[] = [];
  const input = Readable.from([Buffer.from(`${request(1)}\n${long(LIMIT)}\n${request(2)}\n${long(LIMIT + 1)}\n${request(3)}\n`)]);
  for await (const chunk of new MessageLines(output).of(input)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString() === `${request(1)}\n${long(LIMIT)}\n${request(2)}\n${request(3)}\n`).toBe(true);
  expect(Math.max(...chunks.map((each) => each.length))).toBe(LIMIT + 1);
});

test.each([
  ['one byte', LIMIT + 1],
  ['60 bytes', LIMIT + 60],
  ['2 MiB', 12 * 1_048_576],
  ['20 MiB', 30 * 1_048_576],
])('a line that is %s too long is answered with an error, and the server goes on', async (_what, bytes) => {
  const project = new CliProject();
  await project.run('init');
  const server = spawn(process.execPath, [cortexFile, 'mcp'], { cwd: project.root, stdio: 'pipe' });
  onTestFinished(() => void server.kill('SIGKILL'));
  let out = '';
  server.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const answers = () => (out === '' ? [] : out.trimEnd().split('\n')).map((line) => JSON.parse(line));
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  server.stdin.write(`${request('first', { method: 'initialize', params: client })}\n`);
  const start = request('long').slice(0, -1);
  server.stdin.write(`${start}${' '.repeat(bytes - start.length - 1)}}`);
  server.stdin.write(`\n${request('next')}\n`);
  await expect.poll(answers).toHaveLength(3);
  expect(answers()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ id: 'first', result: expect.anything() }),
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: `Invalid request: the line is longer than ${LIMIT} bytes` } },
      { jsonrpc: '2.0', id: 'next', result: {} },
    ]),
  );
  server.stdin.end();
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test.each(['y', '{', request(1)])(
  'SIGTERM ends the server under a flood of lines (%s), whose client reads no answers, in bounded memory',
  async (line) => {
    const project = new CliProject();
    await project.run('init');
    const flood = spawn('yes', [line], { stdio: ['ignore', 'pipe', 'ignore'] });
    const server = spawn(process.execPath, [cortexFile, 'mcp'], { cwd: project.root, stdio: [flood.stdout, 'pipe', 'pipe'] });
    try {
      await once(server.stdout, 'readable');
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      if (process.platform === 'linux') {
        const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]);
        expect(kilobytes).toBeLessThan(200 * 1_024);
      }
      const began = performance.now();
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
      expect(performance.now() - began).toBeLessThan(3_000);
    } finally {
      server.kill('SIGKILL');
      flood.kill('SIGKILL');
    }
  },
);
