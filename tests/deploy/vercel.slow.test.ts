import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { frozenSuite } from '../vercel/frozen-suite'
import { startRouteFiles } from '../vercel/route-files'

/** Runs the build as Vercel does, with these variables. */
function buildOnVercel(env: Record<string, string>) {
  const { PATH, HOME } = process.env
  return spawnSync('npm', ['run', '--silent', 'vercel-build'], {
    env: { PATH, HOME, NODE_ENV: 'production', VERCEL: '1', ...env },
    encoding: 'utf8',
  })
}

describe('a build on Vercel', () => {
  test('fails if settings are missing or wrong, and lists them', () => {
    const { status, stderr } = buildOnVercel({ VERCEL_ENV: 'preview', FREE_DAILY_QUOTA: 'five', KEY_PEPPER: 'short' })
    expect(status).toBe(1)
    for (const name of ['UPSTASH_REDIS_REST_URL', 'KEY_PEPPER', 'AUTH_SECRET', 'APP_URL', 'FREE_DAILY_QUOTA'])
      expect(stderr).toContain(`  ${name} `)
    expect(stderr).toContain('for preview')
    expect(stderr).not.toMatch(/ {2}at |node:internal/)
  })
})

describe('route files that are frozen between calls', () => {
  frozenSuite(startRouteFiles)
})
