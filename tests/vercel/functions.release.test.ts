import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { otherRoutes, rootRoutes } from '@/server/entrances/http/handle-api'
import { agentTimeoutMs } from '@/server/entrances/mcp/limits'
import { env } from '@/server/platform/settings/env'
import { readOutput } from './output'

/** The time limit of a built function, in milliseconds; NaN if the build has none. */
function limitOf(name: string): number {
  const folder = readOutput(inject('built')).functionNamed(name)
  const { maxDuration } = JSON.parse(readFileSync(join(folder, '.vc-config.json'), 'utf8'))
  return maxDuration * 1_000
}

/** How long work may continue after a response. */
const afterMs = 30_000

describe.each(['api/[[...path]]', 'mcp'])('the time limit of the function %s', (name) => {
  test('is the most that every plan of Vercel allows', () => {
    expect(limitOf(name)).toBe(300_000)
  })

  test('is long enough for every response but a large download, and for the work after it', () => {
    const { '/files/': _, ...others } = otherRoutes
    const bounds = Object.values({ ...others, ...rootRoutes }).map(({ entrance }) => entrance.timeoutMs())
    const longestMs = Math.max(...bounds.filter((one) => typeof one === 'number'))
    // The deadline for Google can be set to at most a minute.
    const longestWithGoogleMs = agentTimeoutMs() - env().UPSTREAM_DEADLINE_MS + 60_000
    expect(limitOf(name)).toBeGreaterThan(Math.max(longestMs, longestWithGoogleMs) + afterMs)
  })
})
