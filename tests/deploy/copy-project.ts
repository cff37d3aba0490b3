import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Copies what a build needs of this project, as `.dockerignore` lists it, into a folder: no tests, no libraries. */
export function copyProject(folder: string): void {
  for (const [, name = ''] of readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm)) {
    cpSync(name, join(folder, name), { recursive: true })
  }
}
