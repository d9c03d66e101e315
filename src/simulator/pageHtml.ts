/** Addresses of the page's parts, as the webview may load them. */
export interface SimulatorPage {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly workerUri: string;
  /** Loaded where somebody looks inside the controllers. */
  readonly inside: { readonly scriptUri: string; readonly styleUri: string; readonly recorderUri: string };
}

/**
 * The frame of the simulator's page. Data never comes in here, only by messages: there is nothing that could be taken for
 * markup. The worker is fetched and started from a blob, because a webview may start workers only so; the nonce for styles
 * is for the library of controls, which tests the browser with a style element of its own.
 */
export function pageHtml({ cspSource, nonce, scriptUri, styleUri, workerUri, inside }: SimulatorPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} blob: data:`,
    `connect-src ${cspSource}`,
    `worker-src blob:`,
    // What `default-src` does not speak of.
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta property="csp-nonce" content="${attribute(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>Rollout simulator</title>
<link rel="stylesheet" href="${attribute(styleUri)}">
<link rel="preload" as="fetch" crossorigin="anonymous" href="${attribute(workerUri)}">
</head>
<body data-worker="${attribute(workerUri)}" data-inside="${attribute(inside.scriptUri)}" data-inside-style="${attribute(inside.styleUri)}" data-recorder="${attribute(inside.recorderUri)}">
<div id="app"><p class="loading">Simulating the rollout …</p></div>
<script nonce="${attribute(nonce)}" src="${attribute(scriptUri)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
