import type { PageName } from './protocol.ts';

/** Inputs of the HTML page. `script` and `style` are URIs that the webview may load. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** Content security policy source of the webview's own files. */
  readonly source: string;
  /** Unguessable, new for each page. */
  readonly nonce: string;
  readonly title: string;
  readonly page: PageName;
}

/** Returns the HTML page around the dashboard script. Its policy runs only that script and loads nothing from elsewhere. */
export function pageHtml({ script, style, source, nonce, title, page }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}; img-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
<body>
<div id="root" data-page="${page}"></div>
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
