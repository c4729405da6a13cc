import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, inFolder, manifest, runAccepting, taskNamed } from '../support.ts';

const run = (command: string, subject?: object) => vscode.commands.executeCommand(command, subject);
const taskIs = (id: string, agent: string, status: string) =>
  waitFor(`${id} to be ${status}`, async () => taskNamed(id)?.assignedTo === agent && taskNamed(id)?.status === status);

describe('commands', () => {
  before(async () => {
    await extension().activate();
    await cortex('swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml');
    await cortex('swarm', 'recruit', 'ada', '--role', 'worker');
    await cortex('swarm', 'recruit', 'bob', '--role', 'worker');
    await run('cortex.refresh');
  });

  it('claim a task for the agent of the row', async () => {
    await run('cortex.swarm.claim', { kind: 'agent', id: 'ada' });
    await taskIs('types', 'ada', 'active');
  });

  it('complete a task for its agent, and ask for the output', async () => {
    await runAccepting('cortex.swarm.complete', { kind: 'task', id: 'types' });
    await taskIs('types', 'ada', 'done');
  });

  it('let a person select the task and the agent', async () => {
    await runAccepting('cortex.swarm.assign');
    await taskIs('store', 'ada', 'pending');
    await runAccepting('cortex.swarm.start', { kind: 'task', id: 'store' });
    await taskIs('store', 'ada', 'active');
  });

  it('lock the open file for the person, and release it', async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(inFolder('src', 'one.ts')));
    await runAccepting('cortex.lock.acquire');
    const lock = await waitFor('the lock', async () => manifest().locks.find(({ path }) => path === 'src/one.ts'));
    assert.match(lock.agentId, /^person:.+/);
    await run('cortex.lock.release', { kind: 'lock', path: lock.path, agent: lock.agentId });
    await waitFor('its end', async () => manifest().locks.length === 0);
  });

  it('open the file of a lock, and a task in its file', async () => {
    await run('cortex.lock.open', { kind: 'lock', path: 'README.md', agent: 'ada' });
    await waitFor('the file', async () => vscode.window.activeTextEditor?.document.uri.fsPath === inFolder('README.md'));
    await run('cortex.task.show', { kind: 'task', id: 'store' });
    const editor = await waitFor('swarm.crtx', async () => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.fsPath === inFolder('.cortex', 'swarm.crtx') && shown;
    });
    assert.equal(editor.document.languageId, 'json');
    const next = editor.document.getText(new vscode.Range(editor.selection.active, editor.selection.active.translate(1, 100)));
    assert.match(next, /"id": "store"/);
  });

  it('show an entry of the timeline as read-only text, with its action as the title', async () => {
    await cortex('timeline', 'add', '--agent', 'ada', '--type', 'decision', '--action', 'Chose src/one.ts', '--reasoning', 'It is short.');
    await runAccepting('cortex.timeline.list');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'cortex-text');
    assert.equal(document.languageId, 'plaintext');
    assert.match(document.getText(), /^Chose src\/one\.ts\n[\s\S]*Agent: +ada\n[\s\S]*Why\n {2}It is short\.\n/);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'Chose src∕one.ts – Timeline');
    assert.equal(document.isDirty || document.isUntitled, false);
  });

  it('pause the swarm as the person, and resume it', async () => {
    const pause = async () => Object(await cortex('swarm', 'status')).pause;
    await runAccepting('cortex.swarm.pause');
    assert.match((await pause()).by, /^person:.+/);
    await run('cortex.swarm.resume');
    assert.equal(await pause(), null);
  });

  it('show the description of the project for agents, and precedents of the active file, as documents', async () => {
    await cortex('dna', 'detect');
    await run('cortex.dna.describe');
    const shown = () => vscode.window.activeTextEditor?.document;
    assert.equal(shown()?.languageId, 'markdown');
    assert.match(shown()?.getText() ?? '', /^# /);
    await cortex(
      'timeline',
      'add',
      '--agent',
      'ada',
      '--type',
      'fix',
      '--action',
      'Mended one',
      '--reasoning',
      'It broke.',
      '--file',
      'src/one.ts',
    );
    await vscode.window.showTextDocument(vscode.Uri.file(inFolder('src', 'one.ts')));
    await runAccepting('cortex.timeline.precedents');
    assert.match(shown()?.getText() ?? '', /^Mended one\n/);
  });

  it('build the semantic graph, and show the impact of a file', async () => {
    writeFileSync(inFolder('src', 'leans.ts'), "import './one.ts';\n");
    await run('cortex.graph.build');
    const graph = JSON.parse(readFileSync(inFolder('.cortex', 'graph.crtx'), 'utf8')).data;
    assert.ok(graph.edges.some(({ from, to }: { from: string; to: string }) => from === 'src/leans.ts' && to === 'src/one.ts'));
    await runAccepting('cortex.graph.blast', vscode.Uri.file(inFolder('src', 'one.ts')));
    await waitFor('the file', async () => vscode.window.activeTextEditor?.document.uri.fsPath === inFolder('src', 'leans.ts'));
  });

  it('show a file in the graph', async () => {
    await run('cortex.graph.show', vscode.Uri.file(inFolder('src', 'one.ts')));
    await waitFor('the dashboard', async () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Graph');
  });

  it('show the reasoning trace of a task, and the swarm after its last change', async () => {
    await cortex('reasoning', 'add', 'types', '--agent', 'ada', '--action', 'Took one table', '--reasoning', 'It is short.');
    await run('cortex.reasoning.show', { kind: 'task', id: 'types' });
    const text = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text(), /^Reasoning trace of types: 1 step\n[\s\S]*Took one table/);
    await runAccepting('cortex.swarm.replay');
    assert.match(text(), /^The swarm as of .*\n\nBuild the shop\n/);
  });

  it('open no file outside of the project', async () => {
    const secret = path.join(inFolder(), '..', 'secret');
    writeFileSync(secret, 'not yours');
    const opened = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
    await run('cortex.lock.open', { kind: 'lock', path: '../secret', agent: 'ada' });
    // By then an earlier file would be open.
    await run('cortex.lock.open', { kind: 'lock', path: 'plan.yaml', agent: 'ada' });
    await waitFor('the other file', async () => opened().includes('plan.yaml'));
    assert.equal(opened().includes('secret'), false);
    assert.equal(
      vscode.workspace.textDocuments.some(({ uri }) => uri.fsPath === path.resolve(secret)),
      false,
    );
  });

  it('open the dashboard once, however often the command runs', async () => {
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
    await run('cortex.dashboard.open');
    await run('cortex.dashboard.open');
    await run('cortex.task.show', { kind: 'task', id: 'docs' });
    // Tabs are listed in the order in which they were opened.
    await waitFor('the dashboard and the file', async () => labels().includes('Swarm') && labels().includes('swarm.crtx'));
    assert.equal(labels().filter((label) => label === 'Swarm').length, 1);
  });

  it('vote on the clicked item for an agent', async () => {
    await cortex('swarm', 'abort', '--by', 'queen', '--reason', 'Another way to work');
    const plan = ['--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml', '--strategy', 'consensus'];
    await cortex('swarm', 'create', ...plan);
    for (const agent of ['ada', 'bob']) await cortex('swarm', 'recruit', agent, '--role', 'worker');
    const { proposal } = Object(await cortex('swarm', 'propose', 'types', '--agent', 'bob', '--approach', 'One table'));
    await run('cortex.refresh');
    await runAccepting('cortex.swarm.vote', { kind: 'decision', id: proposal, choice: 'yes' });
    await waitFor('the agreement', async () => Object(taskNamed('types')?.output).proposals?.[0]?.state === 'won');
  });
});

