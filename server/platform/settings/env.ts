import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { settings } from './settings'

/** This build's commit or id, inlined by the build; see `scripts/build.mjs`. */
export const buildName = process.env.PINREF_BUILD ?? 'development'

/**
 * Returns the host of this Vercel deployment, or undefined if Vercel does not expose it. Previews use the branch's
 * host, which does not change across pushes.
 * @see https://vercel.com/docs/environment-variables/system-environment-variables
 */
function vercelHost(env: Partial<Record<`VERCEL_${string}`, string | undefined>>): string | undefined {
  return env.VERCEL_ENV === 'preview' ? (env.VERCEL_BRANCH_URL ?? env.VERCEL_URL) : env.VERCEL_PROJECT_PRODUCTION_URL
}

/** Without this option, zod skips checks that span several variables if any single variable is invalid. */
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
    ...settings['Links and test servers'],
    // Vercel sets these variables itself.
    VERCEL: z.string().optional(),
    VERCEL_ENV: z.string().optional(),
    VERCEL_URL: z.string().optional(),
    VERCEL_BRANCH_URL: z.string().optional(),
    VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),
    VERCEL_REGION: z.string().optional(),
  })
  .superRefine((env, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const store of ['UPSTASH_REDIS_REST', 'KV_REST_API'] as const) {
      if (env[`${store}_URL`] && !env[`${store}_TOKEN`]) fault(`${store}_TOKEN`, `is required with ${store}_URL`)
      if (env[`${store}_TOKEN`] && !env[`${store}_URL`]) fault(`${store}_URL`, `is required with ${store}_TOKEN`)
    }
    // Vercel's Upstash integration sets `REDIS_URL` in addition to its own variables, for the same store.
    if (env.UPSTASH_REDIS_REST_URL && env.REDIS_URL) {
      fault('REDIS_URL', 'and UPSTASH_REDIS_REST_URL are two different stores; unset one of them')
    }
    for (const key of ['QSTASH_CURRENT_SIGNING_KEY', 'QSTASH_NEXT_SIGNING_KEY'] as const) {
      if (env.QSTASH_TOKEN && !env[key])
        fault(key, 'is required with QSTASH_TOKEN; without it, anyone could run batch steps')
    }
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
      fault('STRIPE_WEBHOOK_SECRET', 'is required with STRIPE_SECRET_KEY; without it, Pinref would miss payments')
    }
    if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT) {
      fault('METRICS_PORT', 'must differ from PORT')
    }
    if (env.METRICS_TOKEN && env.METRICS_PORT === undefined) {
      fault('METRICS_PORT', 'is required with METRICS_TOKEN; without a port, /metrics is not served')
    }
    // PLANS is not an array here if it could not be read.
    for (const [index, { monthlyPriceCents }] of Array.isArray(env.PLANS) ? env.PLANS.entries() : []) {
      if (env.STRIPE_SECRET_KEY && index > 0 && monthlyPriceCents === 0) {
        fault(
          `PLANS.${index}.monthlyPriceCents`,
          'must be more than 0 with STRIPE_SECRET_KEY; only the first plan is free',
        )
      }
    }
    if (env.VERCEL && !env.UPSTASH_REDIS_REST_URL && !env.KV_REST_API_URL && !env.REDIS_URL) {
      fault(
        'UPSTASH_REDIS_REST_URL',
        'or KV_REST_API_URL or REDIS_URL is required on Vercel, which has no persistent disk',
      )
    }
    if (env.VERCEL && !env.APP_URL && !vercelHost(env)) {
      fault(
        'APP_URL',
        'is required on Vercel if “Automatically expose System Environment Variables” is off in the project’s settings',
      )
    }
    for (const secret of ['KEY_PEPPER', 'AUTH_SECRET'] as const) {
      if (env.VERCEL && !env[secret]) fault(secret, 'is required on Vercel, which has no persistent disk')
    }
    for (const provider of ['GITHUB', 'GOOGLE'] as const) {
      const id = `${provider}_CLIENT_ID` as const
      const secret = `${provider}_CLIENT_SECRET` as const
      if (env[id] && !env[secret]) fault(secret, `is required with ${id}`)
      if (env[secret] && !env[id]) fault(id, `is required with ${secret}`)
    }
  }, alsoWithOtherFaults)
  .transform(({ KV_REST_API_URL, KV_REST_API_TOKEN, ...env }) => ({
    ...env,
    // Vercel's Upstash integration sets these variables.
    ...(!env.UPSTASH_REDIS_REST_URL && {
      UPSTASH_REDIS_REST_URL: KV_REST_API_URL,
      UPSTASH_REDIS_REST_TOKEN: KV_REST_API_TOKEN,
    }),
    APP_URL: env.APP_URL ?? (vercelHost(env) ? `https://${vercelHost(env)}` : `http://localhost:${env.PORT}`),
  }))

export type Env = z.output<typeof schema>

/**
 * Reads an environment. Empty or blank variables count as not set, so that nothing is signed with a blank secret.
 * @throws Error that lists every invalid variable, one per line.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const nonBlank = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(nonBlank)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  throw new Error(`The environment is invalid:\n${faults.join('\n')}`)
}

let parsed: Env | undefined

/**
 * Returns this process's environment, which is read once. A build on Vercel has `VERCEL` inlined: see
 * `next.config.mjs`.
 */
export function env(): Env {
  parsed ??= readEnv({ ...process.env, VERCEL: process.env.VERCEL })
  return parsed
}

/** Returns the operator's contact email, or null if no configured address can receive email. */
export function contactEmail(
  { CONTACT_EMAIL, MAIL_FROM }: Pick<Env, 'CONTACT_EMAIL' | 'MAIL_FROM'> = env(),
): string | null {
  if (CONTACT_EMAIL) return CONTACT_EMAIL
  const [address = ''] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '') ?? []
  return address && !/^(no|do-?not)-?reply\b/i.test(address) ? address : null
}

/**
 * The maximum number of workers started by default. Each worker uses memory, so more are started only if the operator
 * configures more.
 */
const maxByDefault = 4

/** Returns the number of workers: the configured number, or one per core, up to `maxByDefault`. */
export const workerCount = ({ WEB_CONCURRENCY }: Env): number =>
  WEB_CONCURRENCY ?? Math.min(availableParallelism(), maxByDefault)
