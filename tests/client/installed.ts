import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, inject } from 'vitest'
import type * as Pinref from '@/clients/npm/src/index'
import { newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'

/** The project in which the package is installed, and the package's tarball. */
export const { project, tarball } = inject('installed')

/** Returns the exports that are available to a program. */
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

/** Returns a program's environment, without the settings of the user who runs the tests. */
export const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  ...env,
})

/** Starts the CLI. @param env its environment besides PATH. */
export function startCli(args: readonly string[], env: Record<string, string>, input = '', cwd = project): Running {
  const child = spawn(join(project, 'node_modules/.bin/pinref'), args, {
    cwd,
    env: environment({ HOME: cwd, ...env }),
  })
  // The program may end before it reads all its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { process: child, ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) }
}

export const runCli = (...options: Parameters<typeof startCli>): Promise<Ended> => startCli(...options).ended

/** Makes a key and a folder for a test file. The folder is removed after the file's tests. */
export function serverForCli() {
  const server = { folder: mkdtempSync(join(tmpdir(), 'pinref-cli-')), url: inject('docsUrl'), key: '' }
  beforeAll(async () => {
    server.key = await newKey(server.url)
  })
  afterAll(() => removeFolder(server.folder))
  return server
}
