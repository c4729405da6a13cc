import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listEvents } from '../../../../src/engine/needs/events/events.ts';
import { readNeeds } from '../../../../src/engine/needs/needs-you.ts';
import type { ProtocolLocation } from '../../../../src/engine/platform/protocol.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { FollowedProtocol } from '../../../../src/engine/workspace/followed-protocol.ts';
import { PROTOCOLS } from '../../../../src/engine/workspace/protocols.ts';
import { toyProtocol } from '../../../fixtures/toy-protocol/toy.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
const ALL = [...PROTOCOLS, toyProtocol];

/** Creates a folder with an unanswered question. */
function asked(): string {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.toy'));
  fs.writeFileSync(path.join(root, '.toy', 'QUESTIONS.md'), 'Why?\nWhen? -> now\n');
  return root;
}

test('each protocol has a unique name, and signs by which it is found', () => {
  expect(new Set(PROTOCOLS.map(({ name }) => name)).size).toBe(PROTOCOLS.length);
  for (const { markers: signs } of PROTOCOLS) expect(signs.names.length).toBeGreaterThan(0);
});

test('the needs of an added protocol are listed with the others', async () => {
  const root = asked();
  const place = { directory: root, home: path.join(root, 'home'), environment: {} };
  const needs = await readNeeds(runtime, place, { protocols: ALL });
  expect(needs).toMatchObject([{ kind: 'toy', title: 'Why?', rank: 'question' }]);
  expect(await readNeeds(runtime, place)).toEqual([]);
});

test('the changes of an added protocol are listed with the others', async () => {
  const root = asked();
  const signal = new AbortController().signal;
  const context = { runtime, directory: root, exactDirectory: false, interactive: false, signal, progress: () => undefined };
  const input = { cursorFile: path.join(root, 'cursor.json'), follow: false, team: undefined, vault: undefined };
  const environment = { HOME: root };
  const changes = async () => (await listEvents({ ...context, environment }, input, ALL)).output.events;
  expect(await changes()).toEqual([]);
  fs.writeFileSync(path.join(root, '.toy', 'QUESTIONS.md'), 'Why? -> so\nWhen? -> now\n');
  expect(await changes()).toMatchObject([{ source: 'toy', kind: 'question-changed', subject: 'Why?', detail: 'open → answered', line: 1 }]);
});

test('all protocols are followed in the same way, with their problems', async () => {
  const root = asked();
  const place: ProtocolLocation = { folder: root, home: path.join(root, 'home'), named: '', environment: {}, isTrusted: true };
  const failed: unknown[] = [];
  const followed = ALL.map((each) => {
    const options = { runtime, watch: watchDirectory, failed: (error: unknown) => void failed.push(error) };
    const one = new FollowedProtocol(each, options);
    onTestFinished(() => one.close());
    return one;
  });
  await Promise.all(followed.map((each) => each.show([place])));
  expect(followed.map(({ isUsed }) => isUsed)).toEqual([...PROTOCOLS.map(() => false), true]);
  const needs = await Promise.all(followed.flatMap(({ places }) => places.map((each) => each.needs(0))));
  expect(needs.flat()).toMatchObject([{ kind: 'toy', title: 'Why?' }]);
  fs.writeFileSync(path.join(root, '.toy', 'QUESTIONS.md'), Buffer.of(0xff, 0xfe));
  const problems = () => followed.flatMap((each) => each.problems());
  await waitFor('the problem', async () => problems().length === 1);
  expect(problems()).toMatchObject([{ severity: 'error', file: path.join(root, '.toy', 'QUESTIONS.md') }]);
  expect(failed).toEqual([]);
});
