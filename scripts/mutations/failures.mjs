// A reporter that names the tests that failed, one JSON object per line.
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* failures(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const { name, entryFile: file = data.file, details } = data;
    const isTimeout = details.error.failureType === 'testTimeoutFailure';
    yield `${JSON.stringify({ file, name, isTimeout })}\n`;
  }
}
