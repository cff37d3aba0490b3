import * as z from 'zod'
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
 * Every environment variable that an operator can set: its format, default, and description. The Self-hosting page and
 * docs/settings.md are built from this file (`npm run task docs:settings`). `env.ts` checks the rules that involve several
 * variables.
 */

interface About {
  description: string
  /** The default as shown in the docs, if it depends on other variables or on the machine. */
  preset?: string
  /** A link to more details, relative to `docs/`. */
  more?: string
}

/** Adds the description for the docs. Call this last, because zod drops metadata when a schema is changed afterward. */
const about = <T extends z.ZodType>(variable: T, text: string, more: Omit<About, 'description'> = {}): T =>
  variable.meta({ description: text, ...more } satisfies About)

export const aboutOf = (variable: z.ZodType) => variable.meta() as About

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const logLevel = z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })

export const settings = {
  Server: {
    PORT: about(wholeNumber(0, 65_535).default(3000), 'The port to listen on.'),
    HOSTNAME: about(text, 'The address to listen on. The machine’s host name also means all addresses.', {
      preset: 'all addresses',
    }),
    WEB_CONCURRENCY: about(wholeNumber(1, 64).optional(), 'The number of processes that handle API calls.', {
      preset: 'one per core, at most 4',
    }),
    SITE_CONCURRENCY: about(
      wholeNumber(1, 16).default(1),
      'The number of processes that render pages and handle sign-in and the dashboard’s calls.',
    ),
    APP_URL: about(
      origin.optional(),
      'The public URL, used in emails, errors, code samples, and the OpenAPI document. If the URL starts with https, Pinref sends `Strict-Transport-Security`. Connecting apps such as claude.ai requires https, or a URL of this machine. On Vercel it defaults to the project’s domain, or to the branch URL in previews.',
      { preset: 'http://localhost:$PORT' },
    ),
    TRUSTED_PROXIES: about(
      wholeNumber(0, 10).default(0),
      'The number of proxies in front of Pinref that append to `X-Forwarded-For`.',
    ),
    PAGE_TIMEOUT_MS: about(
      wholeNumber(1_000, 600_000).default(30_000),
      'How long a page may take to render before the server returns 503, in milliseconds. Increase this limit on a slow machine.',
    ),
  },
  Storage: {
    DATA_DIR: about(z.string().default('.data'), 'The folder for the embedded Redis and generated secrets.'),
    REDIS_URL: about(
      redisUrl,
      'The `redis://` or `rediss://` URL of a Redis or Valkey server with `maxmemory-policy noeviction` and `appendonly yes`. For a cluster, list several nodes, separated by commas. For Sentinel, use `redis+sentinel://host:26379,host:26379/primary`.',
      { more: 'operations.md#what-the-store-needs' },
    ),
    STORE_ID: about(
      text,
      'An id of your choice that the store must have, so that Pinref doesn’t accept an emptied or different store. Without it, Pinref remembers the store in a file in `DATA_DIR`. Set it on Vercel, in containers without a volume, and if several machines use the store.',
      { more: 'operations.md#an-emptied-or-different-store' },
    ),
    STORE_TIMEOUT_MS: about(
      wholeNumber(100, 60_000).default(1_000),
      'How long a call waits for the store before it fails, in milliseconds. Increase this limit if the store is far away or slow. Commands such as backup wait 60 times as long.',
    ),
    UPSTASH_REDIS_REST_URL: about(
      url.optional(),
      'The URL of Upstash, or of any service with the same REST API. Can’t be combined with `REDIS_URL`.',
    ),
    UPSTASH_REDIS_REST_TOKEN: about(text, 'The token for `UPSTASH_REDIS_REST_URL`.'),
    KV_REST_API_URL: about(
      url.optional(),
      'An alias that Vercel’s Upstash integration sets, used if `UPSTASH_REDIS_REST_URL` is not set.',
    ),
    KV_REST_API_TOKEN: about(text, 'The token for `KV_REST_API_URL`.'),
  },
  Secrets: {
    KEY_PEPPER: about(
      secret(16),
      'The pepper for API key hashes, at least 16 characters. Required on Vercel. Use the same value on every machine.',
      { preset: 'generated in DATA_DIR' },
    ),
    OTHER_KEY_PEPPERS: about(
      secrets(16),
      'Previous or upcoming peppers to accept in addition to `KEY_PEPPER`, separated by commas. An API key hashed with another pepper is rehashed the next time it is used.',
      { more: 'operations.md#changing-secrets' },
    ),
    AUTH_SECRET: about(
      secret(32),
      'The secret for sessions, two-step verification, and callback secrets, at least 32 characters. Required on Vercel. Use the same value on every machine.',
      { preset: 'generated in DATA_DIR' },
    ),
    OTHER_AUTH_SECRETS: about(
      secrets(32),
      'Previous or upcoming secrets to accept in addition to `AUTH_SECRET`, separated by commas. Anything signed or encrypted with these secrets remains valid.',
      { more: 'operations.md#changing-secrets' },
    ),
    GIVE_UP_API_KEYS: about(
      text,
      'The code from the error about a changed `KEY_PEPPER`. With this code, Pinref starts anyway, but all existing API keys stop working.',
    ),
    CRON_SECRET: about(
      secret(16),
      'The secret for `GET /api/cron/daily`, at least 16 characters. Required on Vercel for emails about expiring keys. `npm start` sends those emails without this secret.',
      { more: 'vercel.md#mails-about-keys' },
    ),
  },
  'Plans and limits': {
    PLANS: about(
      planTable,
      'The plans as a JSON array, or the path to a JSON file. List the smallest plan first; that plan must be free.',
      { preset: 'Starter, Growth, Scale, Unlimited', more: 'settings.md#plans-of-your-own' },
    ),
    FREE_DAILY_QUOTA: about(wholeNumber(0, 1_000_000).default(5), 'Calls per day without an account.'),
    BURST_LIMIT: about(
      wholeNumber(1, 1_000_000).default(300),
      'Calls per 10 seconds for each account or visitor. Each item in a batch counts as a call.',
    ),
    WATCHING: about(
      z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
      'Watchlists: `on`, or `off` to disable checks. Existing watchlists can still be read and deleted.',
    ),
    CALLBACK_PORTS: about(ports, 'Ports that callback URLs may use in addition to 443 and 8443, separated by commas.'),
  },
  'Google and listings': {
    GOOGLE_MAPS_API_KEY: about(
      z.string().trim().optional(),
      'The Google API key. Turns on Google Places; without a key, results come from sample listings.',
    ),
    UPSTREAM_DAILY_CAP: about(
      wholeNumber(0, 1_000_000_000).default(500),
      'The maximum number of billable Google calls per day (UTC). At the cap, lookups that need Google fail. Pinref prints the maximum cost at startup. 1,000,000,000 means no limit.',
    ),
    UPSTREAM_MONTHLY_CAP: about(
      wholeNumber(0, 1_000_000_000).optional(),
      'The maximum number of billable Google calls per calendar month (UTC).',
    ),
    UPSTREAM_CALLER_SHARE: about(
      wholeNumber(1, 100).default(50),
      'The percentage of the daily cap, and of 600 calls per minute, that one account or visitor can use. 100 means no limit.',
    ),
    WATCH_CHECKS_PER_MINUTE: about(
      wholeNumber(6, 60_000).default(120),
      'The maximum number of listings checked with Google per minute, across all watchlists. Google’s default limit is 600 calls per minute overall.',
    ),
    UPSTREAM_DEADLINE_MS: about(
      wholeNumber(100, 60_000).default(8_000),
      'The total time that one call may wait for Google, in milliseconds.',
    ),
    LISTING_CACHE_SECONDS: about(
      wholeNumber(0, 2_592_000).default(0),
      'How long titles, ratings, and review counts are cached, in seconds. Check Google’s terms first.',
    ),
  },
  Batches: {
    QSTASH_TOKEN: about(
      text,
      'The QStash token. QStash sends each batch step to `APP_URL`. Required for batches and watchlists on Vercel, or if the store is Upstash over HTTP.',
      { more: 'batches.md#the-queue' },
    ),
    QSTASH_CURRENT_SIGNING_KEY: about(
      text,
      'The key that QStash currently signs requests with. Required with `QSTASH_TOKEN`.',
    ),
    QSTASH_NEXT_SIGNING_KEY: about(
      text,
      'The key that QStash will use after the next rotation. Required with `QSTASH_TOKEN`.',
    ),
    QSTASH_URL: about(
      url.default('https://qstash.upstash.io'),
      'The QStash URL. Change this URL for another region or a test server.',
    ),
  },
  'Mail and sign-in': {
    SMTP_URL: about(
      smtpUrl,
      'The `smtp://` or `smtps://` URL of the mail server for email confirmation, password resets, alerts, and watchlist digests. Email apps show the digests’ unsubscribe button only if the server signs with DKIM.',
    ),
    MAIL_FROM: about(
      z.string().includes('@', { message: 'must be an email address' }).optional(),
      'The sender of all emails.',
    ),
    GITHUB_CLIENT_ID: about(text, 'Turns on sign-in with GitHub.'),
    GITHUB_CLIENT_SECRET: about(text, 'The client secret.'),
    GOOGLE_CLIENT_ID: about(text, 'Turns on sign-in with Google.'),
    GOOGLE_CLIENT_SECRET: about(text, 'The client secret.'),
    OPERATOR_EMAILS: about(
      emails,
      'The emails of accounts that can open `/operator`, change plans, and suspend accounts, separated by commas. Each email must be confirmed, by link or by the sign-in provider.',
    ),
  },
  'Pages about this server': {
    CONTACT_EMAIL: about(
      email,
      'The contact email on `/contact`, in `security.txt`, and in the message to suspended accounts. Defaults to the address in `MAIL_FROM`, unless that is a no-reply address. Without either, `security.txt` doesn’t exist.',
    ),
    SOURCE_URL: about(url.optional(), 'The URL of your source code, linked in the footer of every page.'),
    TERMS: about(
      siteText.optional(),
      'Your terms of service: the path to a `.md` file, which is read at startup, Markdown itself, or the URL of a page, to which `/terms` redirects. Headings, paragraphs, lists, links, bold, and code work; HTML is shown as text.',
      { preset: 'general terms for a Pinref server' },
    ),
    PRIVACY: about(siteText.optional(), 'Your privacy policy, in the same formats as `TERMS`.', {
      preset: 'a description of the data that Pinref stores',
    }),
  },
  Billing: {
    STRIPE_SECRET_KEY: about(
      text,
      'Turns on payments. Without it, anyone can switch to any plan for free, unless a Google key is set, in which case only operators can grant plans.',
    ),
    STRIPE_WEBHOOK_SECRET: about(
      text,
      'The signing secret of the webhook at `/api/billing/webhook`. Required with `STRIPE_SECRET_KEY`.',
    ),
  },
  Monitoring: {
    LOG_LEVEL: about(logLevel.default('info'), '`info` logs every call, `error` only failures, `silent` nothing.', {
      more: 'observability.md#log-lines',
    }),
    METRICS_PORT: about(
      wholeNumber(1, 65_535).optional(),
      'The port for `GET /metrics`, which `npm start` serves for Prometheus. Without `METRICS_TOKEN`, the port listens on 127.0.0.1 only.',
      { preset: 'off', more: 'observability.md#prometheus' },
    ),
    METRICS_TOKEN: about(
      secret(16),
      'The bearer token that `/metrics` requires, at least 16 characters. With a token, `METRICS_PORT` listens on the same addresses as `PORT`.',
      { more: 'observability.md#prometheus' },
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: about(
      url.optional(),
      'The URL of a collector that accepts OTLP over HTTP. Turns on traces and metrics. Other OpenTelemetry variables also work.',
      { more: 'observability.md#traces-and-metrics' },
    ),
    OTEL_SERVICE_NAME: about(z.string().default('pinref'), 'The service name in traces and metrics.'),
    OTEL_METRIC_EXPORT_INTERVAL: about(
      wholeNumber(100, 3_600_000).default(60_000),
      'How often metrics are sent, in milliseconds.',
    ),
  },
  'Links and test servers': {
    MAP_HOST: about(url.default('https://maps.google.com'), 'The origin of `maps_url` and `schema_hasmap`.'),
    REVIEW_HOST: about(url.default('https://search.google.com'), 'The origin of `review_url` and `reviews_url`.'),
    GOOGLE_PLACES_URL: about(url.default('https://places.googleapis.com'), 'The URL of the Places API (New).'),
    GOOGLE_LEGACY_PLACES_URL: about(url.default('https://maps.googleapis.com'), 'The URL of the Places API (Legacy).'),
    GOOGLE_MAPSTOOLS_URL: about(url.default('https://mapstools.googleapis.com'), 'The URL of the Resolution API.'),
    LINK_GATEWAY_URL: about(
      url.optional(),
      'A gateway for short links. The link’s host becomes part of the path: `<gateway>/<host>/<path>`.',
    ),
    CALLBACK_GATEWAY_URL: about(
      url.optional(),
      'A gateway for callbacks and app metadata, with the same paths as `LINK_GATEWAY_URL`.',
    ),
    STRIPE_API_URL: about(url.default('https://api.stripe.com'), 'The URL of the Stripe API.'),
  },
} satisfies Record<string, Record<string, z.ZodType>>
