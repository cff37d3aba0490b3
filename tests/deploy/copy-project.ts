import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the files that a build needs, according to `.dockerignore`, into a folder, without tests and libraries. */
export function copyProject(folder: string): void {
  for (const [, name = ''] of readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm)) {
    cpSync(name, join(folder, name), { recursive: true })
  }
}
