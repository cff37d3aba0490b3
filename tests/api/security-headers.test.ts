import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { type App, type Host, startApp } from '../support/start-app'
import { hosts } from './call'

/** Returns a Content-Security-Policy's directives, by name. */
function policyOf({ headers }: Response): Record<string, string[]> {
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

const nonceOf = (response: Response) => policyOf(response)['style-src']?.find((source) => source.includes('nonce-'))

describe.each(hosts)('the security headers, on the $host', ({ host, url }) => {
  test.each([
    ['/', 200],
    ['/sign-in', 200],
    ['/docs', 200],
    ['/docs/errors/invalid_cid', 200],
    ['/docs/errors/nothing', 404],
    ['/no-such-page', 404],
    ['/%E0%A4%A', 404],
  ])('%s runs only its own scripts and cannot be framed', async (path, status) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(status)
    const policy = policyOf(response)
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['worker-src']).toEqual(["'self'", 'blob:'])
    expect(policy['style-src']).toEqual(["'self'", expect.stringMatching(/^'nonce-[\w-]{22}'$/)])
    for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy[none]).toEqual(["'none'"])
    expect(policy['form-action']).toEqual(["'self'"])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(response.headers.get('x-powered-by')).toBeNull()
    const html = await response.text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.length).toBeGreaterThan(3)
    // `npm start` renders these pages once for everyone, so these pages cannot have a nonce.
    if (host === 'node server' && status === 200 && path !== '/sign-in') {
      const inline = scripts.filter(([, attributes = '']) => !attributes.includes(' src="'))
      const hashes = inline.map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
      expect(policy['script-src']).toEqual(["'self'", ...new Set(hashes)])
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
    } else {
      const nonce = nonceOf(response) ?? ''
      expect(policy['script-src']).toEqual(["'self'", nonce, "'strict-dynamic'"])
      const own = `nonce="${nonce.slice("'nonce-".length, -1)}"`
      expect(scripts.filter(([, attributes]) => !attributes?.includes(own))).toEqual([])
      expect(response.headers.get('cache-control'), 'a nonce is used once').toContain('no-store')
    }
    expect(html, 'handlers in attributes would not run').not.toMatch(/<[a-z][^>]* on[a-z]+="/)
    // The canonical link contains only the page's own address.
    const loading = html.replace(/<link rel="canonical"[^>]*>/, '')
    expect(loading, 'nothing is loaded from another origin').not.toMatch(
      /<(?:script|img|link)[^>]* (?:src|href)="https?:/,
    )
  })

  test('every response has a new nonce, even if the caller sends a nonce', async () => {
    const forged = "script-src 'nonce-Zm9yZ2VkZm9yZ2VkZm9yZ2U'"
    const ask = () => fetch(`${url}/sign-in`, { headers: { 'content-security-policy': forged, 'x-nonce': 'Zm9yZ2Vk' } })
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    expect(new Set(answers.map(nonceOf)).size).toBe(5)
    for (const answer of answers) expect(await answer.text()).not.toContain('Zm9yZ2Vk')
    const shared = await fetch(`${url}/`, { headers: { 'content-security-policy': forged } })
    expect(JSON.stringify([...shared.headers]) + (await shared.text())).not.toContain('Zm9yZ2Vk')
  })

  test.each(['/api/health', '/api/openapi.json', '/api/resolve', '/api/nothing'])(
    '%s cannot load anything if a browser shows it as a page',
    async (path) => {
      const response = await fetch(url + path)
      expect(policyOf(response)).toEqual({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
    },
  )

  test('static files are not sniffed, and load only on our own pages', async () => {
    const html = await (await fetch(url)).text()
    const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
    for (const path of [script, '/icon.svg']) {
      const { status, headers } = await fetch(url + path)
      expect(status).toBe(200)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  test('a public HTTPS address sends Strict-Transport-Security', async () => {
    for (const path of ['/', '/api/health']) {
      const response = await fetch(url + path)
      expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
    }
    expect(policyOf(await fetch(url))).toHaveProperty('upgrade-insecure-requests')
  })
})

// Vercel serves HTTPS only.
const plainHosts: readonly Host[] = hosts.some(({ host }) => host === 'node server') ? ['node', 'next'] : []

describe.each(plainHosts)('at a plain HTTP address, on the %s host', (host) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-http-'))
  let app: App

  beforeAll(async () => {
    app = await startApp(host, { DATA_DIR: dataDir })
  })

  afterAll(async () => {
    await app.stop()
    removeFolder(dataDir)
  })

  test('no header requires HTTPS, which is not served there', async () => {
    for (const path of ['/', '/api/health']) {
      const response = await fetch(app.url + path)
      expect(response.headers.get('strict-transport-security')).toBeNull()
      expect(policyOf(response)).not.toHaveProperty('upgrade-insecure-requests')
    }
  })
})
