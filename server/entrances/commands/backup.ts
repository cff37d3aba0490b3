import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Markers, readMarkers, storeMarkers } from '../../platform/runtime/accepted-markers'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { makeFolder } from '../../platform/runtime/make-folder'
import { env } from '../../platform/settings/env'
import { redisUrlFault } from '../../platform/settings/redis-url'
import { type Copyable, copyKeys, markCopy, openCopyable, type Place } from '../../platform/store/copy'
import { backUp, hasData, refuseInUse, restore as restoreEmbedded, unpack } from '../../platform/store/embedded/backup'
import { embeddedTransport } from '../../platform/store/embedded/embedded-redis'
import { preparePaths } from '../../platform/store/embedded/paths'
import { confirm } from './confirm'

type Flags = ReadonlySet<string>

const number = (value: number) => value.toLocaleString('en')
const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`
const print = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * Copies the configured store to a file or to another Redis server. An embedded Redis server is backed up in a single
 * snapshot, even while servers are running. Any other store is copied key by key, so servers should be stopped first.
 */
export async function backup([to = '']: readonly string[], flags: Flags): Promise<void> {
  const { DATA_DIR, address } = readStore()
  if (isAddress(to)) {
    if (!address) refuseInUse(DATA_DIR)
    await withStore(DATA_DIR, address, async (source) => {
      const markers = await copyTo(source, to, flags)
      // The file may have the markers of more nodes.
      if (markers) storeMarkers({ ...markers, ...readMarkers() })
    })
    if (flags.has('dry-run')) return
    print(`Set REDIS_URL to that URL, then run doctor. ${secretsText(DATA_DIR)}`)
    return
  }
  if (flags.has('dry-run')) return withStore(DATA_DIR, address, (source) => printCopy(source, to))
  if (!address) await backUp(DATA_DIR, to)
  else await withStore(DATA_DIR, address, (source) => backUpCopy(source, DATA_DIR, to))
  print(`${to} contains all data (${number(Math.ceil(statSync(to).size / 1_024))} KB). Keep this file secret.`)
  const fromEnvironment = (['KEY_PEPPER', 'AUTH_SECRET'] as const).filter((name) => env()[name])
  if (fromEnvironment.length > 0) {
    const names = fromEnvironment.join(' and ')
    print(`The backup doesn't include ${names} from the environment. Store a copy of them separately.`)
  }
}

/**
 * Restores a backup to the Redis server at a URL or to the configured store. Servers must be stopped. The embedded
 * Redis server's previous data is moved to another folder.
 */
export async function restore([file = '', to]: readonly string[], flags: Flags): Promise<void> {
  const store = readStore()
  const { DATA_DIR } = store
  const address = to ?? store.address
  if (address) return restoreInto(address, file, DATA_DIR, flags)
  if (flags.has('dry-run')) return withBackup(file, DATA_DIR, (source) => printCopy(source, DATA_DIR))
  if (hasData(DATA_DIR)) await confirm(`${DATA_DIR} already has data.`, 'replace it', flags)
  const { made, former } = await restoreEmbedded(DATA_DIR, file)
  print(`${DATA_DIR} now has the data from ${made}.`)
  if (former) print(`The previous data was moved to ${former}. Delete that folder once everything works.`)
}

async function restoreInto(address: string, file: string, dataDir: string, flags: Flags): Promise<void> {
  if (!isAddress(address)) throw new Error(`${address} is not a Redis URL.`)
  await withBackup(file, dataDir, async (source, folder, made) => {
    const markers = await copyTo(source, address, flags)
    if (!markers) return
    storeMarkers(markers)
    print(`The data is from ${made}. Set REDIS_URL to that URL, then run doctor.`)
    restoreSecrets(join(folder, 'secrets'), join(dataDir, 'secrets'), made)
  })
}

