import { type Env, readEnv } from '@/server/env'

/** Variables that Vercel sets itself. */
type PlatformSetting = 'VERCEL' | `VERCEL_${string}`

type Setting = Exclude<keyof Env, PlatformSetting>

/** What each environment variable means, grouped by purpose. Every variable is in exactly one group. */
const groups = {
  Server: {
    PORT: 'The port to listen on.',
    HOSTNAME: 'The address to listen on; by default, all of this machine’s.',
    WEB_CONCURRENCY: 'How many processes answer calls.',
    APP_URL:
      'The public address, used in mails, problem bodies and the samples on these pages. If it is https, browsers are told to use only https.',
    TRUSTED_PROXIES: 'How many proxies in front write `X-Forwarded-For`.',
  },
  Storage: {
    DATA_DIR: 'The folder for the embedded Redis and generated secrets.',
    REDIS_URL: 'Any Redis or Valkey, `redis://` or `rediss://`; several, separated by commas, are a cluster.',
    STORE_TIMEOUT_MS: 'How long a call waits for the store before it fails, in milliseconds.',
    UPSTASH_REDIS_REST_URL:
      'Upstash, or anything with the same REST API. `KV_REST_API_URL`, which Vercel’s Upstash integration sets, works too.',
    UPSTASH_REDIS_REST_TOKEN: 'The token for it; with `KV_REST_API_URL`, use `KV_REST_API_TOKEN`.',
  },
  Secrets: {
    KEY_PEPPER: 'Protects the hashes of API keys, at least 16 characters. Generated and kept in `DATA_DIR` if not set.',
    OTHER_KEY_PEPPERS:
      'More peppers to accept besides `KEY_PEPPER`, separated by commas. A key found under one of them is rehashed when it is used.',
    AUTH_SECRET:
      'Protects sessions and two-step verification, at least 32 characters. Generated and kept in `DATA_DIR` if not set.',
    OTHER_AUTH_SECRETS:
      'More secrets to accept besides `AUTH_SECRET`, separated by commas: what they signed or encrypted keeps working.',
    QSTASH_TOKEN:
      'Batches where the store is Upstash over HTTP, or on Vercel: the token of QStash, which brings their steps.',
    QSTASH_CURRENT_SIGNING_KEY: 'What QStash signs its requests with; needed with QSTASH_TOKEN.',
    QSTASH_NEXT_SIGNING_KEY: 'What it will sign them with once its keys are rotated.',
    QSTASH_URL: 'Where QStash is: that of another region, or a stand-in.',
    CRON_SECRET:
      'The secret for `GET /api/cron/daily`, at least 16 characters. Needed on Vercel for mails about expiring keys; `npm start` sends them on its own.',
    GIVE_UP_API_KEYS:
      'The code from the error when Pinref refuses to start with a changed `KEY_PEPPER`. It then starts, and every existing API key is invalid.',
  },
  'Plans and limits': {
    PLANS:
      'The plans, smallest first, the first one free: a JSON array, or the path of a file with one. See “Plans of your own” in `docs/operations.md`.',
    FREE_DAILY_QUOTA: 'A visitor’s calls per day.',
    BURST_LIMIT: 'Calls per ten seconds for one account or visitor; each item of a batch is one.',
    CALLBACK_PORTS: 'Ports that callbacks may go to besides 443 and 8443, separated by commas.',
  },
  'Google and listings': {
    GOOGLE_MAPS_API_KEY: 'Turns on the Places API; without it, answers come from sample listings.',
    UPSTREAM_DAILY_CAP: 'The most calls per day (UTC) that Google may bill. The cost is printed at start.',
    UPSTREAM_MONTHLY_CAP: 'The most calls per calendar month (UTC) that Google may bill.',
    UPSTREAM_CALLER_SHARE:
      'How much of the daily cap, and of 600 calls a minute, one caller can use, in percent; 100 means no limit.',
    UPSTREAM_DEADLINE_MS: 'The longest a call may take, in milliseconds.',
    LISTING_CACHE_SECONDS: 'How long title, rating and count are kept. Check Google’s terms first.',
  },
  'Mail and sign-in': {
    SMTP_URL: 'The mail server, `smtp://` or `smtps://`.',
    MAIL_FROM: 'The sender.',
    GITHUB_CLIENT_ID: 'Sign-in with GitHub.',
    GITHUB_CLIENT_SECRET: 'Its secret.',
    GOOGLE_CLIENT_ID: 'Sign-in with Google.',
    GOOGLE_CLIENT_SECRET: 'Its secret.',
    OPERATOR_EMAILS:
      'Accounts that can open the operator page, change plans and suspend accounts, separated by commas.',
  },
  'Pages about this server': {
    CONTACT_EMAIL:
      'Where people write to, on the contact page and in `security.txt`; by default the address in `MAIL_FROM`, unless it is a `no-reply`.',
    SOURCE_URL: 'Where the source is, for the link at the foot of each page.',
    TERMS: 'Your terms: Markdown, the path of a `.md` file, or the address of a page.',
    PRIVACY: 'Your privacy policy, in the same way; by default, what Pinref itself stores.',
  },
  Billing: {
    STRIPE_SECRET_KEY:
      'Turns on paid plans. Without it, choosing a plan grants it; with a Google key, operators grant plans.',
    STRIPE_WEBHOOK_SECRET: 'The webhook’s signing secret.',
  },
  Monitoring: {
    LOG_LEVEL: 'What is logged: `info` is a line per call, `error` only failures, `silent` nothing.',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'A collector that accepts OTLP over HTTP; turns on traces and metrics.',
    OTEL_SERVICE_NAME: 'The service name in traces and metrics.',
    OTEL_METRIC_EXPORT_INTERVAL: 'How often metrics are sent, in milliseconds.',
  },
  'Links in answers, and tests': {
    MAP_HOST: 'The host in `maps_url` and `schema_hasmap`.',
    REVIEW_HOST: 'The host in `review_url`.',
    GOOGLE_PLACES_URL: 'Replaces the Places API (New).',
    GOOGLE_LEGACY_PLACES_URL: 'Replaces the older Places API.',
    GOOGLE_MAPSTOOLS_URL: 'Replaces the Resolution API.',
    LINK_GATEWAY_URL: 'Replaces the hosts of short links.',
    CALLBACK_GATEWAY_URL: 'Replaces the hosts that are called back.',
    STRIPE_API_URL: 'Replaces Stripe.',
  },
} as const satisfies Record<string, Partial<Record<Setting, string>>>

type Documented = { [Group in keyof typeof groups]: keyof (typeof groups)[Group] }[keyof typeof groups]

/** Fails to compile while a variable is missing above. */
const complete: Setting extends Documented ? true : never = true

/** Shown in place of defaults that depend on other variables, or on the machine. */
const otherDefaults: Partial<Record<Setting, string>> = {
  WEB_CONCURRENCY: 'one per core, at most 4',
  APP_URL: 'http://localhost:$PORT',
  PLANS: 'Starter, Growth, Scale, Unlimited',
}

/** Returns every variable with its default, grouped by purpose. */
export function settingGroups() {
  const defaults = readEnv({})
  return Object.entries(groups).map(([title, settings]) => ({
    title,
    settings: Object.entries(settings).map(([name, meaning]) => ({
      name,
      meaning: complete && meaning,
      preset: otherDefaults[name as Setting] ?? String(defaults[name as Setting] ?? ''),
    })),
  }))
}
