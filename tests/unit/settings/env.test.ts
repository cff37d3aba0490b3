import { describe, expect, test } from 'vitest'
import { contactEmail, readEnv } from '@/server/platform/settings/env'

describe('the environment', () => {
  test('has a default for every setting', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      DATA_DIR: '.data',
      FREE_DAILY_QUOTA: 5,
      TRUSTED_PROXIES: 0,
      GOOGLE_PLACES_URL: 'https://places.googleapis.com',
      LISTING_CACHE_SECONDS: 0,
      UPSTREAM_DEADLINE_MS: 8000,
    })
    expect(readEnv({})).toMatchObject({ UPSTREAM_DAILY_CAP: 500 })
    expect(readEnv({}).UPSTREAM_MONTHLY_CAP).toBeUndefined()
    expect(readEnv({ UPSTREAM_DAILY_CAP: '0' }).UPSTREAM_DAILY_CAP).toBe(0)
  })

  test('a blank secret counts as not set, so nothing is signed with it', () => {
    expect(readEnv({ CRON_SECRET: ' '.repeat(20) }).CRON_SECRET).toBeUndefined()
    const qstash = { QSTASH_TOKEN: 'token', QSTASH_CURRENT_SIGNING_KEY: ' ', QSTASH_NEXT_SIGNING_KEY: 'key' }
    expect(() => readEnv(qstash)).toThrow('QSTASH_CURRENT_SIGNING_KEY is required with QSTASH_TOKEN')
    const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: ' ' }
    expect(() => readEnv(stripe)).toThrow('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY')
  })

  test('an empty variable counts as not set', () => {
    expect(readEnv({ PORT: '', REDIS_URL: '' })).toMatchObject({ PORT: 3000 })
  })

  test('the public address defaults to the port or Vercel’s domain, and loses a trailing slash', () => {
    expect(readEnv({ PORT: '8080' }).APP_URL).toBe('http://localhost:8080')
    expect(readEnv({ APP_URL: 'https://pinref.example/' }).APP_URL).toBe('https://pinref.example')
    expect(readEnv({ VERCEL_PROJECT_PRODUCTION_URL: 'pinref.vercel.app' }).APP_URL).toBe('https://pinref.vercel.app')
  })

  test.each([
    'https://pinref.example?from=mail',
    'https://pinref.example/#start',
    'https://ada:secret@pinref.example',
    'https://pinref.example/app',
    'ftp://pinref.example',
    'pinref.example',
  ])('a public address that is not a plain http or https origin is rejected: %s', (address) => {
    expect(() => readEnv({ APP_URL: address })).toThrow(
      'APP_URL must be a URL like https://pinref.example.com, without a user, path, query or fragment',
    )
  })

  test('all errors are reported together', () => {
    const faults = { PORT: '70000', TRUSTED_PROXIES: '-1', REDIS_URL: 'redis:6379', MAP_HOST: 'maps' }
    for (const name of Object.keys(faults)) expect(() => readEnv(faults)).toThrow(name)
  })

  test('on Vercel, a store and the key pepper must be set, and an Upstash store needs its token', () => {
    for (const name of ['UPSTASH_REDIS_REST_URL', 'KEY_PEPPER']) expect(() => readEnv({ VERCEL: '1' })).toThrow(name)
    expect(() => readEnv({ UPSTASH_REDIS_REST_URL: 'https://x.upstash.io' })).toThrow('UPSTASH_REDIS_REST_TOKEN')
  })

  test('callbacks may go to additional ports, which must be port numbers', () => {
    expect(readEnv({}).CALLBACK_PORTS).toEqual([])
    expect(readEnv({ CALLBACK_PORTS: '9443, 10443,' }).CALLBACK_PORTS).toEqual([9_443, 10_443])
    for (const text of ['0', '65536', 'https', '443;8443', '-1']) {
      expect(() => readEnv({ CALLBACK_PORTS: text })).toThrow('CALLBACK_PORTS must be ports from 1 to 65,535')
    }
  })

  test('the secret for the daily call is optional, and rejected if it is too short', () => {
    expect(readEnv({}).CRON_SECRET).toBeUndefined()
    expect(() => readEnv({ CRON_SECRET: 'short' })).toThrow('CRON_SECRET must have at least 16 characters')
  })

  test('the operator’s terms and privacy policy are Markdown, a Markdown file, or a URL', () => {
    expect(readEnv({}).TERMS).toBeUndefined()
    expect(readEnv({ TERMS: '# Terms\n\nBe kind.' }).TERMS).toEqual({ markdown: '# Terms\n\nBe kind.' })
    expect(readEnv({ TERMS: 'See https://example.com/terms' }).TERMS).toEqual({
      markdown: 'See https://example.com/terms',
    })
    expect(readEnv({ PRIVACY: ' https://example.com/privacy ' }).PRIVACY).toEqual({
      url: 'https://example.com/privacy',
    })
    expect(readEnv({ PRIVACY: 'SECURITY.md' }).PRIVACY).toEqual({ markdown: expect.stringContaining('# Security') })
    expect(() => readEnv({ TERMS: 'no/such/terms.md' })).toThrow("TERMS can't be read as a file")
  })

  test('the contact is CONTACT_EMAIL, or the email sender unless that is a no-reply address', () => {
    expect(contactEmail(readEnv({}))).toBeNull()
    expect(contactEmail(readEnv({ MAIL_FROM: 'Pinref <hi@pinref.example>' }))).toBe('hi@pinref.example')
    expect(contactEmail(readEnv({ MAIL_FROM: 'Pinref <no-reply@pinref.example>' }))).toBeNull()
    expect(contactEmail(readEnv({ MAIL_FROM: 'a@b.example', CONTACT_EMAIL: 'help@pinref.example' }))).toBe(
      'help@pinref.example',
    )
    expect(() => readEnv({ CONTACT_EMAIL: 'help' })).toThrow('CONTACT_EMAIL must be an email address')
  })

  test('operators are set by email address, and there are none by default', () => {
    expect(readEnv({}).OPERATOR_EMAILS).toEqual([])
    expect(readEnv({ OPERATOR_EMAILS: 'a@x.org, b@y.org,' }).OPERATOR_EMAILS).toEqual(['a@x.org', 'b@y.org'])
    expect(() => readEnv({ OPERATOR_EMAILS: 'ada' })).toThrow('OPERATOR_EMAILS')
  })

  test('the store can be a cluster of several addresses, each of which must be valid', () => {
    expect(readEnv({ REDIS_URL: 'redis://a:1,redis://b:2' }).REDIS_URL).toBe('redis://a:1,redis://b:2')
    expect(() => readEnv({ REDIS_URL: 'redis://a:1,b:2' })).toThrow('REDIS_URL')
    expect(() => readEnv({ REDIS_URL: 'redis://a:1/2,redis://b:2' })).toThrow(
      'REDIS_URL must not include a database, because a cluster has only database 0',
    )
    expect(() => readEnv({ REDIS_URL: 'redis://a:1,rediss://b:2' })).toThrow(
      'REDIS_URL must not mix redis:// and rediss://',
    )
  })

  test.each([
    'redis://redis',
    'redis://redis/',
    'rediss://ada:p%40ss@redis.example.com:6380/15',
    'redis://[::1]:6379',
    'redis://:secret@10.0.0.1?family=6',
  ])('a store’s address may be %s', (address) => {
    expect(readEnv({ REDIS_URL: address }).REDIS_URL).toBe(address)
  })

  const unlikeARedis = 'REDIS_URL must be a URL like redis://user:password@redis.example.com:6379'

  test.each([
    ['redis://redis:notaport', unlikeARedis],
    ['redis://redis:65536', unlikeARedis],
    ['redis://:6379', unlikeARedis],
    [
      'http://redis:6379',
      `${unlikeARedis}, or several separated by commas; each must begin with redis:// or rediss://`,
    ],
    ['redis://ada:hunter2/x@redis:6379', unlikeARedis],
    ['redis://ada:hunter2%@redis:6379', unlikeARedis],
    ['redis://redis:6379/abc', 'REDIS_URL must end with a database number, as in redis://redis.example.com:6379/2'],
    ['redis://redis:6379/1/2', 'REDIS_URL must end with a database number'],
  ])('a store’s address is rejected without quoting it if it is %s', (address, message) => {
    expect(() => readEnv({ REDIS_URL: address })).toThrow(message)
    expect(() => readEnv({ REDIS_URL: address })).not.toThrow('hunter2')
  })

  test('a store’s token requires its address, and only one store can be set', () => {
    for (const name of ['UPSTASH_REDIS_REST', 'KV_REST_API']) {
      expect(() => readEnv({ [`${name}_TOKEN`]: 'token' })).toThrow(`${name}_URL is required with ${name}_TOKEN`)
    }
    const [url, token] = ['https://x.upstash.io', 'token']
    const both = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL: 'redis://redis' }
    expect(() => readEnv(both)).toThrow(
      'REDIS_URL and UPSTASH_REDIS_REST_URL are two different stores; unset one of them',
    )
    // Vercel's integration sets these.
    const ofVercel = { KV_REST_API_URL: url, KV_REST_API_TOKEN: token, REDIS_URL: 'rediss://x.upstash.io:6379' }
    expect(readEnv(ofVercel).UPSTASH_REDIS_REST_URL).toBe(url)
  })

  test('an invalid address or log level is rejected with an example of a valid value', () => {
    expect(() => readEnv({ MAP_HOST: 'maps' })).toThrow(
      'MAP_HOST must be an http or https URL like https://example.com',
    )
    expect(() => readEnv({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of trace, debug, info')
  })

  test.each([
    'redis+sentinel://a:26379,b/main',
    'rediss+sentinel://user:p%40ss@[::1]:26379,b:1/main/2?sentinelUsername=u&sentinelPassword=p',
  ])('the store can be found through Sentinels: %s', (url) => {
    expect(readEnv({ REDIS_URL: url }).REDIS_URL).toBe(url)
  })

  test.each([
    'redis+sentinel://a:26379',
    'redis+sentinel://a:26379/',
    'redis+sentinel://a:port/main',
    'redis+sentinel://a:99999/main',
    'redis+sentinel://:p%zz@a/main',
    'redis+sentinel://a,/main',
    'redis+sentinel://a/main/x',
    'redis+sentinel://a/main?password=p',
    'redis+sentinel:a/main',
  ])('a Sentinel address that is incomplete or invalid is rejected without quoting it: %s', (url) => {
    expect(() => readEnv({ REDIS_URL: url })).toThrow(
      /^(?!.*p%zz)The environment is invalid:\n {2}REDIS_URL must be a URL like redis\+sentinel/s,
    )
  })
})
