import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './remove-folder'

/** A disk in memory. */
export interface SmallDisk {
  /** The folder where it is mounted. */
  folder: string
  /** Uses up all of its space. */
  fill(): void
  /** Frees the space that `fill` used. */
  free(): void
  remove(): void
}

/** Mounts a disk, or returns null where this user may not mount one. @param size as in `8m`. */
export function mountSmallDisk(size: string): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    removeFolder(folder)
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const block = Buffer.alloc(4_096); ; ) writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      removeFolder(folder)
    },
  }
}
