import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '@/server/platform/runtime/make-folder'

/** The paths where embedded Redis stores its files. */
export interface RedisPaths {
  /** An existing folder with the append-only file, the process id, and the log. */
  folder: string
  /** The path of Redis's unix socket; at most about 100 bytes. */
  socket: string
  /** A file next to the folder; it exists once Redis has stored data. */
  marker: string
}

/** The system's limit for the path of a unix socket is 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const longestSocketPath = 103

/**
 * Creates the folders for embedded Redis.
 * @param dataDir the data folder, e.g. `.data`.
 * @throws Error if the folders cannot be created, or if another user could control the socket's folder.
 */
export function preparePaths(dataDir: string): RedisPaths {
  const folder = resolve(dataDir, 'redis')
  const marker = resolve(dataDir, 'has-data')
  makeFolder(folder, 0o700)
  const inside = join(folder, 'redis.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return { folder, socket: inside, marker }
  // The folder's path is too long for a socket, so this uses a short path with a name unique to this folder and user.
  const hash = createHash('sha1').update(folder).digest('hex').slice(0, 12)
  const short = join(tmpdir(), `pinref-${userId()}-${hash}`)
  makePrivateFolder(short)
  return { folder, socket: join(short, 'redis.sock'), marker }
}

/**
 * Creates a folder in a place where another user of the machine may already have created one with the same name. The
 * folder's owner could put their own server behind the socket in the folder.
 */
function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const fault = faultOf(folder)
  if (fault === null) return
  throw new Error(
    `The embedded Redis needs its socket in ${folder}, but that ${fault}. ` +
      'Another user could take over Redis. Remove that path, or set DATA_DIR to a shorter path to put the socket there.',
  )
}

/** Returns the reason why other users may access a folder, or null if the folder is private to this user. */
function faultOf(folder: string): string | null {
  // This does not use `stat`, which follows symbolic links.
  const stats = lstatSync(folder)
  if (stats.isSymbolicLink()) return 'is a symbolic link'
  if (!stats.isDirectory()) return 'is not a folder'
  if (stats.uid !== userId()) return `belongs to the user with the ID ${stats.uid}`
  return stats.mode & 0o077 ? `is open to other users (mode ${(stats.mode & 0o777).toString(8)})` : null
}

const userId = () => process.getuid?.() ?? 0
