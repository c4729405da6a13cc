import fs from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { findCodec } from '../../../src/guard/index.ts';
import { GuardedProject, type Vendor } from './support.ts';

/** Recorded hook payloads of programs (test/agents), without machine-specific folders. */
const RECORDINGS: readonly (readonly [string, Vendor])[] = [
  ['claude', 'claude'],
  ['gemini', 'gemini'],
  ['codex', 'codex'],
  ['copilot', 'copilot'],
  ['opencode', 'opencode'],
  // Copilot CLI also runs the hooks for these vendors.
  ['copilot-for-vscode', 'vscode'],
  ['copilot-for-claude', 'claude'],
];

function payloadsOf(name: string, project: GuardedProject): string[] {
  const recorded = fs.readFileSync(fromRoot('test/fixtures/agents', `${name}.jsonl`), 'utf8');
  return recorded.trim().replaceAll('{PROJECT}', project.root).replaceAll('{HOME}', `${project.root}-home`).split('\n');
}

/** Each recording does the same: it reads `src/held.ts`, tries to change it in several ways, and edits `src/free.ts`. */
function expected(payload: string, kind: string | undefined): string {
  if (kind === 'start') return 'You are bob.';
  if (kind === 'stop') return 'You have an unfinished task or hold locks.';
  if (/"git stash"/.test(payload)) return 'Refused: this git command';
  return /broken|git checkout/.test(payload) ? 'Refused: another agent holds' : 'nothing';
}

test.each(RECORDINGS)('recorded payloads of %s get the expected replies', async (name, vendor) => {
  const project = await GuardedProject.make();
  for (const file of ['src/held.ts', 'src/free.ts']) project.write(file, 'text\n');
  await project.run('lock acquire src/held.ts --agent ann --ttl 1h');
  await project.run('lock acquire src/free.ts --agent bob --ttl 1h');
  const payloads = payloadsOf(name, project);
  for (const payload of payloads) {
    const { reply, problem } = await project.askText(vendor, payload);
    const kind = findCodec(vendor)?.read(JSON.parse(payload), project.root).event.kind;
    const said = problem ?? (reply === null ? 'nothing' : JSON.stringify(reply));
    expect(said, payload).toContain(expected(payload, kind));
  }
  expect(payloads.length).toBeGreaterThan(3);
});
