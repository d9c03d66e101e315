import { readHostMessage, readSavedView, type HostMessage, type PageMessage, type SavedView } from '../../src/shared/protocol';

/** The extension, as the page sees it. */
export interface Host {
  send(message: PageMessage): void;
  save(view: SavedView): void;
  saved(): SavedView | undefined;
}

export function connectHost(onMessage: (message: HostMessage) => void): Host {
  const api = acquireVsCodeApi();
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readHostMessage(data);
    if (message !== undefined) onMessage(message);
  });
  return {
    send: (message) => {
      api.postMessage(message);
    },
    save: (view) => {
      api.setState(view);
    },
    saved: () => readSavedView(api.getState()),
  };
}

/** The worker's script comes as a file of the extension; a webview may start workers from blobs only. */
export async function loadWorker(uri: string): Promise<() => Worker> {
  const response = await fetch(uri);
  if (!response.ok) throw new Error(`The engine could not be loaded (${response.status}).`);
  const url = URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
  return () => new Worker(url, { name: 'Rollout Lens engine' });
}
