import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { onBusyMachine } from './busy-machine'
import { type Server, type ServerOptions, startServer } from './start-server'

/**
 * The two ways to serve the production build: with our own Node server, and with the route files alone. A `worker` is
 * the process that serves calls in the Node server, without a primary or pages. It starts at a third of the cost, for
 * tests that need neither.
 */
export type Host = 'node' | 'next' | 'worker'

/**
 * A running production build.
 * With the default LOG_LEVEL, its output has a line for each call, at most half a second late.
 */
export type App = Server

/** Returns the arguments with which Node runs a host. The current folder must be the project's. */
export function hostArguments(host: Host, port: number): string[] {
  if (host === 'node') return [resolve('dist/pinref-server.js'), 'start']
  if (host === 'worker') return [resolve('dist/worker.js')]
  return [resolve('node_modules/next/dist/bin/next'), 'start', realpathSync('dist/current'), '-p', String(port)]
}

/** The settings of both kinds of test servers: one worker, unless the test is about several. */
const oneWorker = { WEB_CONCURRENCY: '1' }

/** Starts the production build (run from the project's folder) and waits until it answers. */
export function startApp(host: Host, env: Record<string, string>, options?: ServerOptions): Promise<App> {
  return startServer((port) => hostArguments(host, port), { ...oneWorker, ...onBusyMachine, ...env }, options)
}
