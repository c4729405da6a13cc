import { createBirpc } from 'birpc';
import type { HostFunctions, PageFunctions } from '../src/contract/page.ts';

/** What VS Code gives to the script of a webview. */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** The way to the extension host, and what VS Code keeps for this page over reloads. */
export interface Bridge<View, Step> {
  readonly host: HostFunctions<View, Step>;
  readonly saved: unknown;
  save(view: object): void;
}

/** Connects a dashboard to its host; possible once per page. */
export function connect<State, View, Step>(functions: PageFunctions<State>): Bridge<View, Step> {
  const vscode = acquireVsCodeApi();
  const rpc = createBirpc<HostFunctions<View, Step>, PageFunctions<State>>(functions, {
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