/** Returns the data folder, and the store's URL unless the store is embedded Redis. */
function readStore(): { DATA_DIR: string; address?: string } {
  // Embedded Redis stops when this process exits, but not when a signal kills this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  readEnvFiles()
  const { DATA_DIR, REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (UPSTASH_REDIS_REST_URL)
    throw new Error('For Upstash over HTTP, create and restore backups in the Upstash console.')
  return { DATA_DIR, ...(REDIS_URL && { address: REDIS_URL }) }
}

const isAddress = (text: string) => /^[a-z+]+:\/\//.test(text)

/** Opens the configured store for reading. */
async function withStore(
  dataDir: string,
  address: string | undefined,
  work: (source: Copyable) => Promise<void>,
  name = 'the embedded Redis',
): Promise<void> {
  if (address) return withCopyable({ url: address }, work)
  const redis = await embeddedTransport(dataDir)
  try {
    await withCopyable({ path: preparePaths(dataDir).socket, name }, work)
  } finally {
    await redis.close()
  }
}

/** Unpacks a backup next to the data and opens it in a separate Redis server. */
async function withBackup(
  file: string,
  dataDir: string,
  work: (source: Copyable, folder: string, made: string) => Promise<void>,
): Promise<void> {
  await withFolder(dataDir, 'restore-', async (folder) => {
    const made = await unpack(resolve(file), folder)
    await withStore(folder, undefined, (source) => work(source, folder, made), 'the backup')
  })
}

/** Creates a folder next to the data and removes it when the work is done, even if a signal ends the command. */
async function withFolder(dataDir: string, name: string, work: (folder: string) => Promise<void>): Promise<void> {
  makeFolder(dataDir)
  const folder = mkdtempSync(resolve(dataDir, name))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    await work(folder)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function withCopyable<T>(place: Place, work: (opened: Copyable) => Promise<T>): Promise<T> {
  const opened = await openCopyable(place)
  try {
    return await work(opened)
  } finally {
    opened.connection.disconnect()
  }
}

/**
 * Copies a store to another Redis server, after confirmation if the target has data. A dry run only prints what would
 * be written, and returns null. Otherwise, returns the copy's markers, which servers must accept.
 */
async function copyTo(source: Copyable, address: string, flags: Flags): Promise<Markers | null> {
  refuseEmpty(source)
  const urlFault = redisUrlFault(address)
  if (urlFault) throw new Error(`The target URL ${urlFault}.`)
  return withCopyable({ url: address }, async (target) => {
    if (target.id !== '' && target.id === source.id)
      throw new Error(`${target.name} is the store you are copying from.`)
    const contents = target.keys === 0 ? 'is empty' : `already has ${count(target.keys, 'key')}`
    if (flags.has('dry-run')) {
      await printCopy(source, `${target.name}, which ${contents}`)
      return null
    }
    if (target.keys > 0) {
      await confirm(`${target.name} ${contents}.`, 'replace keys with the same names and keep all others', flags)
    }
    const { keys, accounts } = await copyKeys(source, target, progressOf(source))
    print(`Copied ${count(keys, 'key')} of ${count(accounts, 'account')} from ${source.name} to ${target.name}.`)
    return markCopy(target)
  })
}

function refuseEmpty({ name, keys }: Copyable): void {
  if (keys === 0) throw new Error(`${name} has no data. Check DATA_DIR and REDIS_URL.`)
}

/** Prints what would be copied. */
async function printCopy(source: Copyable, to: string): Promise<void> {
  const { keys, accounts, bytes } = await copyKeys(source, null, progressOf(source))
  const size = `about ${number(Math.ceil(bytes / 1_024))} KB of memory`
  print(`Would write ${count(keys, 'key')} of ${count(accounts, 'account')} (${size}) from ${source.name} to ${to}.`)
}

const progressEveryMs = 2_000

function progressOf({ keys: all }: Copyable): (keys: number) => void {
  let nextAt = Date.now() + progressEveryMs
  return (keys) => {
    if (Date.now() < nextAt) return
    print(`Processed ${number(keys)} of ${number(all)} keys`)
    nextAt = Date.now() + progressEveryMs
  }
}

/** Copies a store into a temporary embedded Redis server and backs up that server. */
async function backUpCopy(source: Copyable, dataDir: string, file: string): Promise<void> {
  refuseEmpty(source)
  await withFolder(dataDir, 'backup-', async (folder) => {
    const secrets = resolve(dataDir, 'secrets')
    if (existsSync(secrets)) cpSync(secrets, join(folder, 'secrets'), { recursive: true })
    await withStore(folder, undefined, async (copy) => {
      await copyKeys(source, copy, progressOf(source))
    })
    await backUp(folder, file)
  })
}

/** Restores a backup's secrets, to a separate folder if the existing secrets differ. */
function restoreSecrets(from: string, to: string, made: string): void {
  if (!existsSync(from)) return
  const isUnchanged = (name: string) => existsSync(join(to, name)) && sameFile(join(from, name), join(to, name))
  const place = existsSync(to) ? `${to}-of-${made.replace(/[:.]/g, '-')}` : to
  if (!readdirSync(from).every(isUnchanged)) {
    mkdirSync(place, { mode: 0o700 })
    cpSync(from, place, { recursive: true })
    if (place !== to) {
      print(
        `The backup's secrets differ from the secrets in ${to}, so they were saved in ${place}. The restored data needs the backup's secrets.`,
      )
    }
  }
  print(secretsText(resolve(to, '..')))
}

const sameFile = (one: string, other: string) => readFileSync(one).equals(readFileSync(other))

const secretsText = (dataDir: string) =>
  existsSync(join(dataDir, 'secrets'))
    ? `On other machines, set KEY_PEPPER and AUTH_SECRET to the values in ${join(dataDir, 'secrets')}.`
    : "Don't change KEY_PEPPER or AUTH_SECRET."
