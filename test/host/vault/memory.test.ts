import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, inFolder, log, runAccepting } from '../support.ts';

const run = (command: string, subject?: object) => vscode.commands.executeCommand(command, subject);
const read = (note: string) => readFileSync(inFolder(note), 'utf8');
const note = (notePath: string) => ({ kind: 'note', path: notePath });

const ACCEPTED = /^accepted_by: person:.+\naccepted: \d{4}-\d\d-\d\d\n/m;

function front(): string {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? '' : uri.scheme === 'file' ? path.relative(inFolder(), uri.fsPath).replaceAll('\\', '/') : uri.path;
}

const isInFront = (wanted: string) => waitFor(`${wanted} in front, not ${front()}`, async () => front() === wanted);

describe('a folder that is a memory vault', () => {
  before(() => waitFor('activation, with nothing asked for', async () => extension().isActive));

  it('is searched as on the command line, and the best note opens', async () => {
    const found = (await cortex('vault', 'search', 'invoices', 'cron')) as { results: { path: string }[] };
    await runAccepting('cortex.memory.search', { kind: 'notes', query: 'invoices cron' });
    await isInFront(found.results[0]?.path ?? 'what the command line finds first');
  });

  it('is filtered by typed filters', async () => {
    await runAccepting('cortex.memory.search', { kind: 'notes', query: 'type:user status:archived' });
    await isInFront('user/working_hours.md');
  });

  it('opens the note of a row', async () => {
    await run('cortex.memory.open', note('rules/hold_and_watch.md'));
    await isInFront('rules/hold_and_watch.md');
  });

  it('finds a note that another program has just written, and not a removed one', async () => {
    const file = inFolder('atoms', 'zebra.md');
    writeFileSync(file, '---\nname: Zebra crossing\ntype: concept\nproject: ops\nupdated: 2026-04-13\n---\nStripes.\n');
    await waitFor('the new note', async () => {
      await runAccepting('cortex.memory.search', { kind: 'notes', query: 'striped zebra' });
      return front() === 'atoms/zebra.md';
    });
    rmSync(file);
    await run('cortex.refresh');
    await run('cortex.memory.open', note('atoms/zebra.md'));
    await waitFor('a word in the log', async () => log().includes('cortex.memory.open: the note no longer exists'));
  });

  it('accepts a note for the person, which records it, and nothing else changes', async () => {
    const before = read('insights/slow_schema_changes.md');
    assert.match(before, /^status: review$/m);
    await run('cortex.memory.accept', note('insights/slow_schema_changes.md'));
    const accepted = read('insights/slow_schema_changes.md');
    assert.match(accepted, ACCEPTED);
    assert.equal(accepted.replace(ACCEPTED, ''), before.replace('status: review', 'status: active'));
  });

  it('archives a note', async () => {
    const before = read('feedback/short_notes.md');
    await run('cortex.memory.archive', note('feedback/short_notes.md'));
    assert.equal(
      read('feedback/short_notes.md').replace(/^decided(_by)?: .+\n/gm, ''),
      before.replace('status: active', 'status: archived'),
    );
  });

  it('supersedes a note by one that the person selects', async () => {
    await runAccepting('cortex.memory.supersede', note('atoms/api_rate_limits.md'));
    assert.match(read('atoms/api_rate_limits.md'), /^status: superseded$[\s\S]*^superseded_by: /m);
  });

  it('shows a report of its problems as a document', async () => {
    await run('cortex.memory.report');
    await isInFront('/Memory Report.md');
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /^# Memory report$[\s\S]*^## To decide \(1\)\s+- `rules\/hold_and_watch\.md`: contradicts [\s\S]*^## Orphans/m);
    const uri = vscode.window.activeTextEditor?.document.uri;
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    assert.equal(links[0]?.target?.fsPath, inFolder('rules/hold_and_watch.md'));
    assert.equal(vscode.window.activeTextEditor?.document.getText(links[0]?.range).replace(/:\d+$/, ''), 'rules/hold_and_watch.md');
  });

  it('writes its indexes', async () => {
    rmSync(inFolder('index'), { recursive: true, force: true });
    await run('cortex.memory.index');
    assert.ok(existsSync(inFolder('index', 'manifest.json')));
  });

  it('is reconfigured when cortex.toml becomes invalid, and when it is valid again', async () => {
    const toml = read('cortex.toml');
    writeFileSync(inFolder('cortex.toml'), '[layers]\nhot = "soon"\n');
    await run('cortex.refresh');
    await run('cortex.memory.problem');
    await waitFor('why', async () => /cortex\.memory\.problem: .*cortex\.toml:2:\d+: layers\.hot/.test(log()));
    writeFileSync(inFolder('cortex.toml'), toml);
    await run('cortex.refresh');
    await run('cortex.memory.open', note('rules/hold_and_watch.md'));
    await isInFront('rules/hold_and_watch.md');
  });

  it('logs no errors', () => {
    assert.doesNotMatch(log(), /\[error\]/);
  });
});