describe('a broken file', () => {
  const file = () => inFolder('.cortex', 'graph.crtx');
  const found = () => vscode.languages.getDiagnostics(vscode.Uri.file(file())).filter(({ source }) => source === 'Cortex');

  it('is listed in Problems at its position, opens there, and is removed when it is fixed', async () => {
    writeFileSync(file(), '{\n  "header": oops\n}');
    const [problem] = await waitFor('the problem', async () => found().length > 0 && found());
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [1, 12]);
    await run('cortex.problem.open');
    const editor = await waitFor('the file', async () => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.fsPath === file() && shown;
    });
    assert.equal(editor.selection.active.line, 1);
    await vscode.workspace.fs.delete(vscode.Uri.file(file()));
    await waitFor('no problem', async () => found().length === 0);
  });

  it('is validated by its schema while it is edited', async () => {
    const manifestFile = inFolder('.cortex', 'manifest.crtx');
    writeFileSync(manifestFile, '{ "header": { "cortex": "one", "type": "dna" }, "data": {} }');
    await vscode.window.showTextDocument(vscode.Uri.file(manifestFile));
    const fromSchema = () => vscode.languages.getDiagnostics(vscode.Uri.file(manifestFile)).filter(({ source }) => source !== 'Cortex');
    await waitFor('the schema', async () => fromSchema().some(({ message }) => message.includes('purpose') || message.includes('project')));
    await vscode.workspace.fs.delete(vscode.Uri.file(manifestFile));
  });
});
