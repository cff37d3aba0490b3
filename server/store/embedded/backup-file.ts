import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/*
 * A backup is a compressed tar of a data folder's contents, so that it can also be unpacked by hand:
 *   redis/appendonly.aof   all data of the Redis at one moment
 *   secrets/…              the generated secrets
 *   backup.json            when it was created, and the SHA-256 of each file
 */

const listName = 'backup.json'
const list = z.object({ made: z.iso.datetime(), files: z.record(z.string(), z.string()) })

/**
 * Packs a folder into a file that only its owner can read. The file is written under another name and renamed when complete.
 * @throws Error if it cannot be written.
 */
export async function pack(folder: string, file: string): Promise<void> {
  const files = await sumsOf(folder)
  writeFileSync(join(folder, listName), JSON.stringify({ made: new Date().toISOString(), files }, null, 2))
  const aside = `${file}.${process.pid}.part`
  const output = openSync(aside, 'wx', 0o600)
  try {
    await tar(['-cz', '-C', folder, '.'], output)
    fsyncSync(output)
    renameSync(aside, file)
  } finally {
    closeSync(output)
    rmSync(aside, { force: true })
  }
}

/**
 * Unpacks a backup into an empty folder and verifies every file's checksum. Returns when the backup was created, ISO 8601.
 * @throws Error if the file is not a backup, or is damaged.
 */
export async function unpack(file: string, folder: string): Promise<string> {
  const input = openSync(file, 'r')
  try {
    await tar(['-xz', '--no-same-owner', '-C', folder], input)
  } catch (error) {
    throw error instanceof TarFailure
      ? new Error(`${file} is not a Pinref backup, or is damaged: ${error.message}`)
      : error
  } finally {
    closeSync(input)
  }
  const { made, files } = readList(file, folder)
  const sums = await sumsOf(folder)
  for (const [name, sum] of Object.entries(files)) {
    if (sums[name] !== sum) throw new Error(`${file} is damaged: the checksum of ${name} does not match.`)
  }
  return made
}

function readList(file: string, folder: string): z.infer<typeof list> {
  try {
    return list.parse(JSON.parse(readFileSync(join(folder, listName), 'utf8')))
  } catch {
    throw new Error(`${file} is not a Pinref backup: it has no ${listName}.`)
  }
}

/** Returns the hexadecimal SHA-256 of each file below a folder, by path in the folder. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === listName) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    sums[path.slice(folder.length + 1)] = hash.digest('hex')
  }
  return sums
}

class TarFailure extends Error {}

/** Runs the system's tar, from or to an open file. */
async function tar(args: string[], file: number): Promise<void> {
  const packs = args[0]?.startsWith('-c')
  const child = spawn('tar', args, { stdio: packs ? ['ignore', file, 'pipe'] : [file, 'ignore', 'pipe'] })
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new TarFailure(`tar reported: ${errorOutput.trim()}`)
}
