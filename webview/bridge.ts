import { createBirpc } from 'birpc';
import type { HostFunctions, PageFunctions } from '../src/host/dashboards/protocol.ts';
import type { StoreOptions } from './page-store.ts';

/** API that VS Code provides to scripts of a webview. */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/**
 * Connects a dashboard to its host, to the state that VS Code saves over reloads, and to the browser's timing. Callable only once per page.
 */
export function connect<State, View, Step>(functions: PageFunctions<State>): StoreOptions<View, Step> {
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
    nextFrame: (callback) => requestAnimationFrame(callback),
    monotonic: () => performance.now(),
  };
}
