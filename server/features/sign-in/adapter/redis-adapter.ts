import { type CustomAdapter, createAdapterFactory } from 'better-auth/adapters'
import { randomBase62 } from '@/server/metering/access/api-key'
import { readAccess } from '@/server/metering/access/members'
import { appResource } from '../sign-in-options'
import { accessTokens, refreshTokens } from './app-tokens'
import { clients, consents } from './apps'
import { methods } from './methods'
import { passkeys } from './passkeys'
import { accountOfToken, personAtStart } from './redis-keys'
import { sessions } from './sessions'
import { type Condition, equalTo, matches, type Row, type Table, unsupported } from './table'
import { hasOwnSecondFactor, twoFactors } from './two-factors'
import { readUser, users } from './users'
import { verifications } from './verifications'

/** Records that better-auth reads, but that are derived from the settings and not stored. */
const constantTable = (rowsOf: (conditions: Condition[]) => Row[]): Table => ({
  candidates: async (conditions) => rowsOf(conditions),
  create: async (row) => row,
  update: async () => false,
  remove: async () => false,
})

/** Apps get tokens for the one resource in the settings (see `oauth.ts`). better-auth rejects other resources. */
const resources = constantTable((conditions) => {
  const resource = appResource()
  return resource === null || equalTo(conditions, 'identifier') !== resource ? [] : [{ identifier: resource }]
})

const tables: Record<string, Table> = {
  user: users,
  session: sessions,
  account: methods,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
  oauthClient: clients,
  oauthConsent: consents,
  oauthAccessToken: accessTokens,
  oauthRefreshToken: refreshTokens,
  oauthResource: resources,
  oauthClientResource: constantTable(() => []),
}

type IncrementOne = Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]

/** Returns a new id for a person or an account. An account's id is part of its API keys. */
export const newId = (): string => randomBase62(16)

/**
 * better-auth's records in Redis. Every query uses a key; none scans the store. Each step is atomic on one key or on
 * one account's keys, so the adapter also works on a cluster. Steps are ordered so that a failure between them leaves
 * nothing unusable. A query without an index throws.
 */
export const redisAdapter = () =>
  createAdapterFactory({
    config: {
      adapterId: 'pinref-redis',
      adapterName: 'Pinref Redis',
      // Rows are JSON, with dates as ISO 8601 text.
      supportsDates: false,
      supportsJSON: true,
      supportsArrays: true,
      // Ids are created here, because some of them are derived from the row.
      disableIdGeneration: true,
      transaction: false,
    },
    adapter: ({ schema }): CustomAdapter => {
      /** Fields without a value are null, even if better-auth omits them. */
      function complete(model: string, data: Row): Row {
        const fields = Object.keys(schema[model]?.fields ?? {})
        return { ...Object.fromEntries(fields.map((field) => [field, null])), ...data }
      }

      return {
        async create<T>({ model, data }: { model: string; data: T }) {
          const row = complete(model, data as Row)
          if (model !== 'verification') row.id ??= newId()
          return (await tableOf(model).create(row)) as T
        },

        async findOne<T>({ model, where, join }: Parameters<CustomAdapter['findOne']>[0]) {
          if (model === 'session' && join?.user) return (await findSession(where)) as T | null
          const [row] = await find(model, where)
          return (row ?? null) as T | null
        },

        async findMany<T>({ model, where, sortBy, limit, offset = 0 }: Parameters<CustomAdapter['findMany']>[0]) {
          const rows = await find(model, where)
          if (sortBy) rows.sort(by(sortBy.field, sortBy.direction))
          return rows.slice(offset, offset + limit) as T[]
        },

        count: async ({ model, where }) => (await find(model, where)).length,

        async update<T>({ model, where, update }: { model: string; where: Condition[]; update: T }) {
          const [row] = await find(model, where)
          const changes = update as Row
          return (row && (await tableOf(model).update(row, changes)) ? { ...row, ...changes } : null) as T | null
        },

        async updateMany({ model, where, update }) {
          const rows = await find(model, where)
          return countOf(rows.map((row) => tableOf(model).update(row, update)))
        },

        async delete({ model, where }) {
          await removeAll(model, where)
        },

        deleteMany: ({ model, where }) => removeAll(model, where),

        /** If several calls compete for a row, exactly one gets it. */
        async consumeOne<T>({ model, where }: { model: string; where: Condition[] }) {
          const [row] = await find(model, where)
          return (row && (await tableOf(model).remove(row)) ? row : null) as T | null
        },

        /**
         * better-auth never uses this to increment, only to change a row if one field still has the value that was
         * read.
         */
        async incrementOne<T>({ model, where, increment, set = {} }: IncrementOne) {
          const table = tableOf(model)
          const [guard, ...others] = where.filter(({ field }) => field !== 'id')
          if (!table.updateIf || !guard || others.length > 0 || Object.keys(increment).length > 0) {
            throw unsupported(model, where)
          }
          const [row] = await find(model, where)
          return (row && (await table.updateIf(row, set, guard.field)) ? { ...row, ...set } : null) as T | null
        },
      }
    },
  })

/**
 * Reads a session, its person, and the person's role in the session's account, in one round trip: the token names both.
 * Takes another one only if the account requires a second factor and the person has no two-step verification.
 */
async function findSession(where: Condition[]): Promise<Row | null> {
  const token = equalTo(where, 'token') ?? ''
  const personId = personAtStart(token)
  if (personId === null) return null
  const [[row], user, { role, requiresSecondFactor }] = await Promise.all([
    find('session', where),
    readUser(personId),
    readAccess(accountOfToken(token), personId),
  ])
  if (!row || !user) return row ? { ...row, user } : null
  const lacksSecondFactor = requiresSecondFactor && !(await hasOwnSecondFactor(personId, user))
  return { ...row, user: { ...user, accountRole: role, lacksSecondFactor } }
}

function tableOf(model: string): Table {
  const table = tables[model]
  if (!table) throw unsupported(model)
  return table
}

async function find(model: string, where: Condition[] = []): Promise<Row[]> {
  const candidates = await tableOf(model).candidates(where)
  return candidates.filter((row) => matches(model, row, where))
}

async function removeAll(model: string, where: Condition[]): Promise<number> {
  const rows = await find(model, where)
  return countOf(rows.map((row) => tableOf(model).remove(row)))
}

const countOf = async (done: Array<Promise<boolean>>): Promise<number> =>
  (await Promise.all(done)).filter(Boolean).length

/** Dates sort by their ISO 8601 text. */
const by = (field: string, direction: 'asc' | 'desc') => (a: Row, b: Row) => {
  const order = String(a[field] ?? '').localeCompare(String(b[field] ?? ''))
  return direction === 'asc' ? order : -order
}
