import { rmSync } from 'node:fs'

/** Removes a folder that a stopping Redis may still be writing to: retries for up to five seconds if new files appear. */
export function removeFolder(path: string): void {
  for (let turn = 0; ; turn++) {
    try {
      rmSync(path, { recursive: true, force: true })
      return
    } catch (error) {
      if (turn === 100) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}
