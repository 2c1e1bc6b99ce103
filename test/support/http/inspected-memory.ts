import { once } from 'node:events';

/** What a process holds once its garbage is gone, in bytes. */
export type Memory = { readonly held: number; readonly rss: number };

/** Lets a Node process that was started with `--inspect` collect its garbage, and asks what is left. */
export async function inspectMemory(port: number): Promise<Memory> {
  return inspect(port, async (ask) => {
    const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
    const { heapUsed, external, rss } = JSON.parse(String(result?.value)) as NodeJS.MemoryUsage;
    return { held: heapUsed + external, rss };
  });
}

/** Everything that such a process holds once its garbage is gone, as one text: its strings are in it as they are. */
export async function inspectHeap(port: number): Promise<string> {
  return inspect(port, async (ask, socket) => {
    const chunks: string[] = [];
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as { method?: string; params?: { chunk: string } };
      if (method === 'HeapProfiler.addHeapSnapshotChunk' && params) chunks.push(params.chunk);
    });
    await ask('HeapProfiler.takeHeapSnapshot');
    return chunks.join('');
  });
}

type Ask = (method: string, params?: object) => Promise<{ result?: { value: unknown } }>;

async function inspect<Found>(
  port: number,
  look: (ask: Ask, socket: WebSocket) => Promise<Found>,
): Promise<Found> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(String(target?.webSocketDebuggerUrl));
  await once(socket, 'open');
  let id = 0;
  const ask: Ask = async (method, params = {}) => {
    id += 1;
    const asked = id;
    const answered = new Promise<{ result?: { value: unknown } }>((resolve) => {
      socket.addEventListener('message', function listen({ data }) {
        const message = JSON.parse(String(data));
        if (message.id !== asked) return;
        socket.removeEventListener('message', listen);
        resolve(message.result);
      });
    });
    socket.send(JSON.stringify({ id: asked, method, params }));
    return answered;
  };
  try {
    // What the first leaves for finalizers, the second finds.
    for (const _ of [1, 2]) await ask('HeapProfiler.collectGarbage');
    return await look(ask, socket);
  } finally {
    socket.close();
  }
}
