import { env } from '../../platform/settings/env'
import { type Inspection, openInspection, type StoreNode } from '../../platform/store/inspection'
import { type Finding, fault, ok, warning } from './finding'

/** Returns a finding for each node of the store: its role, memory, evictions, persistence, and slow commands. */
export async function checkNodes(): Promise<Finding[]> {
  const inspection = await openInspection().catch(() => null)
  if (!inspection) return [notChecked]
  try {
    return await Promise.all(inspection.nodes.map((node) => checkNode(node, inspection.kind)))
  } finally {
    inspection.close()
  }
}

const notChecked = warning("Not checked, because the store can't be used.")

async function checkNode(node: StoreNode, kind: Inspection['kind']): Promise<Finding> {
  try {
    const reply = await node.send(['INFO'])
    // After any other error, such as a rejected password, no command works.
    if ('error' in reply && !/^(?:NOPERM|ERR)\b/.test(reply.error)) throw new Error(reply.error)
    const info = 'error' in reply ? reply.error : String(reply.result)
    const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
    if (field('role') === undefined) {
      return ok(`${node.name}: Unknown, because the store doesn't allow INFO. See the provider's console.`)
    }
    const facts = [
      roleOf(field, kind),
      memoryOf(field),
      evictionsOf(field),
      ...persistenceOf(field),
      await slowOf(node),
    ]
    const worst = facts.find(({ state }) => state === 'fault') ?? facts.find(({ state }) => state === 'warning')
    return { state: worst?.state ?? 'ok', text: `${node.name}: ${facts.map(({ text }) => text).join(' ')}` }
  } catch (error) {
    if (kind !== 'cluster') return notChecked
    return fault(
      `${node.name}: Can't be used (${(error as Error).message}). Start this node, or let its replica take over.`,
    )
  }
}

/** Returns the value of a field of `INFO`; undefined if the node doesn't report it. */
type Field = (name: string) => string | undefined

function roleOf(field: Field, kind: Inspection['kind']): Finding {
  const primary = `${field('master_host')}:${field('master_port')}`
  if (field('role') === 'slave') {
    if (kind === 'server') return fault(`Replica of ${primary}. Set REDIS_URL to the primary.`)
    if (field('master_link_status') === 'up') return ok(`Replica of ${primary}.`)
    return warning(
      `Replica of ${primary}, but not connected to it, so it can't take over. Start the primary, or check the network.`,
    )
  }
  const replicas = Number(field('connected_slaves'))
  const text = `Primary with ${replicas} replica${replicas === 1 ? '' : 's'}.`
  if (replicas > 0 || (kind !== 'cluster' && kind !== 'sentinel')) return ok(text)
  return warning(`${text} Nothing takes over if it fails. Start its replica.`)
}

/** Above this part of its limit, the memory is soon full. */
const fullShare = 0.9

function memoryOf(field: Field): Finding {
  const [used, limit] = [Number(field('used_memory')), Number(field('maxmemory') ?? 0)]
  if (limit === 0) return ok(`Uses ${sizeOf(used)} of memory, without a limit.`)
  const text = `Uses ${sizeOf(used)} of ${sizeOf(limit)} of memory.`
  if (used < fullShare * limit) return ok(text)
  return warning(`${text} When it is full, calls fail. Raise maxmemory, or upgrade the plan.`)
}

const sizeOf = (bytes: number) => (bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)

function evictionsOf(field: Field): Finding {
  const evicted = Number(field('evicted_keys') ?? 0)
  if (evicted === 0) return ok('No keys evicted.')
  return warning(
    `${evicted.toLocaleString('en')} keys evicted since it started: accounts and keys may be missing. Set maxmemory-policy ` +
      'to noeviction and restore a backup. CONFIG RESETSTAT resets this count.',
  )
}

function persistenceOf(field: Field): Finding[] {
  if (field('loading') === '1') return [warning('Still loading its data. Wait.')]
  const failed = (name: string) => field(name) === 'err'
  const disk = 'Free up disk space, or see the log of Redis.'
  if (failed('aof_last_write_status')) return [fault(`Can't write its append-only file. ${disk}`)]
  if (failed('rdb_last_bgsave_status')) return [warning(`Can't save its snapshot. ${disk}`)]
  if (failed('aof_last_bgrewrite_status')) return [warning(`Can't compact its append-only file. ${disk}`)]
  return [ok(field('aof_enabled') === '1' ? 'Append-only file written.' : 'No append-only file.')]
}

/** The maximum number of slow log entries to read; Redis stores 128 by default. */
const maxEntries = '128'
const recentSeconds = 3_600

/** An entry's id, epoch seconds by the node's clock, microseconds, and the command with its arguments. */
type SlowEntry = [id: number, atSeconds: number, durationUs: number, command: unknown[]]

async function slowOf(node: StoreNode): Promise<Finding> {
  const [time, reply] = await Promise.all([node.send(['TIME']), node.send(['SLOWLOG', 'GET', maxEntries])])
  if ('error' in reply || 'error' in time) return ok('Slow log unknown.')
  const nowSeconds = Number((time.result as unknown[])[0])
  const recent = (reply.result as SlowEntry[]).filter(([, atSeconds]) => nowSeconds - atSeconds < recentSeconds)
  const [slowest] = recent.sort(([, , one], [, , other]) => other - one)
  if (!slowest) return ok('No slow commands in the last hour.')
  const [, , durationUs, [command]] = slowest
  const slowestMs = Math.round(durationUs / 1_000)
  const text = `${recent.length} slow command${recent.length === 1 ? '' : 's'} in the last hour, the slowest ${command} with ${slowestMs} ms.`
  // Every other call waits as long.
  if (slowestMs < env().STORE_TIMEOUT_MS / 2) return ok(text)
  return warning(
    `${text} Calls time out after ${env().STORE_TIMEOUT_MS} ms. Run pinref-server.js store slowlog get to see more.`,
  )
}
