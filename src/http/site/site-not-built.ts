/** How often a reader who waits for the site asks again. */
const ASK_AGAIN_SECONDS = 5;

/**
 * What stands at /developers while there is no site: plain, so that nothing in it needs to be allowed. It loads itself
 * again until there is one.
 */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${ASK_AGAIN_SECONDS}">
<title>The developer site is not built yet</title>
<h1>The developer site is not built yet</h1>
<p><code>npm start</code> builds it beside the service, in a minute or so, and it then appears here by itself. After
<code>mdq serve</code> alone, run <code>npm run site</code> in the project folder.</p>
<p>The API is already serving, and the documentation is also here:</p>
<ul>
  <li><a href="/llms.txt">an index of all guides and endpoints</a></li>
  <li><a href="/llms-full.txt">everything on one page</a></li>
  <li><a href="/api/docs/openapi.json">the OpenAPI document</a></li>
</ul>
</html>
`;
