import { type Env, readEnv } from '@/server/env'

/** Set by Vercel itself. */
type PlatformSetting = 'VERCEL' | `VERCEL_${string}`

type Setting = Exclude<keyof Env, PlatformSetting>

/** What each environment variable means, grouped by purpose. Every variable is in exactly one group. */
const groups = {
  'Where it is': {
    PORT: 'The port that it listens on.',
    HOSTNAME: 'The address that it listens on; all of this machine’s where it is not set.',
    WEB_CONCURRENCY: 'How many processes answer calls.',
    APP_URL:
      'The public address: in mails, in problem bodies, in the samples of these pages. With https it is kept to https.',
    TRUSTED_PROXIES: 'How many proxies in front write `X-Forwarded-For`.',
  },
  'What it keeps': {
    DATA_DIR: 'The folder of the embedded Redis and of generated secrets.',
    REDIS_URL: 'Any Redis or Valkey, `redis://` or `rediss://`; several separated by commas are a cluster.',
    UPSTASH_REDIS_REST_URL:
      'Upstash, or anything that speaks its REST. `KV_REST_API_URL` says the same, as Vercel’s integration of Upstash sets it.',
    UPSTASH_REDIS_REST_TOKEN: 'Its token; with `KV_REST_API_URL` that is `KV_REST_API_TOKEN`.',
  },
  Secrets: {
    KEY_PEPPER:
      'Behind the hashes of API keys, at least 16 characters. Made and kept in `DATA_DIR` where it is not set.',
    OTHER_KEY_PEPPERS:
      'Peppers besides `KEY_PEPPER` under which keys are found, separated by commas. A key found under one of them is hashed anew at that use.',
    AUTH_SECRET:
      'Behind sessions and two-step verification, at least 32 characters. Made and kept in `DATA_DIR` where it is not set.',
    OTHER_AUTH_SECRETS:
      'Secrets besides `AUTH_SECRET` that are accepted, separated by commas: what they signed or encrypted goes on working.',
    CRON_SECRET:
      'Opens `GET /api/cron/daily`, at least 16 characters. Needed on Vercel for the mails about keys that expire; `npm start` sends them by itself.',
    GIVE_UP_API_KEYS:
      'The code from the error of a start that was refused because of another `KEY_PEPPER`. It starts then, and every existing API key is invalid.',
  },
  'How often': {
    PLANS:
      'The plans, smallest first, the first one free: a JSON array, or the path of a file that holds one. See “Plans of your own” in `docs/operations.md`.',
    FREE_DAILY_QUOTA: 'A visitor’s calls a day.',
    BURST_LIMIT: 'Calls of one account or visitor in ten seconds.',
  },
  'Where listings come from': {
    GOOGLE_MAPS_API_KEY: 'Turns the Places API on; without it the sample listings answer.',
    UPSTREAM_DAILY_CAP: 'Calls per day (UTC) that Google bills, at most. The start says what that can cost.',
    UPSTREAM_MONTHLY_CAP: 'Calls a calendar month (UTC) that Google bills, at most.',
    UPSTREAM_CALLER_SHARE:
      'How much of the daily cap, and of 600 calls a minute, one caller may use, in percent; 100: no limit.',
    UPSTREAM_DEADLINE_MS: 'How long a call may take, in milliseconds.',
    LISTING_CACHE_SECONDS: 'How long title, rating and count are kept. Mind Google’s terms.',
  },
  'Mail and sign-in': {
    SMTP_URL: 'Where mail leaves, `smtp://` or `smtps://`.',
    MAIL_FROM: 'Who it is from, and whom a suspended account is told to ask.',
    GITHUB_CLIENT_ID: 'Sign-in with GitHub.',
    GITHUB_CLIENT_SECRET: 'Its secret.',
    GOOGLE_CLIENT_ID: 'Sign-in with Google.',
    GOOGLE_CLIENT_SECRET: 'Its secret.',
    OPERATOR_EMAILS:
      'Accounts that see the operator’s page, and change plans and suspend accounts there, separated by commas.',
  },
  Billing: {
    STRIPE_SECRET_KEY:
      'Turns paid plans on. Without it choosing a plan grants it; with a Google key the operator grants plans.',
    STRIPE_WEBHOOK_SECRET: 'The signing secret of the webhook.',
  },
  'Watching it': {
    LOG_LEVEL: 'What is logged: `info` is a line for each call, `error` only what failed, `silent` nothing.',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'A collector that takes OTLP over HTTP; turns traces and metrics on.',
    OTEL_SERVICE_NAME: 'What traces and metrics are called there.',
    OTEL_METRIC_EXPORT_INTERVAL: 'How often metrics are sent, in milliseconds.',
  },
  'In answers, and for tests': {
    MAP_HOST: 'The host in `maps_url` and `schema_hasmap`.',
    REVIEW_HOST: 'The host in `review_url`.',
    GOOGLE_PLACES_URL: 'Stands for the Places API (New).',
    GOOGLE_LEGACY_PLACES_URL: 'Stands for the older Places API.',
    GOOGLE_MAPSTOOLS_URL: 'Stands for the Resolution API.',
    LINK_GATEWAY_URL: 'Stands for the hosts of short links.',
    STRIPE_API_URL: 'Stands for Stripe.',
  },
} as const satisfies Record<string, Partial<Record<Setting, string>>>

type Documented = { [Group in keyof typeof groups]: keyof (typeof groups)[Group] }[keyof typeof groups]

/** Fails to compile while a variable is missing above. */
const complete: Setting extends Documented ? true : never = true

/** Shown in place of defaults that depend on other variables, or on the machine. */
const otherDefaults: Partial<Record<Setting, string>> = {
  WEB_CONCURRENCY: 'as many as cores, at most 4',
  APP_URL: 'http://localhost:$PORT',
  PLANS: 'Starter, Growth, Scale, Unlimited',
}

/** Every variable with its default, grouped by purpose. */
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
