// The baseline: a bare Fastify route that sends the bytes it is given.
import Fastify from 'fastify';

const body = Buffer.from(process.argv[2] ?? '', 'base64').toString();
const app = Fastify();
app.get('/', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
