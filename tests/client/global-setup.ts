import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeFolder } from '../support/remove-folder'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a project that contains only the package, and the package's tarball. */
    installed: { project: string; tarball: string }
  }
}

/** Packs the package that `npm run task build:client` has built, and installs it as a user would. */
export default function setup(project: TestProject) {
  if (!existsSync('dist/client/package.json')) throw new Error('Run "npm run task build:client" first.')
  const folder = mkdtempSync(join(tmpdir(), 'pinref-client-'))
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const [packed] = JSON.parse(npm('pack', join(process.cwd(), 'dist/client'), '--json'))
  const tarball = join(folder, packed.filename)
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n')
  npm('install', '--offline', '--no-audit', '--no-fund', tarball)
  project.provide('installed', { project: folder, tarball })
  return () => removeFolder(folder)
}
