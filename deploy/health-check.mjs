// For a container's health check: exits with 0 while the service on this machine answers, otherwise with 1.
const { PORT = '8080' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(
  (error) => ({ ok: false, status: error.cause?.code ?? error.name }),
);
if (!answer.ok) {
  console.error(`http://127.0.0.1:${PORT}/healthz: ${answer.status}`);
  process.exit(1);
}
