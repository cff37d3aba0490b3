import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { otherRoutes, rootRoutes } from '@/server/entrances/http/handle-api'
import { jobs, readJob } from '@/server/entrances/http/run-job'
import { newServer } from '@/server/entrances/mcp/protocol'
import { createAuth } from '@/server/features/sign-in/auth'
import { jobMs } from '@/server/platform/queue/job-queue'
import { maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import { readEnv } from '@/server/platform/settings/env'
import { mcpMessage, mcpMethods, mcpRevisions } from '../../support/mcp-messages'

/*
 * The entry points that are not procedures: routes, sign-in paths, MCP methods, jobs, and files in `app/`.
 * `tests/unit/trpc/entrances.test.ts` checks the procedures.
 */

const routes = Object.entries({ ...rootRoutes, ...otherRoutes })

test.each(routes)('the route %s bounds its requests', (_, { entrance: { who, limit, maxBytes, timeoutMs } }) => {
  // Only a caller who proves who it is enters without a limit.
  if (limit === null) expect(['signature', 'secret']).toContain(who)
  if (Number(maxBytes) > maxRequestBytes) expect(['agents', 'token', 'signature']).toContain(who)
  // Files take the longest.
  if (timeoutMs() !== 'by path') expect(timeoutMs()).toBeLessThanOrEqual(600_000)
})

test('every sign-in path has a limit, except the one that every page reads', () => {
  const { options } = createAuth(readEnv({ AUTH_SECRET: 'a secret of at least 32 characters' }))
  const { enabled, customRules } = options.rateLimit
  expect(enabled).toBe(true)
  const unlimited = Object.entries(customRules).flatMap(([path, rule]) => (rule === false ? path : []))
  expect(unlimited).toEqual(['/get-session'])
})

test('agents can only list and call tools', async () => {
  const handler = createMcpHandler(() => newServer(null, { run: async () => ({ content: [] }) }))
  const supported = new Set<string>()
  for (const method of mcpMethods) {
    for (const revision of mcpRevisions) {
      const { headers, message } = mcpMessage(method, revision)
      const request = new Request('http://localhost/api/mcp', {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
      })
      const { body, status } = await handler.fetch(request)
      // A subscription would never end.
      const first = await body?.getReader().read()
      const isUnknown = status >= 400 || Buffer.from(first?.value ?? []).includes('-32601')
      if (!isUnknown) supported.add(method)
    }
  }
  // Pinref itself rejects subscriptions, before the library sees them.
  const begin = ['initialize', 'ping', 'server/discover', 'subscriptions/listen']
  const notes = ['cancelled', 'initialized', 'progress', 'roots/list_changed'].map((name) => `notifications/${name}`)
  expect([...supported].toSorted()).toEqual([...begin, ...notes, 'tools/call', 'tools/list'].toSorted())
})

test.each(Object.entries(jobs))(
  'a job of the kind %s has a bounded turn and rejects other data',
  (kind, { turnMs }) => {
    expect(turnMs()).toBeLessThanOrEqual(jobMs)
    const job = { kind, id: 'x', data: { accountId: 'x', id: 'x', more: true } }
    expect(() => readJob(JSON.stringify(job))).toThrow()
  },
)

/** The files in `app/` that respond without a page. */
const routeFiles = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)route\.ts$/.test(file))
  .map((file) => join('app', file))

test.each(routeFiles)('%s only reads, or leaves everything to the API', (file) => {
  const text = readFileSync(file, 'utf8')
  if (/handleApi|from '(?:\.\.\/)+api\/\[\[\.\.\.path\]\]\/route'/.test(text)) return
  const methods = [...text.matchAll(/export (?:const|async function|function) ([A-Z]+)\b/g)].map(([, name]) => name)
  expect(methods).toEqual(['GET'])
  expect(text).not.toMatch(/\.(?:text|json|formData|arrayBuffer|body)\(\)/)
})
