import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { env } from '../env'
import { redisUrlFault } from '../redis-url'
import { readEnvFiles } from '../runtime/env-files'
import { makeFolder } from '../runtime/make-folder'
import { type Copyable, copyKeys, openCopyable, type Place } from '../store/copy'
import { backUp, hasData, refuseInUse, restore as restoreEmbedded } from '../store/embedded/backup'
import { unpack } from '../store/embedded/backup-file'
import { embeddedTransport } from '../store/embedded/embedded-redis'
import { preparePaths } from '../store/embedded/paths'

type Flags = ReadonlySet<string>

const number = (value: number) => value.toLocaleString('en')
const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`
const say = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * Copies the store in the settings to a file or to another Redis. The embedded Redis is backed up as of one moment while servers
 * keep running. Everything else is copied key by key, for which they should be stopped.
 */
export async function backup([to = '']: readonly string[], flags: Flags): Promise<void> {
  const { DATA_DIR, address } = readStore()
  if (isAddress(to)) {
    if (!address) refuseInUse(DATA_DIR)
    await withStore(DATA_DIR, address, (source) => copyTo(source, to, flags))
    if (flags.has('dry-run')) return
    say(`Set REDIS_URL to that address, then run doctor. ${secretsText(DATA_DIR)}`)
    return
  }
  if (flags.has('dry-run')) return withStore(DATA_DIR, address, (source) => tellCopy(source, to))
  if (!address) await backUp(DATA_DIR, to)
  else await withStore(DATA_DIR, address, (source) => backUpCopy(source, DATA_DIR, to))
  say(`${to} holds all data (${number(Math.ceil(statSync(to).size / 1_024))} KB). Keep it secret.`)
  const given = (['KEY_PEPPER', 'AUTH_SECRET'] as const).filter((name) => env()[name])
  if (given.length > 0) {
    say(`${given.join(' and ')} come from the environment, so they are not in the backup. Keep them elsewhere.`)
  }
}

/**
 * Restores a backup: into the Redis at an address, otherwise into the store in the settings. Servers must be stopped. The former
 * data of the embedded Redis is kept beside.
 */
export async function restore([file = '', to]: readonly string[], flags: Flags): Promise<void> {
  const store = readStore()
  const { DATA_DIR } = store
  const address = to ?? store.address
  if (address) return restoreInto(address, file, DATA_DIR, flags)
  if (flags.has('dry-run')) return withBackup(file, DATA_DIR, (source) => tellCopy(source, DATA_DIR))
  if (hasData(DATA_DIR)) await confirm(`${DATA_DIR} already has data.`, 'replace it', flags)
  const { made, former } = await restoreEmbedded(DATA_DIR, file)
  say(`${DATA_DIR} now has the data of ${made}.`)
  if (former) say(`The previous data is in ${former}. Delete that folder once everything works.`)
}

async function restoreInto(address: string, file: string, dataDir: string, flags: Flags): Promise<void> {
  if (!isAddress(address)) throw new Error(`${address} is not the address of a Redis.`)
  await withBackup(file, dataDir, async (source, folder, made) => {
    await copyTo(source, address, flags)
    if (flags.has('dry-run')) return
    say(`That is the data of ${made}. Set REDIS_URL to that address, then run doctor.`)
    putSecrets(join(folder, 'secrets'), join(dataDir, 'secrets'), made)
  })
}

/** Returns the data folder, and the address of the store if it is not the embedded Redis. */
function readStore(): { DATA_DIR: string; address?: string } {
  // An embedded Redis is stopped when a process exits, but not when a signal kills it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  readEnvFiles()
  const { DATA_DIR, REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (UPSTASH_REDIS_REST_URL) throw new Error('Upstash over HTTP makes and restores backups in its console.')
  return { DATA_DIR, ...(REDIS_URL && { address: REDIS_URL }) }
}

const isAddress = (text: string) => /^[a-z+]+:\/\//.test(text)

/** Opens the store in the settings to be read. */
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

/** Unpacks a backup beside the data, and has a Redis of its own serve it. */
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

/** Makes a folder beside the data and removes it afterwards, also if a signal ends the command. */
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

async function withCopyable(place: Place, work: (opened: Copyable) => Promise<void>): Promise<void> {
  const opened = await openCopyable(place)
  try {
    await work(opened)
  } finally {
    opened.connection.disconnect()
  }
}

/** Copies a store to a Redis that must be empty, unless the person agrees; or only prints what would be written. */
async function copyTo(source: Copyable, address: string, flags: Flags): Promise<void> {
  refuseEmpty(source)
  const wrong = redisUrlFault(address)
  if (wrong) throw new Error(`The address to copy to ${wrong}.`)
  await withCopyable({ url: address }, async (target) => {
    if (target.id !== '' && target.id === source.id) throw new Error(`${target.name} is the store itself.`)
    const has = target.keys === 0 ? 'is empty' : `already has ${count(target.keys, 'key')}`
    if (flags.has('dry-run')) return tellCopy(source, `${target.name}, which ${has}`)
    if (target.keys > 0) {
      await confirm(`${target.name} ${has}.`, 'replace keys of the same names and keep all others', flags)
    }
    const { keys, accounts } = await copyKeys(source, target, progressOf(source))
    say(`Copied ${count(keys, 'key')} of ${count(accounts, 'account')} from ${source.name} to ${target.name}.`)
  })
}

function refuseEmpty({ name, keys }: Copyable): void {
  if (keys === 0) throw new Error(`${name} has no data. Check DATA_DIR and REDIS_URL.`)
}

/** Prints what would be copied. */
async function tellCopy(source: Copyable, to: string): Promise<void> {
  const { keys, accounts, bytes } = await copyKeys(source, null, progressOf(source))
  const size = `about ${number(Math.ceil(bytes / 1_024))} KB of memory`
  say(`Would write ${count(keys, 'key')} of ${count(accounts, 'account')} (${size}) from ${source.name} to ${to}.`)
}

const progressEveryMs = 2_000

function progressOf({ keys: all }: Copyable): (keys: number) => void {
  let tellAt = Date.now() + progressEveryMs
  return (keys) => {
    if (Date.now() < tellAt) return
    say(`${number(keys)} of ${number(all)} keys so far`)
    tellAt = Date.now() + progressEveryMs
  }
}

/** Backs up a copy of a store in an embedded Redis, which is removed afterwards. */
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

/** Puts the secrets of a backup in place, unless there are others: then beside. */
function putSecrets(from: string, to: string, made: string): void {
  if (!existsSync(from)) return
  const isSame = (name: string) => existsSync(join(to, name)) && sameFile(join(from, name), join(to, name))
  const place = existsSync(to) ? `${to}-of-${made.replace(/[:.]/g, '-')}` : to
  if (!readdirSync(from).every(isSame)) {
    mkdirSync(place, { mode: 0o700 })
    cpSync(from, place, { recursive: true })
    if (place !== to) {
      say(`Its secrets differ from those in ${to}, so they are in ${place}. What the store holds needs them.`)
    }
  }
  say(secretsText(resolve(to, '..')))
}

const sameFile = (one: string, other: string) => readFileSync(one).equals(readFileSync(other))

const secretsText = (dataDir: string) =>
  existsSync(join(dataDir, 'secrets'))
    ? `On other machines, set KEY_PEPPER and AUTH_SECRET to what is in ${join(dataDir, 'secrets')}.`
    : 'Keep KEY_PEPPER and AUTH_SECRET as they are.'

/** @throws Error unless the person agrees, on the terminal or by `--yes`. */
async function confirm(state: string, action: string, flags: Flags): Promise<void> {
  if (flags.has('yes')) return
  if (!process.stdin.isTTY) throw new Error(`${state} To ${action}, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${state} Type yes to ${action}: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new Error('Nothing was changed.')
}
