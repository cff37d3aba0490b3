import type { Role } from './members'

/**
 * What a person may allow an app that connects over OAuth. Each MCP tool belongs to one scope, and says in
 * `access` what it lets an app do.
 */
export const appScopes = ['lookups', 'batches', 'watchlists'] as const

export type AppScope = (typeof appScopes)[number]

/** Returns the scopes in a list that open tools, in their usual order. `offline_access`, for example, opens none. */
export const appScopesIn = (scopes: readonly string[]): AppScope[] => appScopes.filter((one) => scopes.includes(one))

/** A person on whose behalf an app calls, the account that it is connected to, and what the app may do. */
export interface AppAccess {
  personId: string
  member: { accountId: string; role: Role; lacksSecondFactor: boolean }
  scopes: readonly AppScope[]
}
