import { execFileSync } from 'node:child_process'
import { startApp } from '../support/start-app'
import { type Server, startServer } from '../support/start-server'
import type { Stage } from './stage'

/** Pinref's doors, and the peers that do the same work. */
export interface Servers {
  /** `npm start`: our own node server. */
  node: Server
  /** The same, asking the stand-in for Google. */
  places: Server
  /** The route files under `next start`, as on Vercel. */
  routes: Server
  /** A hand-written Fastify server. */
  fastify: Server
  /** A bare route handler in a bare Next app. */
  next: Server
}

const nextProgram = 'node_modules/next/dist/bin/next'
const nextPeer = 'tests/bench/peers/next'

/** Starts them all over one stage. Their logs are written and thrown away. */
export async function startServers({ env, placesEnv }: Stage): Promise<Servers> {
  const [node, places, routes, fastify, next] = await Promise.all([
    startApp('node', env, 'ignore'),
    startApp('node', { ...env, ...placesEnv }, 'ignore'),
    startApp('next', env, 'ignore'),
    startServer(() => ['dist/bench/peers/fastify.js'], env, 'ignore'),
    startServer((port) => [nextProgram, 'start', nextPeer, '-p', String(port)], env, 'ignore'),
  ])
  return { node, places, routes, fastify, next }
}

export async function stopServers(servers: Servers): Promise<void> {
  await Promise.all(Object.values(servers).map((server: Server) => server.stop()))
}

/** Builds the Next peer; the Fastify one is built with the benchmark. */
export function buildPeers(): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const }
  execFileSync(process.execPath, [nextProgram, 'build', nextPeer], { env, stdio: 'ignore' })
}
