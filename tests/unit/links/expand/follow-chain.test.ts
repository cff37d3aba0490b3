import { describe, expect, test } from 'vitest'
import type { HopAnswer } from '@/server/places/links/expand/fetch-hop'
import { followChain } from '@/server/places/links/expand/follow-chain'
import { healthAfter, mayRetry } from '@/server/places/upstream/failure'

const place = 'https://www.google.com/maps/place/bauMax/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
const start = 'https://maps.app.goo.gl/abc'
const never = new AbortController().signal
const found = { kind: 'found', target: { kind: 'listing', reference: { cid: 0xeca4ac5483aa4dd2n } } }

const to = (location: string, status = 302): HopAnswer => ({ status, location, page: null })
const page = (html: string, status = 200): HopAnswer => ({ status, location: null, page: html })
const status = (code: number): HopAnswer => ({ status: code, location: null, page: null })

/** Makes a web in which each address returns its responses in turn, then repeats the last response. */
function web(answers: Record<string, HopAnswer | HopAnswer[]>) {
  const requests: string[] = []
  const follow = (from = start, timing = { timeoutMs: 5_000, pauseMs: 0 }, signal = never) =>
    followChain(
      new URL(from),
      {
        ...timing,
        fetchHop: async ({ href }) => {
          const turns = [answers[href] ?? []].flat()
          const answer = turns[Math.min(requests.filter((earlier) => earlier === href).length, turns.length - 1)]
          requests.push(href)
          if (answer === undefined) throw new Error(`nobody answers for ${href}`)
          return answer
        },
      },
      signal,
    )
  return { requests, follow }
}

describe('a redirect chain', () => {
  test.each([301, 302, 303, 307, 308])(
    'stops at the first %d redirect that identifies the listing, without fetching its target',
    async (code) => {
      const { requests, follow } = web({ [start]: to(place, code) })
      expect(await follow()).toMatchObject({ ...found, url: { href: place } })
      expect(requests).toEqual([start])
    },
  )

  test.each([300, 304, 305, 306, 200, 201])('ignores the Location header of a %d response', async (code) => {
    const { follow } = web({ [start]: to(place, code) })
    expect(await follow()).toEqual({ kind: 'nowhere' })
  })

  test('goes through several short-link hosts', async () => {
    const { requests, follow } = web({
      'https://share.google/x': to('https://www.google.com/share.google?q=x'),
      'https://www.google.com/share.google?q=x': to('/url?q=https%3A%2F%2Fgoo.gl%2Fmaps%2Fy'),
      'https://goo.gl/maps/y': to(start),
      [start]: to(place),
    })
    expect(await follow('https://share.google/x')).toMatchObject(found)
    expect(requests).toHaveLength(4)
  })

  test('never fetches a consent page', async () => {
    const { requests, follow } = web({
      [start]: to(`https://consent.google.com/m?continue=${encodeURIComponent(place)}&gl=DE`),
    })
    expect(await follow()).toMatchObject(found)
    expect(requests).toEqual([start])
    const share = 'https://www.google.com/share.google?q=x'
    const consent = web({
      'https://share.google/x': to(share),
      [share]: to(`https://consent.google.com/m?continue=${encodeURIComponent(share)}&gl=DE`),
      [`${share}&ucbcb=1`]: to('https://www.google.com/search?q=Joe&kgmid=/g/1'),
    })
    expect(await consent.follow('https://share.google/x')).toMatchObject({ target: { kind: 'name', name: 'Joe' } })
    const empty = web({ [start]: to('https://consent.google.com/m?gl=DE') })
    expect(await empty.follow()).toEqual({ kind: 'elsewhere' })
  })

  test('reads the page of a short link that does not redirect', async () => {
    expect(await web({ [start]: page(`<i data-desktop-link="${place}">`) }).follow()).toMatchObject(found)
    expect(await web({ [start]: page('<p>hello') }).follow()).toEqual({ kind: 'nowhere' })
    expect(await web({ [start]: page('Dynamic Link Not Found') }).follow()).toEqual({ kind: 'dead' })
  })

  test('reports its last link if that is a map link without a listing', async () => {
    const pin = 'https://maps.google.com/?q=50.08,14.42'
    const { requests, follow } = web({ [start]: to(pin) })
    expect(await follow()).toMatchObject({ kind: 'found', url: { href: pin }, target: { kind: 'names_nothing' } })
    expect(requests).toEqual([start])
  })
})

