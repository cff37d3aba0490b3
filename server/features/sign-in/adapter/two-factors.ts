import { APIError } from 'better-auth/api'
import { reseal } from '@/server/platform/runtime/local-secret'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { signInKeys } from './redis-keys'
import { equalTo, type Row, type Table, unsupported } from './table'

const create = script(`
local user, record = KEYS[1], KEYS[2]
if redis.call('EXISTS', user) == 0 or redis.call('EXISTS', record) == 1 then return 0 end
redis.call('HSET', record, unpack(ARGV))
return 1
`)

/** Writes fields of an existing record. If ARGV[1] names a field, it must still have the value ARGV[2]. */
const write = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
return 1
`)

/**
 * The data of two-step verification: the authenticator app's secret and the recovery codes, both encrypted by
 * better-auth. An account has at most one such record, whose id is the account's id. Data encrypted with another
 * accepted secret is re-encrypted with the current one when it is read.
 */
export const twoFactors: Table = {
  async candidates(conditions) {
    const id = equalTo(conditions, 'userId') ?? equalTo(conditions, 'id')
    if (id === null) throw unsupported('twoFactor', conditions)
    const row = await readTwoFactor(id)
    return row ? [row] : []
  },

  async create(record) {
    const { userId } = asTwoFactor(record)
    const row: Row = { ...record, id: userId }
    const keys = [signInKeys.user(userId), signInKeys.twoFactor(userId)]
    if ((await runScript(create, keys, fieldsOf(row))) === 1) return row
    // The setup was started twice at the same time, or the account is gone.
    throw new APIError('CONFLICT', { code: 'TRY_AGAIN', message: 'Try again.' })
  },

  update: (row, changes) => writeFields(row, changes, ['', '']),

  updateIf: (row, changes, field) => writeFields(row, changes, [field, JSON.stringify(row[field])]),

  async remove(row) {
    const { redis } = await store()
    return (await redis.del(signInKeys.twoFactor(asTwoFactor(row).userId))) === 1
  },
}

/** Returns an account's record, encrypted with the current secret; null if there is none. */
export async function readTwoFactor(accountId: string): Promise<Row | null> {
  const { redis } = await store()
  const row = await redis.hgetall<Row>(signInKeys.twoFactor(accountId))
  if (!row) return null
  for (const field of ['secret', 'backupCodes']) {
    const sealed = String(row[field])
    const present = await reseal(sealed)
    // A field that has changed in the meantime keeps its new value.
    if (present !== sealed && (await twoFactors.updateIf?.(row, { [field]: present }, field))) row[field] = present
  }
  return row
}

async function writeFields(row: Row, changes: Row, guard: [field: string, json: string]): Promise<boolean> {
  return (
    (await runScript(write, [signInKeys.twoFactor(asTwoFactor(row).userId)], [...guard, ...fieldsOf(changes)])) === 1
  )
}

const fieldsOf = (row: Row): string[] => Object.entries(row).flatMap(([name, value]) => [name, JSON.stringify(value)])

const asTwoFactor = (row: Row) => row as { userId: string }
