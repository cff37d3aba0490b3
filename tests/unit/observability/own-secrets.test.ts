import { expect, test } from 'vitest'
import { ownSecrets } from '@/server/platform/observability/mask'
import { readEnv } from '@/server/platform/settings/env'

test('every secret in the environment is found, including passwords in URLs, both encoded and decoded', () => {
  const secrets = {
    KEY_PEPPER: 'pepper-pepper-pepper',
    AUTH_SECRET: 'auth-secret-auth-secret-auth-secret',
    KV_REST_API_TOKEN: 'upstash-token',
    GOOGLE_MAPS_API_KEY: 'google-key',
    GITHUB_CLIENT_SECRET: 'github-secret',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    STRIPE_SECRET_KEY: 'stripe-key',
    STRIPE_WEBHOOK_SECRET: 'webhook-secret',
    CRON_SECRET: 'cron-secret-cron-secret',
  }
  const found = ownSecrets(
    readEnv({
      ...secrets,
      KV_REST_API_URL: 'https://upstash.example',
      GITHUB_CLIENT_ID: 'id-of-github',
      GOOGLE_CLIENT_ID: 'id-of-google',
      REDIS_URL: 'redis://:first-word@a:6379, redis://user:second%40word@b:6379',
      SMTP_URL: 'smtp://user:mail-word@mail.example',
    }),
  )
  expect(found).toEqual(
    expect.arrayContaining([...Object.values(secrets), 'first-word', 'second%40word', 'second@word', 'mail-word']),
  )
  expect(found).not.toContain('id-of-github')
})

test('the passwords in a Sentinel address are masked both as written and decoded', () => {
  const found = ownSecrets(
    readEnv({ REDIS_URL: 'redis+sentinel://:first%40word@a/main?sentinelPassword=other%40word' }),
  )
  expect(found.toSorted()).toEqual(['first%40word', 'first@word', 'other%40word', 'other@word'])
})

test('a password that is too short to search for is not masked', () => {
  expect(ownSecrets(readEnv({ REDIS_URL: 'redis://:abc@a:6379' }))).toEqual([])
})
