import * as vscode from 'vscode';
import type { Guard } from './guard';

/** Small, and with something to find: a percentage that rounds down, a tag that moves, nothing that tells when a pod is ready. */
const EXAMPLE = `# Rest the mouse on maxUnavailable, then put the cursor on a squiggle and press Ctrl+. (Cmd+. on a Mac).
apiVersion: apps/v1
kind: Deployment
metadata:
  name: storefront
spec:
  replicas: 3
  selector:
    matchLabels:
      app: storefront
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 25%
  template:
    metadata:
      labels:
        app: storefront
    spec:
      containers:
        - name: web
          image: registry.example.com/shop/storefront:latest
          ports:
            - containerPort: 8080
`;

/** Opens an example manifest that belongs to no file, for the first minute with the extension. */
export function registerOpenExample(guard: Guard): vscode.Disposable {
  return vscode.commands.registerCommand('rolloutLens.openExample', () =>
    guard.runAsync('Opening the example', async () => {
      const document = await vscode.workspace.openTextDocument({ language: 'yaml', content: EXAMPLE });
      await vscode.window.showTextDocument(document);
    }),
  );
}
