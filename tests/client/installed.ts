import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type * as Pinref from '@/client/src/index'

/** The package as it is installed in a project of its own. */
export const { project, tarball } = inject('installed')

/** What a program that imports the package gets. */
export const loadPackage = (): Promise<typeof Pinref> => import(join(project, 'node_modules/pinref/index.js'))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  process: ChildProcess
  ended: Promise<Ended>
}

/** What a program sees: no settings of whoever runs the tests. */
export const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  ...env,
})

/** Starts the command line. @param env what it sees besides PATH. */
export function startCli(args: readonly string[], env: Record<string, string>, input = '', cwd = project): Running {
  const child = spawn(join(project, 'node_modules/.bin/pinref'), args, {
    cwd,
    env: environment({ HOME: cwd, ...env }),
  })
  // It may end without reading all of it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { process: child, ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) }
}

export const runCli = (...given: Parameters<typeof startCli>): Promise<Ended> => startCli(...given).ended
