import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '@/server/runtime/make-folder'

/** Where an embedded Redis keeps its files. */
export interface RedisPaths {
  /** An existing folder with the append-only file, the process id and the log. */
  folder: string
  /** The path of the unix socket that the Redis listens on; at most about 100 bytes. */
  socket: string
  /** A file next to the folder that exists once the Redis has served: from then on there is data to lose. */
  marker: string
}

/** The system's limit for the path of a unix socket is 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const longestSocketPath = 103

/**
 * Makes the folders of an embedded Redis.
 * @param dataDir the data folder, e.g. `.data`.
 * @throws Error if they cannot be made, or if the socket's folder could be under the control of another user.
 */
export function preparePaths(dataDir: string): RedisPaths {
  const folder = resolve(dataDir, 'redis')
  const marker = resolve(dataDir, 'has-data')
  makeFolder(folder, 0o700)
  const inside = join(folder, 'redis.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return { folder, socket: inside, marker }
  // The folder's path is too long for a socket: put it where paths are short, under a name unique to this folder and user.
  const hash = createHash('sha1').update(folder).digest('hex').slice(0, 12)
  const short = join(tmpdir(), `pinref-${userId()}-${hash}`)
  makePrivateFolder(short)
  return { folder, socket: join(short, 'redis.sock'), marker }
}

/**
 * Makes a folder in a place where another user of the machine may already have made one of the same name. Whoever owns the folder
 * can put their own server behind the socket in it.
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
    `The socket of the embedded Redis belongs in ${folder}, but that ${fault}. ` +
      'Another user could take over the Redis. Remove it, or set DATA_DIR to a shorter path, which then holds the socket.',
  )
}

/** Returns why a folder is not ours alone, or null if it is. */
function faultOf(folder: string): string | null {
  // Not `stat`, which follows symbolic links.
  const found = lstatSync(folder)
  if (found.isSymbolicLink()) return 'is a symbolic link'
  if (!found.isDirectory()) return 'is not a folder'
  if (found.uid !== userId()) return `belongs to the user with the id ${found.uid}`
  return found.mode & 0o077 ? `is open to other users (mode ${(found.mode & 0o777).toString(8)})` : null
}

const userId = () => process.getuid?.() ?? 0
