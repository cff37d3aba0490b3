import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisPaths } from './paths'

/** The names of Redis's append-only file: one file before version 7, and since then a folder with a manifest of its files. */
const name = 'appendonly.aof'
const folderName = 'appendonlydir'
const manifestName = `${name}.manifest`

/**
 * Checks before a Redis starts that it will find its data. Without a manifest, Redis ignores the other files, starts empty and
 * overwrites them.
 * @throws Error that says how to restore the data, or how to start empty on purpose.
 */
export function refuseDataLoss({ folder, marker }: RedisPaths): void {
  const appendOnly = join(folder, folderName)
  const manifest = join(appendOnly, manifestName)
  if (existsSync(manifest) || existsSync(join(folder, name))) return
  const lines = manifestLines(appendOnly)
  if (lines.length > 0) {
    throw new Error(
      `${manifest} is missing. Without it, Redis would start empty and overwrite the data in ${appendOnly}.\n` +
        `Restore that folder from a backup. If you have none, recreate the file:\n${lines.join('\n')}\n` +
        `and check it with: redis-check-aof ${manifest}\n` +
        `To start empty instead, move ${folder} away and delete ${marker}, if it exists.`,
    )
  }
  if (existsSync(marker)) {
    throw new Error(
      `The embedded Redis had data, but ${appendOnly} is gone. Restore it from a backup. ` +
        `To start empty instead, delete ${marker}.`,
    )
  }
}

/** Records that there is data from now on. */
export function markData({ marker }: RedisPaths): void {
  if (existsSync(marker)) return
  writeFileSync(
    marker,
    'The embedded Redis stores data in this folder. The data must still be here when Redis restarts.\n',
  )
}

/**
 * Returns the lines of the manifest, derived from the names of the existing files: the base, then the increments in order.
 * @see https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/
 */
function manifestLines(appendOnly: string): string[] {
  if (!existsSync(appendOnly)) return []
  const files = readdirSync(appendOnly).flatMap((file) => {
    const [, seq = '', kind = ''] = /^appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)$/.exec(file) ?? []
    return seq ? [{ file, seq: Number(seq), type: kind.charAt(0) }] : []
  })
  return files
    .sort((a, b) => a.type.localeCompare(b.type) || a.seq - b.seq)
    .map(({ file, seq, type }) => `file ${file} seq ${seq} type ${type}`)
}
