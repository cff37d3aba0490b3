import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder below `DATA_DIR`, including its parents. (`mkdirSync` with `recursive` retries forever, at full speed, where
 * the system does not allow creating folders, as in `/proc`.)
 * @param mode the mode of the new folders.
 * @throws Error with advice if the folder cannot be created.
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) makeOne(path, mode)
    if (!statSync(folder).isDirectory()) throw new Error('it is a file')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(
      `The folder ${folder} can't be created (${code ?? message}). Set DATA_DIR to a folder that Pinref may write to.`,
      { cause },
    )
  }
}

function makeOne(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have just created the folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
