// The baseline of bench/mcp.ts: a bare Fastify route that takes a JSON body and sends the bytes it is given.
import Fastify from 'fastify';

const body = Buffer.from(process.argv[2] ?? '', 'base64');
const app = Fastify();
app.post('/', (_request, reply) => reply.header('content-type', 'application/json').send(body));
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
