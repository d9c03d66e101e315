import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname } from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';

/** A loopback server for the built webview bundle. */
export interface WebviewServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const contentTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves `html` at / and the files of dist/webview beside it, as the editor serves them to the real webview. */
export async function serveWebview(html: string): Promise<WebviewServer> {
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = inProject('dist', 'webview', name);
    if (name === '') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
