import type { PageName } from './protocol.ts';

/** What a page of the webview needs, as addresses that the webview may load. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** Where the webview's own files come from. */
  readonly source: string;
  /** Unguessable, new for each page. */
  readonly nonce: string;
  readonly title: string;
  readonly page: PageName;
}

/** The page around the dashboards' script. Nothing runs but that script, and nothing is loaded from anywhere else. */
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
