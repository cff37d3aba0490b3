import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder'

/**
 * Replaces a file that only its owner can read, in one step: after a crash, the file has either its old or its new text.
 * @throws Error if the file or its folder can't be written.
 */
export function replaceFile(file: string, text: string): void {
  const folder = dirname(file)
  makeFolder(folder, 0o700)
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, text, { mode: 0o600, flush: true })
  renameSync(aside, file)
  syncFolder(folder)
}

/** Flushes a folder to disk, which makes a new file name in the folder permanent. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
