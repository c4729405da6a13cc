import { createBirpc } from 'birpc';
import type { DashboardFunctions, HostFunctions } from '../src/contract/dashboard.ts';

/** What VS Code gives to the script of a webview. */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** The way to the extension host, and what VS Code keeps for this dashboard over reloads. */
export interface Bridge {
  readonly host: HostFunctions;
  readonly saved: unknown;
  save(view: object): void;
}

/** Connects the dashboard to its host; possible once per page. */
export function connect(functions: DashboardFunctions): Bridge {
  const vscode = acquireVsCodeApi();
  const rpc = createBirpc<HostFunctions, DashboardFunctions>(functions, {
    eventNames: ['look', 'take'],
    post: (message) => vscode.postMessage(message),
    on: (receive) =>
      window.addEventListener('message', ({ data }) => {
        // Browser extensions post messages too.
        if (typeof data === 'object' && data !== null && 't' in data) receive(data);
      }),
  });
  return {
    host: { look: (view) => void rpc.look(view), take: (step) => void rpc.take(step) },
    saved: vscode.getState(),
    save: (view) => vscode.setState(view),
  };
}
