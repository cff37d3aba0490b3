import { env } from '@/server/platform/settings/env'
import { maxMembers, type PlanSetting } from '@/server/platform/settings/plan-table'

/** A plan without its Stripe price id, which is not public. */
export type Plan = Omit<PlanSetting, 'stripePriceId'>

export type PlanId = Plan['id']

let table: readonly Plan[] | undefined

/**
 * This server's plans, smallest first: the one table behind the pricing page, the docs, the checkout, and the limits.
 */
export function plans(): readonly Plan[] {
  table ??= env().PLANS.map(({ stripePriceId: _, ...plan }) => plan)
  return table
}

/** Returns the plan for new accounts and for accounts whose plan is no longer in the table. */
export function firstPlan(): Plan {
  const [first] = plans()
  if (first === undefined) throw new Error('the plan table is empty')
  return first
}

/** Returns the plan with this id, or null. */
export function planOf(id: string): Plan | null {
  return plans().find((plan) => plan.id === id) ?? null
}

/** At most `max` calls or attempts in each window. */
export interface Limit {
  readonly max: number
  readonly windowSeconds: number
}

/**
 * Returns how many of an account's lookups may fail after a call to an upstream, per UTC day. A failed lookup uses no
 * quota, but Google bills for it. The limit is a tenth of the monthly quota, at least 50; 20,000 if there is none.
 */
export const dailyFailures = ({ monthlyQuota }: Pick<Plan, 'monthlyQuota'>): number =>
  monthlyQuota === null ? 20_000 : Math.max(50, Math.floor(monthlyQuota / 10))

/**
 * All other rate limits, except the monthly quotas, which belong to the plans.
 *
 * `@upstash/ratelimit` counts visitors' bursts and failed keys (`limiter.ts`, which also counts attempts for
 * better-auth), and `admit-visitor.ts` counts a visitor's day in the library's format. The admission script
 * (`admission-scripts.ts`) counts an account's burst, because it checks the key, burst, and month in one step and
 * cannot include the library's script. Every call with a valid key counts toward the burst, even if it is rejected or
 * fails, unless its address or operation is not allowed. Refunds apply to the quota only, never to the burst.
 */
