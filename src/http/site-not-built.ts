/** What stands at /developers while the site has not been built: plain, so that nothing in it needs to be allowed. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The developer site has not been built</title>
<h1>The developer site has not been built</h1>
<p>Run <code>npm run site</code> in the project folder, then load this page again. <code>npm start</code> does it too.</p>
<p>The API serves without it, and the documentation is also here:</p>
<ul>
  <li><a href="/llms.txt">an index of all guides and endpoints</a></li>
  <li><a href="/llms-full.txt">everything on one page</a></li>
  <li><a href="/api/docs/openapi.json">the OpenAPI document</a></li>
</ul>
</html>
`;