describe('a redirect chain that cannot be followed', () => {
  test.each([
    'http://maps.app.goo.gl/next',
    'https://maps.app.goo.gl:8443/next',
    'https://user:pass@maps.app.goo.gl/next',
    'https://www.google.com@evil.example/maps?cid=5',
    'https://evil.example/maps?cid=5',
    '//evil.example/maps?cid=5',
    'https:\\\\evil.example\\maps',
    'https://maps.app.goo.gl.evil.example/next',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.0.0.1/maps?cid=5',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'file:///etc/passwd',
    'ftp://maps.app.goo.gl/x',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'javascript:alert(1)',
    'data:text/html,<a href="https://maps.google.com/?cid=5">',
    'intent://maps.google.com/maps?cid=5#Intent;scheme=https;end',
  ])('ends before %s is fetched', async (location) => {
    const byRedirect = web({ [start]: to(location) })
    expect(await byRedirect.follow()).toEqual({ kind: 'elsewhere' })
    const byConsent = web({ [start]: to(`https://consent.google.com/m?continue=${encodeURIComponent(location)}`) })
    expect(await byConsent.follow()).toEqual({ kind: 'elsewhere' })
    const byPage = web({ [start]: page(`<i data-desktop-link='${location}'>`) })
    expect(await byPage.follow()).toEqual({ kind: expect.stringMatching(/^(?:elsewhere|nowhere)$/) })
    for (const { requests } of [byRedirect, byConsent, byPage]) expect(requests).toEqual([start])
  })

  test('ends without a listing if it is circular', async () => {
    const other = 'https://goo.gl/maps/y'
    const { requests, follow } = web({ [start]: to(other), [other]: to(start) })
    expect(await follow()).toEqual({ kind: 'nowhere' })
    expect(requests).toEqual([start, other])
    expect(await web({ [start]: to(start) }).follow()).toEqual({ kind: 'nowhere' })
  })

  test('stops after 5 hops if it is endless, but finds a listing at the fifth hop', async () => {
    const hops = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${start}${at || ''}`, to(`${start}${at + 1}`)]))
    const endless = web(hops(100))
    expect(await endless.follow()).toEqual({ kind: 'nowhere' })
    expect(endless.requests).toHaveLength(5)
    expect(await web({ ...hops(4), [`${start}4`]: to(place) }).follow()).toMatchObject(found)
  })

  test.each(['', 'https://', 'https://[', 'http://%zz/'])(
    'ends without a listing if its Location is %j',
    async (location) => {
      expect(await web({ [start]: to(location) }).follow()).toEqual({ kind: 'nowhere' })
    },
  )

  test('fails if Google blocks the server, unless the block page identifies the listing', async () => {
    const blocked = { code: 'upstream_blocked' }
    const sorry = `https://www.google.com/sorry/index?continue=${start}&q=EgQ`
    await expect(web({ [start]: to(sorry) }).follow()).rejects.toMatchObject(blocked)
    await expect(web({ [start]: status(429) }).follow()).rejects.toMatchObject(blocked)
    const text = 'Our systems have detected unusual traffic from your computer network.'
    for (const code of [200, 403, 503]) {
      await expect(web({ [start]: page(text, code) }).follow()).rejects.toMatchObject(blocked)
    }
    expect(await web({ [start]: to(`https://www.google.com/sorry/index?continue=${place}`) }).follow()).toMatchObject(
      found,
    )
  })

  test.each([500, 502, 503, 504])(
    'counts as an upstream failure that may be retried if the host returns %d',
    async (code) => {
      const failed = web({ [start]: page('<p>out of order', code) }).follow()
      await expect(failed).rejects.toSatisfy((error) => mayRetry(error) && healthAfter(error) === 'bad')
    },
  )

  test('counts as an upstream failure that is not retried if the host returns 403', async () => {
    const failed = web({ [start]: page('<p>forbidden', 403) }).follow()
    await expect(failed).rejects.toSatisfy((error) => !mayRetry(error) && healthAfter(error) === 'bad')
  })
})

describe('a link that is not found', () => {
  test('is fetched again, because a working link can briefly return 404', async () => {
    const { requests, follow } = web({ [start]: [status(404), to(place)] })
    expect(await follow()).toMatchObject(found)
    expect(requests).toEqual([start, start])
  })

  test('is dead after a retry', async () => {
    const { requests, follow } = web({ [start]: status(404) })
    expect(await follow()).toEqual({ kind: 'dead' })
    expect(requests).toHaveLength(2)
  })

  test('is dead without a retry if its chain has already been retried', async () => {
    const next = 'https://maps.app.goo.gl/next'
    const { requests, follow } = web({ [start]: [status(404), to(next)], [next]: [status(404), to(place)] })
    expect(await follow()).toEqual({ kind: 'dead' })
    expect(requests).toHaveLength(3)
  })

  test('is dead without a retry if the pause would exceed the chain’s time limit', async () => {
    const { requests, follow } = web({ [start]: [status(404), to(place)] })
    expect(await follow(start, { timeoutMs: 100, pauseMs: 3_000 })).toEqual({ kind: 'dead' })
    expect(requests).toHaveLength(1)
  })

  test('is dead without a retry if it returns 410 or is a goo.gl/maps link', async () => {
    const gone = web({ [start]: status(410) })
    expect(await gone.follow()).toEqual({ kind: 'dead' })
    const old = web({ 'https://goo.gl/maps/y': status(404) })
    expect(await old.follow('https://goo.gl/maps/y')).toEqual({ kind: 'dead' })
    expect([...gone.requests, ...old.requests]).toHaveLength(2)
  })

  test('is not fetched again if the caller leaves during the pause', async () => {
    const gone = new AbortController()
    const { requests, follow } = web({ [start]: [status(404), to(place)] })
    const following = follow(start, { timeoutMs: 120_000, pauseMs: 60_000 }, gone.signal)
    setImmediate(() => gone.abort())
    await expect(following).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
  })
})
