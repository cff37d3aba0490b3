/**
 * What an account's owner may allow an app that connects over OAuth. Each MCP tool belongs to one scope, and says in
 * `access` what it lets an app do.
 */
export const appScopes = ['lookups', 'batches', 'watchlists'] as const

export type AppScope = (typeof appScopes)[number]

/** Returns the scopes in a list that open tools, in their usual order. `offline_access`, for example, opens none. */
export const appScopesIn = (scopes: readonly string[]): AppScope[] => appScopes.filter((one) => scopes.includes(one))
