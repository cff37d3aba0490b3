import { describe, expect, test } from 'vitest'
import { previewOrigins } from '@/server/features/sign-in/sign-in-options'
import { readEnv } from '@/server/platform/settings/env'

/** The settings that must be set on Vercel. */
const needed = {
  VERCEL: '1',
  KV_REST_API_URL: 'https://x.upstash.io',
  KV_REST_API_TOKEN: 'token',
  KEY_PEPPER: 'p'.repeat(16),
  AUTH_SECRET: 's'.repeat(32),
}

/** The variables that Vercel sets for a preview. */
const preview = {
  VERCEL_ENV: 'preview',
  VERCEL_URL: 'pinref-1a2b3c.vercel.app',
  VERCEL_BRANCH_URL: 'pinref-git-maps.vercel.app',
  VERCEL_PROJECT_PRODUCTION_URL: 'pinref.example',
}

describe('the public address on Vercel', () => {
  test.each([
    ['in production is the project’s domain', { ...preview, VERCEL_ENV: 'production' }, 'https://pinref.example'],
    ['on a preview is its branch’s', preview, 'https://pinref-git-maps.vercel.app'],
    [
      'on a preview without a branch is its own',
      { ...preview, VERCEL_BRANCH_URL: '' },
      'https://pinref-1a2b3c.vercel.app',
    ],
    ['is APP_URL if that is set', { ...preview, APP_URL: 'https://try.pinref.example' }, 'https://try.pinref.example'],
  ])('%s', (_, variables, address) => {
    expect(readEnv({ ...needed, ...variables }).APP_URL).toBe(address)
  })

  test('must be set if Vercel does not expose it', () => {
    expect(() => readEnv(needed)).toThrow(/ {2}APP_URL is required on Vercel if “Automatically expose System/)
    expect(readEnv({ ...needed, APP_URL: 'https://pinref.example' }).APP_URL).toBe('https://pinref.example')
  })

  test('is one of two addresses for sign-in, but only on a preview', () => {
    const both = ['https://pinref-git-maps.vercel.app', 'https://pinref-1a2b3c.vercel.app']
    expect(previewOrigins(readEnv({ ...needed, ...preview }))).toEqual(both)
    expect(previewOrigins(readEnv({ ...needed, ...preview, VERCEL_ENV: 'production' }))).toEqual([])
    expect(previewOrigins(readEnv({}))).toEqual([])
  })
})

describe('the store on Vercel', () => {
  test('is the store set by the Upstash integration', () => {
    const read = readEnv({ ...needed, APP_URL: 'https://pinref.example' })
    expect(read).toMatchObject({ UPSTASH_REDIS_REST_URL: 'https://x.upstash.io', UPSTASH_REDIS_REST_TOKEN: 'token' })
  })

  test('is the manually configured store if both exist, and needs its own token', () => {
    const byHand = { UPSTASH_REDIS_REST_URL: 'https://y.upstash.io', UPSTASH_REDIS_REST_TOKEN: 'other' }
    const read = readEnv({ ...needed, ...byHand, APP_URL: 'https://pinref.example' })
    expect(read).toMatchObject(byHand)
    expect(() => readEnv({ ...needed, UPSTASH_REDIS_REST_URL: 'https://y.upstash.io' })).toThrow(
      '  UPSTASH_REDIS_REST_TOKEN is required',
    )
  })

  test('needs its token', () => {
    expect(() => readEnv({ KV_REST_API_URL: 'https://x.upstash.io' })).toThrow('  KV_REST_API_TOKEN is required')
  })
})

test('startup on Vercel reports all missing variables together with the invalid variables', () => {
  const faults = () => readEnv({ VERCEL: '1', FREE_DAILY_QUOTA: 'five', SMTP_URL: 'mail.example' })
  for (const name of ['UPSTASH_REDIS_REST_URL', 'KEY_PEPPER', 'AUTH_SECRET', 'APP_URL', 'FREE_DAILY_QUOTA', 'SMTP_URL'])
    expect(faults).toThrow(`  ${name} `)
})
