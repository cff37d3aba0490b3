import { passBack, startEdge } from './edge'
import type { FrozenApp } from './frozen-suite'
import { startInstance } from './instance'

/** Starts the route files of this project's production build behind Vercel's edge, frozen between calls. */
export async function startRouteFiles(env: Record<string, string>): Promise<FrozenApp> {
  // A build made by Vercel knows that it is on Vercel. This build runs anywhere, so it needs a setting.
  const instance = await startInstance({ VERCEL: '1', ...env })
  const edge = await startEdge(async (incoming, outgoing, headers) => {
    const { method = 'GET', url: path = '/' } = incoming
    passBack(await instance.ask({ method, path, headers, body: incoming }), outgoing)
  })
  return {
    url: edge.url,
    frozen: () => instance.frozen(),
    async stop() {
      edge.stop()
      await instance.stop()
    },
  }
}
