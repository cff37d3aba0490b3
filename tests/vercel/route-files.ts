import { passBack, startEdge } from './edge'
import type { FrozenApp } from './frozen-suite'
import { startInstance } from './instance'

/** The route files of this project's production build behind Vercel's edge, frozen between calls. */
export async function startRouteFiles(env: Record<string, string>): Promise<FrozenApp> {
  // What Vercel builds knows where it is; this build is for anywhere.
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
