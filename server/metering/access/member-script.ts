import type { Code } from '@/server/platform/store/run-script'
import { defineScript, type KeysOf, type ScriptDeclaration } from '@/server/platform/store/script'
import { type Arguments, bodyOf } from '@/server/platform/store/script-source'
import {
  type Argument,
  type ArgumentsOf,
  Malformed,
  optional,
  type Reply,
  text,
} from '@/server/platform/store/script-values'
import { runScript, script } from '@/server/platform/store/untyped'
import memberRules from './member-rules.lua'
import { type Author, type Role, readMembers, workingRoles, writerOf } from './members'
import { redisKeys } from './redis-keys'
import { accountGone, noMember, roleNotAllowed } from './refusals'

/*
 * Scripts that write for an account. If a person makes the change, each checks the person's role in the same step, so a
 * member who was removed, or made a viewer, a moment ago changes nothing. In their Lua, `members` is the account's
 * members, and `personId` the person; nil for a key, an operator, or Pinref itself.
 */

/** Who may run a script. */
interface MemberRules {
  /** The roles of the persons who may; owners and members if omitted. */
  roles?: readonly Role[]
  /** Whether the account must exist even if no person makes the change. Default: true. */
  needsAccount?: boolean
}

/** Returns Lua that runs other Lua unless the person may not. A refusal is a word, and any other reply is in a list. */
const guarded = (lua: string, { roles = workingRoles, needsAccount = true }: MemberRules): string => `
${memberRules}
local refusal
if personId then refusal = refusalOf(members, personId, ' ${roles.join(' ')} ')
${needsAccount ? "elseif redis.call('EXISTS', members) == 0 then refusal = 'gone'" : ''}
end
if refusal then return refusal end
local function change()
${lua}
end
return { change() }
`

/** Returns the reply of the guarded Lua. @throws PinrefError `not_signed_in`, `account_switched`, `role_not_allowed`. */
function unguarded(raw: unknown): unknown {
  if (raw === 'gone') throw accountGone()
  if (raw === 'member') throw noMember()
  if (raw === 'role') throw roleNotAllowed()
  if (!Array.isArray(raw) || raw.length !== 1) throw new Malformed('expected a refusal or one reply')
  return raw[0]
}

/**
 * Defines a script as `defineScript` does, whose Lua runs only for those who may write for the account. Its first argument
 * is who makes the change; the key `members` and the argument `personId` are added to those declared.
 * @throws also PinrefError `not_signed_in` if the account has been deleted, `account_switched` for a person who is not a
 *   member, `role_not_allowed`.
 */
export function defineMemberScript<
  const K extends readonly string[],
  const R,
  // biome-ignore lint/complexity/noBannedTypes: no arguments.
  const A extends Arguments = {},
>({ roles, needsAccount, ...declaration }: ScriptDeclaration<K, A, R> & MemberRules) {
  const { keys, args, includes, lua, returns } = declaration
  const rules: MemberRules = { ...(roles && { roles }), ...(needsAccount !== undefined && { needsAccount }) }
  const reply: Reply<R> = { ...returns, decode: (raw) => returns.decode(unguarded(raw)) }
  const run: unknown = defineScript({
    ...declaration,
    keys: ['members', ...keys],
    args: { personId: optional(text), ...args },
    includes: [() => guarded(bodyOf({ ...(includes && { includes }), lua }), rules)],
    lua: '',
    returns: reply,
  })
  const runOn = run as (keys: object, args: object) => Promise<R>
  return (author: Author, keys: KeysOf<K>, args: ArgumentsOf<A>): Promise<R> => {
    const { accountId, personId } = writerOf(author)
    return runOn({ ...keys, members: redisKeys(accountId).members }, { ...args, personId })
  }
}

/** Defines a script like that whose other arguments have no names; see `untyped.ts`. */
export const memberScript = (lua: string, rules: MemberRules = {}): Code =>
  script(`
local members, personId = table.remove(KEYS), table.remove(ARGV)
if personId == '' then personId = nil end
${guarded(lua, rules)}`)

/**
 * Runs a script from `memberScript` and returns its raw reply.
 * @throws PinrefError `store_unavailable`, and as `defineMemberScript`; Error if the script fails.
 */
export async function runMemberScript(
  author: Author,
  code: Code,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<unknown> {
  const { accountId, personId } = writerOf(author)
  return unguarded(await runScript(code, [...keys, redisKeys(accountId).members], [...args, personId ?? '']))
}

/**
 * Checks a person's role again, before something outside the store is changed for the account, or all of its data leaves.
 * @throws PinrefError as `defineMemberScript`; `store_unavailable`.
 */
export async function checkRole(author: Author, roles: readonly Role[]): Promise<void> {
  const { accountId, personId } = writerOf(author)
  if (personId === null) return
  const members = await readMembers(accountId)
  if (members.length === 0) throw accountGone()
  const member = members.find((one) => one.personId === personId)
  if (!member) throw noMember()
  if (!roles.includes(member.role)) throw roleNotAllowed()
}
