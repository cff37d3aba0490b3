import { procedures } from '@/server/entrances/trpc/router'
import type { AppScope } from '@/server/metering/access/app-scopes'
import type { Role } from '@/server/metering/access/members'
import { accessOf, tools } from './tools'

/**
 * Returns what apps with these scopes can do for a person with this role, in the words of the tools; nothing if the role
 * allows none of their tools.
 */
export const accessFor = (scopes: readonly AppScope[], role: Role): string[] =>
  accessOf(scopes, (name) => tools[name].calls.every((call) => procedures.get(call)?.meta?.who?.includes(role)))
