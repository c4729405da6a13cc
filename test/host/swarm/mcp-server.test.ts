import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension } from '../support.ts';

const TOOL = 'mcp_cortex_status';

/** Starts the server as the editor does when an agent needs it. Nothing happens until the editor has asked for the servers. */
async function isStarted(): Promise<boolean> {
  await vscode.commands.executeCommand('workbench.mcp.startServer', `${extension().id}/Cortex`, { waitForLiveTools: true });
  return vscode.lm.tools.some(({ name }) => name === TOOL);
}

describe('the agents of the editor', () => {
  it('get the tools of the project, with a name of their own', async () => {
    await waitFor('the tools of the server', isStarted);
    const { content } = await vscode.lm.invokeTool(TOOL, { input: {}, toolInvocationToken: undefined });
    const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    assert.match(text, /"agent":"vscode-[0-9a-f]{6}"/);
  });
});
