import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { removeFolder } from './remove-folder'

/** The outcome of a shell command. */
interface ShellOutcome {
  code: number
  stdout: string
  stderr: string
}

/** The folder in which an operator types commands: it has `.env` and the build. */
export interface OperatorFolder {
  path: string
  /** Replaces `.env`. */
  setEnv(settings: Record<string, string>): void
  /** Puts a shell script on the PATH of later commands, before the machine's own programs. */
  addProgram(name: string, script: string): void
  /** Runs a command line in the folder, with nothing in its environment but these variables. */
  run(line: string, env?: Record<string, string>): Promise<ShellOutcome>
  remove(): void
}

/** Creates such a folder. */
export function createOperatorFolder(): OperatorFolder {
  const path = mkdtempSync(join(tmpdir(), 'pinref-operator-'))
  const programs = join(path, 'bin')
  mkdirSync(programs)
  symlinkSync(resolve('dist'), join(path, 'dist'))
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  return {
    path,
    setEnv(settings) {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(path, '.env'), lines.join(''))
    },
    addProgram(name, script) {
      const file = join(programs, name)
      writeFileSync(file, `#!/bin/sh\n${script}\n`)
      chmodSync(file, 0o755)
    },
    run(line, env = {}) {
      const all = { PATH: `${programs}:${PATH}`, HOME, LANG, ...env } as unknown as NodeJS.ProcessEnv
      const options = { cwd: path, env: all, maxBuffer: 2 ** 26 }
      return new Promise((done) => {
        execFile('bash', ['-o', 'pipefail', '-c', line], options, (error, stdout, stderr) =>
          done({ code: Number(error?.code ?? 0), stdout, stderr }),
        )
      })
    },
    remove: () => removeFolder(path),
  }
}
