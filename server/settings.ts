import { z } from 'zod'
import { planTable } from './plan-table'
import {
  email,
  emails,
  origin,
  ports,
  redisUrl,
  secret,
  secrets,
  siteText,
  smtpUrl,
  text,
  url,
  wholeNumber,
} from './setting-values'

/*
 * Every environment variable that a person sets, by purpose: its form, its default and what it means. The docs page Self-hosting
 * and docs/settings.md list them from here (`npm run docs:settings`). What spans several variables is checked in `env.ts`.
 */

interface About {
  description: string
  /** What the docs show as the default, if it depends on other variables or on the machine. */
  preset?: string
  /** The section of a page in `docs/` that says more. */
  more?: string
}

/** Adds the text of the docs to a variable. It goes last: zod drops it from a schema that is changed afterwards. */
const about = <T extends z.ZodType>(variable: T, text: string, more: Omit<About, 'description'> = {}): T =>
  variable.meta({ description: text, ...more } satisfies About)

export const aboutOf = (variable: z.ZodType) => variable.meta() as About

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const logLevel = z.enum(logLevels, { error: `is one of ${logLevels.join(', ')}` })

export const settings = {
  Server: {
    PORT: about(wholeNumber(0, 65_535).default(3000), 'The port to listen on.'),
    HOSTNAME: about(text, 'The address to listen on. The machine’s own name means all addresses too.', {
      preset: 'all addresses',
    }),
    WEB_CONCURRENCY: about(wholeNumber(1, 64).optional(), 'The number of processes that answer calls.', {
      preset: 'one per core, at most 4',
    }),
    APP_URL: about(
      origin.optional(),
      'The public address, used in mails, problem bodies, samples and the OpenAPI document. If it is https, browsers are told to use only https. On Vercel it defaults to the project’s domain, and on a preview to the address of the branch.',
      { preset: 'http://localhost:$PORT' },
    ),
    TRUSTED_PROXIES: about(
      wholeNumber(0, 10).default(0),
      'The number of proxies in front that add to `X-Forwarded-For`.',
    ),
    PAGE_TIMEOUT_MS: about(
      wholeNumber(1_000, 600_000).default(30_000),
      'How long a page may take to draw before the answer is 503, in milliseconds. Raise it if the machine is slow.',
    ),
  },
  Storage: {
    DATA_DIR: about(z.string().default('.data'), 'The folder for the embedded Redis and generated secrets.'),
    REDIS_URL: about(
      redisUrl,
      'Any Redis or Valkey with `maxmemory-policy noeviction` and `appendonly yes`, `redis://` or `rediss://`. Several addresses, separated by commas, are the nodes of a cluster; `redis+sentinel://host:26379,host:26379/primary` are Sentinels.',
      { more: 'operations.md#what-the-store-needs' },
    ),
    STORE_TIMEOUT_MS: about(
      wholeNumber(100, 60_000).default(1_000),
      'How long a call waits for the store before it fails, in milliseconds. Raise it if the store is far away or the machine is slow.',
    ),
    UPSTASH_REDIS_REST_URL: about(
      url.optional(),
      'Upstash, or anything with the same REST API. Not together with `REDIS_URL`.',
    ),
    UPSTASH_REDIS_REST_TOKEN: about(text, 'The token for it.'),
    KV_REST_API_URL: about(
      url.optional(),
      'The same, under the name that Vercel’s Upstash integration sets. Used if `UPSTASH_REDIS_REST_URL` is not set.',
    ),
    KV_REST_API_TOKEN: about(text, 'The token for it.'),
  },
  Secrets: {
    KEY_PEPPER: about(
      secret(16),
      'Protects the hashes of API keys, at least 16 characters. Required on Vercel. Use the same value on every machine.',
      { preset: 'generated in DATA_DIR' },
    ),
    OTHER_KEY_PEPPERS: about(
      secrets(16),
      'More peppers to accept besides `KEY_PEPPER`, separated by commas. A key found under one of them is rehashed when it is used.',
      { more: 'operations.md#changing-secrets' },
    ),
    AUTH_SECRET: about(
      secret(32),
      'Protects sessions and two-step verification, at least 32 characters. Required on Vercel. Use the same value on every machine.',
      { preset: 'generated in DATA_DIR' },
    ),
    OTHER_AUTH_SECRETS: about(
      secrets(32),
      'More secrets to accept besides `AUTH_SECRET`, separated by commas. What they signed or encrypted keeps working.',
      { more: 'operations.md#changing-secrets' },
    ),
    GIVE_UP_API_KEYS: about(
      text,
      'The code from the error when Pinref refuses to start with a changed `KEY_PEPPER`. Pinref then starts, and every existing API key is invalid.',
    ),
    CRON_SECRET: about(
      secret(16),
      'The secret for `GET /api/cron/daily`, at least 16 characters. Required on Vercel for mails about expiring keys; `npm start` sends them on its own.',
      { more: 'vercel.md#mails-about-keys' },
    ),
  },
  'Plans and limits': {
    PLANS: about(
      planTable,
      'The plans, smallest first, the first one free: a JSON array, or the path of a file that has one.',
      { preset: 'Starter, Growth, Scale, Unlimited', more: 'operations.md#plans-of-your-own' },
    ),
    FREE_DAILY_QUOTA: about(wholeNumber(0, 1_000_000).default(5), 'A visitor’s calls per day.'),
    BURST_LIMIT: about(
      wholeNumber(1, 1_000_000).default(300),
      'Calls per ten seconds for one account or visitor. Each item of a batch is a call.',
    ),
    CALLBACK_PORTS: about(ports, 'Ports that callbacks may go to besides 443 and 8443, separated by commas.'),
  },
  'Google and listings': {
    GOOGLE_MAPS_API_KEY: about(
      z.string().trim().optional(),
      'Turns on Google Places. Without it, answers come from sample listings.',
    ),
    UPSTREAM_DAILY_CAP: about(
      wholeNumber(0, 1_000_000_000).default(500),
      'The most calls per day (UTC) that Google may bill. At the cap, lookups that need Google are refused. Pinref prints the most that this can cost when it starts. 1,000,000,000 means no limit.',
    ),
    UPSTREAM_MONTHLY_CAP: about(
      wholeNumber(0, 1_000_000_000).optional(),
      'The most calls per calendar month (UTC) that Google may bill.',
    ),
    UPSTREAM_CALLER_SHARE: about(
      wholeNumber(1, 100).default(50),
      'How much of the daily cap, and of 600 calls a minute, one account or visitor can use, in percent. 100 means no limit.',
    ),
    UPSTREAM_DEADLINE_MS: about(
      wholeNumber(100, 60_000).default(8_000),
      'The longest that one call waits for Google in all, in milliseconds.',
    ),
    LISTING_CACHE_SECONDS: about(
      wholeNumber(0, 2_592_000).default(0),
      'How long titles, ratings and counts are cached. Check Google’s terms first.',
    ),
  },
  Batches: {
    QSTASH_TOKEN: about(
      text,
      'The token of QStash, which delivers the steps of batches to `APP_URL`. Required for batches if the store is Upstash over HTTP, and on Vercel.',
      { more: 'batches.md#the-queue' },
    ),
    QSTASH_CURRENT_SIGNING_KEY: about(
      text,
      'The key that QStash signs its requests with. Required with `QSTASH_TOKEN`.',
    ),
    QSTASH_NEXT_SIGNING_KEY: about(
      text,
      'The key that it signs with after its keys are rotated. Required with `QSTASH_TOKEN`.',
    ),
    QSTASH_URL: about(url.default('https://qstash.upstash.io'), 'QStash in another region, or a stand-in.'),
  },
  'Mail and sign-in': {
    SMTP_URL: about(
      smtpUrl,
      'The mail server, `smtp://` or `smtps://`, for verification, password resets and alerts.',
      { more: 'operations.md#alerts' },
    ),
    MAIL_FROM: about(z.string().includes('@', { message: 'is an email address' }).optional(), 'The sender of mails.'),
    GITHUB_CLIENT_ID: about(text, 'Turns on sign-in with GitHub.'),
    GITHUB_CLIENT_SECRET: about(text, 'The secret for it.'),
    GOOGLE_CLIENT_ID: about(text, 'Turns on sign-in with Google.'),
    GOOGLE_CLIENT_SECRET: about(text, 'The secret for it.'),
    OPERATOR_EMAILS: about(
      emails,
      'Accounts that can open `/operator`, change plans and suspend accounts, separated by commas. Each email must be confirmed, by mail or by the sign-in provider.',
      { more: 'operations.md#accounts' },
    ),
  },
  'Pages about this server': {
    CONTACT_EMAIL: about(
      email,
      'Where people write to: on `/contact`, in `security.txt`, and in the note to suspended accounts. Defaults to the address in `MAIL_FROM`, unless it is a `no-reply`.',
      { more: 'operations.md#pages-about-your-server' },
    ),
    SOURCE_URL: about(url.optional(), 'Where the source is, for the link at the foot of each page.'),
    TERMS: about(siteText.optional(), 'Your terms: Markdown, the path of a `.md` file, or the address of a page.', {
      preset: 'a text that is true of any Pinref',
      more: 'operations.md#pages-about-your-server',
    }),
    PRIVACY: about(siteText.optional(), 'Your privacy policy, in the same way.', {
      preset: 'what Pinref itself stores',
    }),
  },
  Billing: {
    STRIPE_SECRET_KEY: about(
      text,
      'Turns on paid plans. Without it, choosing a plan grants it, or, with a Google key, only operators grant plans.',
    ),
    STRIPE_WEBHOOK_SECRET: about(
      text,
      'The signing secret of the webhook at `/api/billing/webhook`. Required with `STRIPE_SECRET_KEY`.',
    ),
  },
  Monitoring: {
    LOG_LEVEL: about(
      logLevel.default('info'),
      '`info` logs a line per call, `error` only failures, `silent` nothing.',
      {
        more: 'observability.md#log-lines',
      },
    ),
    METRICS_PORT: about(
      wholeNumber(1, 65_535).optional(),
      'The port of `GET /metrics` for Prometheus, which `npm start` then serves. Without `METRICS_TOKEN` it listens on 127.0.0.1 only.',
      { preset: 'off', more: 'observability.md#prometheus' },
    ),
    METRICS_TOKEN: about(
      secret(16),
      'The token that `/metrics` asks for, at least 16 characters: `Authorization: Bearer <METRICS_TOKEN>`. With it, `METRICS_PORT` listens on the same addresses as `PORT`.',
      { more: 'observability.md#prometheus' },
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: about(
      url.optional(),
      'A collector that accepts OTLP over HTTP. Turns on traces and metrics. OpenTelemetry’s other variables work too.',
      { more: 'observability.md#traces-and-metrics' },
    ),
    OTEL_SERVICE_NAME: about(z.string().default('pinref'), 'The service name in traces and metrics.'),
    OTEL_METRIC_EXPORT_INTERVAL: about(
      wholeNumber(100, 3_600_000).default(60_000),
      'How often metrics are sent, in milliseconds.',
    ),
  },
  'Links in answers, and tests': {
    MAP_HOST: about(url.default('https://maps.google.com'), 'The host in `maps_url` and `schema_hasmap`.'),
    REVIEW_HOST: about(url.default('https://search.google.com'), 'The host in `review_url`.'),
    GOOGLE_PLACES_URL: about(url.default('https://places.googleapis.com'), 'Replaces the Places API (New).'),
    GOOGLE_LEGACY_PLACES_URL: about(url.default('https://maps.googleapis.com'), 'Replaces the older Places API.'),
    GOOGLE_MAPSTOOLS_URL: about(url.default('https://mapstools.googleapis.com'), 'Replaces the Resolution API.'),
    LINK_GATEWAY_URL: about(
      url.optional(),
      'Replaces the hosts of short links, which are then paths: `<gateway>/<host>/<path>`.',
    ),
    CALLBACK_GATEWAY_URL: about(
      url.optional(),
      'Replaces the hosts that callbacks go to, and those that have the metadata of apps, in the same way.',
    ),
    STRIPE_API_URL: about(url.default('https://api.stripe.com'), 'Replaces Stripe.'),
  },
} satisfies Record<string, Record<string, z.ZodType>>
