import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '@/server/platform/runtime/make-folder'

/** The paths where embedded Redis stores its files. */
export interface RedisPaths {
  /** The folder with the append-only file, the process id, and the log. */
  folder: string
  /** The path of Redis's unix socket; at most about 100 bytes. */
  socket: string
  /** A file next to the folder; it exists once Redis has stored data. */
  marker: string
}

/** The system's limit for the path of a unix socket is 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const longestSocketPath = 103

/** Returns the paths of the embedded Redis in a data folder, e.g. `.data`, and creates nothing. */
export function pathsIn(dataDir: string): RedisPaths {
  const folder = resolve(dataDir, 'redis')
  const marker = resolve(dataDir, 'has-data')
  const inside = join(folder, 'redis.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return { folder, socket: inside, marker }
  // The folder's path is too long for a socket, so this uses a short path with a name unique to this folder and user.
  const hash = createHash('sha1').update(folder).digest('hex').slice(0, 12)
  return { folder, socket: join(tmpdir(), `pinref-${userId()}-${hash}`, 'redis.sock'), marker }
}

/**
 * Creates the folders for embedded Redis.
 * @param dataDir the data folder, e.g. `.data`.
 * @throws Error if the folders cannot be created, or if another user could control the socket's folder.
 */
export function preparePaths(dataDir: string): RedisPaths {
  const paths = pathsIn(dataDir)
  makeFolder(paths.folder, 0o700)
  if (dirname(paths.socket) !== paths.folder) makePrivateFolder(dirname(paths.socket))
  return paths
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
  requirePrivate(folder)
}

/** @throws Error if another user of the machine could have put their own server behind the socket in this folder. */
export function requirePrivate(folder: string): void {
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
