import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Stage } from '../load/stage'
import { bundleProgram } from '../support/bundle-program'
import { Person } from '../support/person'
import { startApp } from '../support/start-app'
import { type Server, startServer } from '../support/start-server'

const nextProgram = resolve('node_modules/next/dist/bin/next')
const nextPeer = resolve('tests/bench/peers/next')

/**
 * Starts each server in one test setup: Pinref's hosts, and the peers that do the same work. The servers' logs are
 * discarded.
 */
export const startServers = {
  /** `npm start`: Pinref's own node server. */
  node: async ({ env }: Stage) => {
    const app = await startApp('node', env, { output: 'ignore' })
    await signIn(app.url)
    return app
  },
  /** The same server, but with the stand-in for Google. */
  places: ({ env, googleEnv }: Stage) => startApp('node', { ...env, ...googleEnv }, { output: 'ignore' }),
  /** Pinref's route files under `next start`, as on Vercel. */
  routes: ({ env }: Stage) => startApp('next', env, { output: 'ignore' }),
  /** A hand-written Fastify server. */
  fastify: async ({ env }: Stage) => {
    const program = await bundleProgram('tests/bench/peers/fastify.ts')
    return startServer(() => [program], env, { output: 'ignore' })
  },
  /** A bare route handler in a bare Next.js app. */
  next: ({ env }: Stage) =>
    startServer((port) => [nextProgram, 'start', nextPeer, '-p', String(port)], env, { output: 'ignore' }),
}

export type Servers = Record<keyof typeof startServers, Server>

/** Starts all servers in one test setup. */
export async function startAll(stage: Stage): Promise<Servers> {
  const started = Object.entries(startServers).map(async ([name, start]) => [name, await start(stage)] as const)
  return Object.fromEntries(await Promise.all(started)) as Servers
}

/** Starts only the two servers whose ratio has a target. */
export async function startPair(stage: Stage): Promise<Pick<Servers, 'node' | 'fastify'>> {
  const [node, fastify] = await Promise.all([startServers.node(stage), startServers.fastify(stage)])
  return { node, fastify }
}

export async function stopServers(servers: Record<string, Server>): Promise<void> {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
}

/** Creates an account at a server and signs in, as someone does at every real server. */
export async function signIn(url: string): Promise<Person> {
  const person = new Person(url, `${randomUUID()}@example.com`)
  const { status } = await person.signUp()
  if (status !== 200) throw new Error(`a sign-up was answered ${status}`)
  return person
}

/** Builds the Next.js peer. */
export function buildPeers(): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const }
  execFileSync(process.execPath, [nextProgram, 'build', nextPeer], { env, stdio: 'ignore' })
}
