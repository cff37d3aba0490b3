import { z } from 'zod'
import { planTable } from './plan-table'
import { siteText } from './site-text'

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''))

/** An address without a path: sign-in and mails use only the origin, so a path would be lost there. */
const origin = z
  .string()
  .refine(isOrigin, 'is an address like https://pinref.example.com, without a user, path, query or fragment')
  .transform((text) => new URL(text).origin)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !(search || hash || username || password)
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is a whole number')
    .transform(Number)
    .refine(
      (value) => value >= least && value <= most,
      `is from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`,
    )

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

/** Secrets separated by commas; an empty text has none. */
const secrets = (leastCharacters: number) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (all) => all.every(({ length }) => length >= leastCharacters),
      `is secrets of at least ${leastCharacters} characters each, separated by commas`,
    )

/** Port numbers separated by commas; an empty text has none. */
const ports = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (all) => all.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535),
    'is ports from 1 to 65,535, separated by commas',
  )
  .transform((all) => all.map(Number))

const schema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOSTNAME: z.string().optional(),
    WEB_CONCURRENCY: wholeNumber(1, 64).optional(),
    APP_URL: origin.optional(),
    DATA_DIR: z.string().default('.data'),
    UPSTASH_REDIS_REST_URL: url.optional(),
    UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
    KV_REST_API_URL: url.optional(),
    KV_REST_API_TOKEN: z.string().optional(),
    REDIS_URL: z
      .string()
      .refine(
        (text) => text.split(',').every((node) => /^rediss?:\/\/[^/]/.test(node.trim())),
        'is one or several addresses (redis:// or rediss://), separated by commas',
      )
      .optional(),
    STORE_TIMEOUT_MS: wholeNumber(100, 60_000).default(1_000),
    MAP_HOST: url.default('https://maps.google.com'),
    REVIEW_HOST: url.default('https://search.google.com'),
    LINK_GATEWAY_URL: url.optional(),
    CALLBACK_GATEWAY_URL: url.optional(),
    CALLBACK_PORTS: ports,
    GOOGLE_MAPS_API_KEY: z.string().trim().optional(),
    GOOGLE_PLACES_URL: url.default('https://places.googleapis.com'),
    GOOGLE_LEGACY_PLACES_URL: url.default('https://maps.googleapis.com'),
    GOOGLE_MAPSTOOLS_URL: url.default('https://mapstools.googleapis.com'),
    LISTING_CACHE_SECONDS: wholeNumber(0, 2_592_000).default(0),
    UPSTREAM_DEADLINE_MS: wholeNumber(100, 60_000).default(8_000),
    UPSTREAM_DAILY_CAP: wholeNumber(0, 1_000_000_000).default(500),
    UPSTREAM_MONTHLY_CAP: wholeNumber(0, 1_000_000_000).optional(),
    UPSTREAM_CALLER_SHARE: wholeNumber(1, 100).default(50),
    PLANS: planTable,
    FREE_DAILY_QUOTA: wholeNumber(0, 1_000_000).default(5),
    BURST_LIMIT: wholeNumber(1, 1_000_000).default(300),
    TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
    KEY_PEPPER: z.string().min(16, 'is at least 16 characters').optional(),
    OTHER_KEY_PEPPERS: secrets(16),
    AUTH_SECRET: z.string().min(32, 'is at least 32 characters').optional(),
    OTHER_AUTH_SECRETS: secrets(32),
    GIVE_UP_API_KEYS: z.string().optional(),
    QSTASH_URL: url.default('https://qstash.upstash.io'),
    QSTASH_TOKEN: z.string().optional(),
    QSTASH_CURRENT_SIGNING_KEY: z.string().optional(),
    QSTASH_NEXT_SIGNING_KEY: z.string().optional(),
    CRON_SECRET: z.string().min(16, 'is at least 16 characters').optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^/]/, 'is an address (smtp:// or smtps://)')
      .optional(),
    CONTACT_EMAIL: z
      .string()
      .trim()
      .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'is an email address')
      .optional(),
    SOURCE_URL: url.optional(),
    TERMS: siteText.optional(),
    PRIVACY: siteText.optional(),
    MAIL_FROM: z.string().includes('@', { message: 'is an email address' }).optional(),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_API_URL: url.default('https://api.stripe.com'),
    OPERATOR_EMAILS: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine(
        (emails) => emails.every((email) => /^[^@]+@[^@]+$/.test(email)),
        'is email addresses, separated by commas',
      ),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    OTEL_SERVICE_NAME: z.string().default('pinref'),
    OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(100, 3_600_000).default(60_000),
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
    }
    for (const key of ['QSTASH_CURRENT_SIGNING_KEY', 'QSTASH_NEXT_SIGNING_KEY'] as const) {
      if (env.QSTASH_TOKEN && !env[key])
        fault(key, 'is needed with QSTASH_TOKEN, or anybody could have batches worked on')
    }
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
      fault('STRIPE_WEBHOOK_SECRET', 'is needed with STRIPE_SECRET_KEY, or payments would go unnoticed')
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