export const limits = {
  /** A visitor's calls per UTC day. */
  free: {
    get max() {
      return env().FREE_DAILY_QUOTA
    },
    windowSeconds: 86_400,
  },
  /**
   * Calls by a visitor (per network), by an account's live keys and dashboard, or by its test keys. Each batch item is
   * one call.
   */
  burst: {
    get max() {
      return env().BURST_LIMIT
    },
    windowSeconds: 10,
  },
  /** Reads of documents, server status, and nonexistent paths from one network. Counted in memory, per process. */
  reads: {
    get max() {
      return Math.max(300, env().BURST_LIMIT)
    },
    windowSeconds: 10,
  },
  /**
   * Calls from one network that are rejected because of their key, token, or link, or over a limit. Over this limit,
   * rejections are delayed. Counted in memory, per process.
   */
  refusals: {
    get max() {
      return Math.max(300, env().BURST_LIMIT)
    },
    windowSeconds: 10,
  },
  /** Reads and changes on a signed-in user's account pages, except lookups and batches. */
  dashboard: { max: 300, windowSeconds: 10 },
  /** A visitor's lookups that failed after a call to an upstream, per UTC day. */
  visitorFailures: { max: 10, windowSeconds: 86_400 },
  /** Unknown API keys from one network. Calls over the limit get 429 instead of 401. */
  failedKeys: { max: 60, windowSeconds: 60 },
  /** API keys created by an account, including by rotation. */
  keysMade: { max: 100, windowSeconds: 86_400 },
  /** Attempts from one address. The other sign-in paths use better-auth's own limits. */
  signIn: { max: 10, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  passwordReset: { max: 3, windowSeconds: 60 },
  verificationMail: { max: 3, windowSeconds: 60 },
  /** Emails of any kind to one recipient, no matter who requests them. Emails over the limit are silently dropped. */
  mailsToRecipient: { max: 5, windowSeconds: 3_600 },
  /** Alerts to one account about sign-ins from new devices. Alerts over the limit are dropped. */
  signInAlerts: { max: 10, windowSeconds: 3_600 },
  /** Passwords tried for one account from one network or in one browser that has signed in to the account before. */
  passwordsAtAccount: { max: 10, windowSeconds: 900 },
  /**
   * Passwords tried for one account across all networks, excluding browsers that have signed in to the account before.
   */
  passwordsFromAnywhere: { max: 100, windowSeconds: 3_600 },
  secondFactor: { max: 10, windowSeconds: 60 },
  /** An account's invitations to persons, including those sent again. */
  invitationsOfAccount: { max: 30, windowSeconds: 86_400 },
  /** Invitations sent from one network, by any account. */
  invitationsOfNetwork: { max: 60, windowSeconds: 86_400 },
  /** Invitations to one recipient, by any account. */
  invitationsToRecipient: { max: 5, windowSeconds: 86_400 },
  /** Changes of members' roles in an account. */
  roleChanges: { max: 60, windowSeconds: 3_600 },
  /** Emails to one person about changes of their memberships. Emails over the limit are silently dropped. */
  membershipMails: { max: 10, windowSeconds: 86_400 },
  /** Accounts that one person creates. */
  accountsMade: { max: 5, windowSeconds: 3_600 },
  /** A person's downloads of their data, with the account that they own. */
  dataCopy: { max: 10, windowSeconds: 3_600 },
  /** An account's test events and manually resent deliveries. */
  callbacksByHand: { max: 10, windowSeconds: 600 },
  /** Apps that register from one address. Agent hosts register for all their users. */
  appsRegistered: { max: 60, windowSeconds: 3_600 },
  /** Apps registered by one website's pages from one network. */
  appsOfPage: { max: 20, windowSeconds: 3_600 },
  /** Apps whose metadata is fetched for one account because they aren't stored yet. */
  appsFetched: { max: 20, windowSeconds: 3_600 },
  /** Attempts from one address to connect an app, or to allow or deny one. */
  appsAuthorized: { max: 30, windowSeconds: 60 },
  /** Tokens that apps request or revoke from one address. Agent hosts request and revoke tokens for all their users. */
  appTokens: { max: 300, windowSeconds: 60 },
  /** The sign-in page requests a challenge each time it opens, so that the browser can offer passkeys. */
  passkeyChallenge: { max: 60, windowSeconds: 60 },
  /**
   * Wrong second-factor codes for one account, from any address. Three in a million codes are valid at any time. With thirty
   * tries a day, someone who has the password needs about 30 years on average to guess a code.
   */
  wrongCodes: { max: 10, windowSeconds: 900 },
  wrongCodesInDay: { max: 30, windowSeconds: 86_400 },
} as const satisfies Record<string, Limit>

/** Returns how many members a plan's accounts may have, counted with their open invitations. */
export const membersOf = ({ members }: Pick<Plan, 'members'>): number => members ?? maxMembers

/**
 * Returns a Lua function of a plan's id. A table of the plans would be rebuilt on every call.
 * @param value returns a plan's value as a Lua expression; the first plan's value also applies to unknown ids.
 */
const planFunction = (name: string, value: (plan: Plan) => string): string => `local function ${name}(plan)
${plans()
  .map((plan) => `  if plan == '${plan.id}' then return ${value(plan)} end`)
  .join('\n')}
  return ${value(firstPlan())}
end
`

/** A Lua function that returns a plan's calls per month (-1: no limit) and its failed lookups allowed per day. */
export const planLimits = (): string =>
  planFunction('limitsOf', (plan) => `${plan.monthlyQuota ?? -1}, ${dailyFailures(plan)}`)

/** A Lua function that returns how many members a plan's accounts may have. */
export const planMembers = (): string => planFunction('maxMembersOf', (plan) => `${membersOf(plan)}`)
