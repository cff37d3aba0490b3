import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { settings } from './settings'

/** What tells this build from others: its commit or an id. The build stores it in the code; see `scripts/build.mjs`. */
export const buildName = process.env.PINREF_BUILD ?? 'development'

/**
 * Returns the host under which Vercel serves this deployment; undefined if Vercel does not expose it. For a preview it is the
 * host of the branch, which stays the same from push to push.
 * @see https://vercel.com/docs/environment-variables/system-environment-variables
 */
function vercelHost(env: Partial<Record<`VERCEL_${string}`, string | undefined>>): string | undefined {
  return env.VERCEL_ENV === 'preview' ? (env.VERCEL_BRANCH_URL ?? env.VERCEL_URL) : env.VERCEL_PROJECT_PRODUCTION_URL
}

/** Without this, zod skips the checks that span several variables if any single variable is invalid. */
const alsoWithOtherFaults = { when: () => true }

const schema = z
  .object({
    ...settings.Server,
    ...settings.Storage,
    ...settings.Secrets,
    ...settings['Plans and limits'],
    ...settings['Google and listings'],
    ...settings.Batches,
    ...settings['Mail and sign-in'],
    ...settings['Pages about this server'],
    ...settings.Billing,
    ...settings.Monitoring,
    ...settings['Links in answers, and tests'],
    // Vercel sets these itself.
    VERCEL: z.string().optional(),
    VERCEL_ENV: z.string().optional(),
    VERCEL_URL: z.string().optional(),
    VERCEL_BRANCH_URL: z.string().optional(),
    VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),
  })
  .superRefine((env, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const store of ['UPSTASH_REDIS_REST', 'KV_REST_API'] as const) {
      if (env[`${store}_URL`] && !env[`${store}_TOKEN`]) fault(`${store}_TOKEN`, `is needed with ${store}_URL`)
      if (env[`${store}_TOKEN`] && !env[`${store}_URL`]) fault(`${store}_URL`, `is needed with ${store}_TOKEN`)
    }
    // Vercel's Upstash integration sets `REDIS_URL` besides its own variables, for the same store.
    if (env.UPSTASH_REDIS_REST_URL && env.REDIS_URL) {
      fault('REDIS_URL', 'and UPSTASH_REDIS_REST_URL name two stores; unset one of them')
    }
    for (const key of ['QSTASH_CURRENT_SIGNING_KEY', 'QSTASH_NEXT_SIGNING_KEY'] as const) {
      if (env.QSTASH_TOKEN && !env[key])
        fault(key, 'is needed with QSTASH_TOKEN, or anybody could have batches worked on')
    }
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
      fault('STRIPE_WEBHOOK_SECRET', 'is needed with STRIPE_SECRET_KEY, or payments would go unnoticed')
    }
    if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT) {
      fault('METRICS_PORT', 'is another port than PORT')
    }
    if (env.METRICS_TOKEN && env.METRICS_PORT === undefined) {
      fault('METRICS_PORT', 'is needed with METRICS_TOKEN: without a port nothing serves /metrics')
    }
    // A table that could not be read is not an array here.
    for (const [index, { monthlyPriceCents }] of Array.isArray(env.PLANS) ? env.PLANS.entries() : []) {
      if (env.STRIPE_SECRET_KEY && index > 0 && monthlyPriceCents === 0) {
        fault(`PLANS.${index}.monthlyPriceCents`, 'is more than 0 with STRIPE_SECRET_KEY: only the first plan is free')
      }
    }
    if (env.VERCEL && !env.UPSTASH_REDIS_REST_URL && !env.KV_REST_API_URL && !env.REDIS_URL) {
      fault(
        'UPSTASH_REDIS_REST_URL',
        'or KV_REST_API_URL or REDIS_URL is needed on Vercel, where nothing can be kept on disk',
      )
    }
    if (env.VERCEL && !env.APP_URL && !vercelHost(env)) {
      fault(
        'APP_URL',
        'is needed on Vercel where “Automatically expose System Environment Variables” is not ticked in the project’s settings',
      )
    }
    for (const secret of ['KEY_PEPPER', 'AUTH_SECRET'] as const) {
      if (env.VERCEL && !env[secret]) fault(secret, 'is needed on Vercel, where nothing can be kept on disk')
    }
    for (const provider of ['GITHUB', 'GOOGLE'] as const) {
      const id = `${provider}_CLIENT_ID` as const
      const secret = `${provider}_CLIENT_SECRET` as const
      if (env[id] && !env[secret]) fault(secret, `is needed with ${id}`)
      if (env[secret] && !env[id]) fault(id, `is needed with ${secret}`)
    }
  }, alsoWithOtherFaults)
  .transform(({ KV_REST_API_URL, KV_REST_API_TOKEN, ...env }) => ({
    ...env,
    // Vercel's Upstash integration sets these.
    ...(!env.UPSTASH_REDIS_REST_URL && {
      UPSTASH_REDIS_REST_URL: KV_REST_API_URL,
      UPSTASH_REDIS_REST_TOKEN: KV_REST_API_TOKEN,
    }),
    APP_URL: env.APP_URL ?? (vercelHost(env) ? `https://${vercelHost(env)}` : `http://localhost:${env.PORT}`),
  }))

export type Env = z.output<typeof schema>

/**
 * Reads an environment. Variables that are set but empty or blank count as not set: nothing may be signed with a blank secret.
 * @throws Error that names every fault, one per line.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  throw new Error(`The environment is invalid:\n${faults.join('\n')}`)
}

let parsed: Env | undefined

/** Returns the environment of this process, read once. A build on Vercel has `VERCEL` inlined: see `next.config.mjs`. */
export function env(): Env {
  parsed ??= readEnv({ ...process.env, VERCEL: process.env.VERCEL })
  return parsed
}

/** Returns the address at which people reach the operator of this server; null if there is none that anybody reads. */
export function contactEmail(
  { CONTACT_EMAIL, MAIL_FROM }: Pick<Env, 'CONTACT_EMAIL' | 'MAIL_FROM'> = env(),
): string | null {
  if (CONTACT_EMAIL) return CONTACT_EMAIL
  const [address = ''] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '') ?? []
  return address && !/^(no|do-?not)-?reply\b/i.test(address) ? address : null
}

/** The most workers started by default: each takes memory, so the operator has to ask for more. */
const maxByDefault = 4

/** Returns how many processes answer calls: the configured number, otherwise one per core up to `maxByDefault`. */
export const workerCount = ({ WEB_CONCURRENCY }: Env): number =>
  WEB_CONCURRENCY ?? Math.min(availableParallelism(), maxByDefault)
