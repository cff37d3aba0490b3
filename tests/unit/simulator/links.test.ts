import { describe, expect, it } from 'vitest'
import { readReference } from '@/server/links/read-reference'
import { specialLinks } from '@/tests/simulator/links/special'
import { redirectTricks } from '@/tests/simulator/links/tricks'
import { hop, simulatorForTests } from './ask'

const simulator = simulatorForTests()

const trevi = 17759648132674796470n
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

/** Returns the hops of a chain: each `Location`, until there is none. */
async function chain(link: string, userAgent?: string): Promise<string[]> {
  const hops: string[] = []
  for (let next = link; hops.length < 10; ) {
    const { location } = await hop(simulator.current, next, { ...(userAgent && { userAgent }) })
    if (location === null) break
    hops.push(location)
    next = location
  }
  return hops
}

describe('simulated short links', () => {
  it('redirect three times, and the first Location names the listing', async () => {
    const hops = await chain('maps.app.goo.gl/sim-mobile?g_st=ic')
    expect(hops.map((url) => url.split('=', 1)[0])).toEqual([
      'https://maps.google.com?q',
      'https://maps.google.com/maps?q',
      'https://www.google.com/maps?q',
    ])
    expect(readReference(hops[0] ?? '')).toMatchObject({ kind: 'listing', cid: trevi })
  })

  it.each([
    `maps.app.goo.gl/sim-cid-${trevi}`,
    `maps.app.goo.gl/sim-place-${trevi}`,
    `goo.gl/maps/sim-cid-${trevi}`,
    `g.page/sim-cid-${trevi}`,
    'maps.app.goo.gl/sim-hops-1',
    'maps.app.goo.gl/sim-consent',
    'maps.app.goo.gl/sim-consent-twice',
    'maps.app.goo.gl/sim-consent-country',
    'maps.app.goo.gl/sim-review',
    'maps.app.goo.gl/sim-sorry-named',
  ])('redirect to a Location that names the listing: %s', async (link) => {
    const { status, location } = await hop(simulator.current, link)
    expect(status).toBe(302)
    expect(readReference(location ?? '')).toMatchObject({ kind: 'listing', cid: trevi })
  })

  it('lead from a link of the sample to its recorded target', async () => {
    const { location } = await hop(simulator.current, 'maps.app.goo.gl/W5wPRJ5FMJxgaisf9?g_st=ia')
    expect(location).toMatch(/^https:\/\/www\.google\.com\/maps\/place\/\/data=.*0xb713349b154e782d$/)
  })

  it.each([1, 4, 5, 6])('can take %d redirects to name the listing', async (count) => {
    const hops = await chain(`maps.app.goo.gl/sim-hops-${count}`)
    const first = hops.findIndex((url) => readReference(url).kind === 'listing')
    expect(first + 1).toBe(count)
  })

  it('send a desktop browser a page with the target in an attribute, and redirect a phone or a HEAD request', async () => {
    const page = await hop(simulator.current, 'maps.app.goo.gl/sim-mobile', { userAgent: chrome })
    expect(page.status).toBe(200)
    const target = /data-desktop-link="([^"]*)"/.exec(page.body)?.[1]
    expect(target).toContain('&amp;ftid=')
    expect(readReference(target?.replaceAll('&amp;', '&') ?? '')).toMatchObject({ cid: trevi })
    const asked = { userAgent: chrome, method: 'HEAD' }
    expect((await hop(simulator.current, 'maps.app.goo.gl/sim-mobile', asked)).status).toBe(302)
    expect((await hop(simulator.current, 'maps.app.goo.gl/sim-mobile', { userAgent: iPhone })).status).toBe(302)
  })

  it('send a crawler a page with the target encoded twice', async () => {
    const { body } = await hop(simulator.current, 'maps.app.goo.gl/sim-mobile', { userAgent: 'Googlebot/2.1' })
    const href = /<a href="https:\/\/www\.google\.com\/([^"]*)"/.exec(body)?.[1] ?? ''
    expect(href).toMatch(/^maps%3Fq%3D.*%26ftid%3D0x/)
    expect(readReference(`https://www.google.com/${decodeURIComponent(href)}`)).toMatchObject({ cid: trevi })
  })

  it('answer 404 for an unknown code, and 410 for sim-gone', async () => {
    for (const link of ['maps.app.goo.gl/unknown', 'goo.gl/maps/unknown', 'g.page/unknown', 'g.co/kgs/unknown']) {
      const { status, body } = await hop(simulator.current, link)
      expect([status, body], link).toEqual([404, expect.stringContaining('Dynamic Link Not Found')])
    }
    expect((await hop(simulator.current, 'goo.gl/maps/sim-gone')).status).toBe(410)
  })

  it('can fail once and then redirect, and do so again after a reset', async () => {
    const statuses = async () => [
      (await hop(simulator.current, 'maps.app.goo.gl/sim-flaky')).status,
      (await hop(simulator.current, 'maps.app.goo.gl/sim-flaky')).status,
    ]
    expect(await statuses()).toEqual([404, 302])
    simulator.current.reset()
    expect(await statuses()).toEqual([404, 302])
  })

  it('can loop or redirect without end', async () => {
    expect(await chain('maps.app.goo.gl/sim-loop')).toHaveLength(10)
    expect(new Set(await chain('maps.app.goo.gl/sim-self')).size).toBe(1)
    expect(new Set(await chain('maps.app.goo.gl/sim-endless')).size).toBe(10)
  })

  it('can lead to a block page that answers 429', async () => {
    const [sorry = ''] = await chain('maps.app.goo.gl/sim-sorry')
    expect(sorry).toMatch(/^https:\/\/www\.google\.com\/sorry\/index\?continue=/)
    const { status, body } = await hop(simulator.current, sorry)
    expect([status, body]).toEqual([429, expect.stringContaining('unusual traffic')])
  })

  it.each([300, 301, 303, 304, 305, 307, 308])('redirect with status %d', async (status) => {
    expect(await hop(simulator.current, `maps.app.goo.gl/sim-status-${status}`)).toMatchObject({
      status,
      location: expect.stringContaining('ftid='),
    })
  })

  it('send every tricky Location exactly as written', async () => {
    for (const { name, location } of redirectTricks) {
      const answer = await hop(simulator.current, `maps.app.goo.gl/sim-to-${name}`)
      const sent = Buffer.from(answer.location ?? '', 'latin1').toString('utf8')
      expect([answer.status, sent], name).toEqual([302, location])
    }
  })

  it('record the host of a forbidden fetch, and answer it with a bait page', async () => {
    const { body } = await hop(simulator.current, '169.254.169.254/latest/meta-data/')
    expect(body).toContain('data-desktop-link')
    expect(simulator.current.calls).toMatchObject([{ upstream: 'link', host: '169.254.169.254' }])
  })

  it('each have an address of their own', () => {
    const all = Object.values(specialLinks).flatMap((group) => group.map(({ link }) => link))
    expect(all.filter((link, at) => all.indexOf(link) !== at)).toEqual([])
  })
})

describe('simulated links to search results', () => {
  const search = 'https://www.google.com/search?kgmid=/g/11simulated&q=Trevi+Fountain&hl=en'

  it('take a desktop browser from share.google through google.com to a search for the name', async () => {
    const hops = await chain(`share.google/sim-cid-${trevi}`, chrome)
    expect(hops).toEqual([`https://www.google.com/share.google?q=sim-cid-${trevi}`, search])
  })

  it('give a program a page that links to the search, and a phone a page without the link', async () => {
    const link = `www.google.com/share.google?q=sim-cid-${trevi}`
    const { status, body } = await hop(simulator.current, link)
    expect(status).toBe(200)
    expect(body).toContain('<a href="/search?kgmid=/g/11simulated&amp;q=Trevi+Fountain&amp;hl=en">')
    expect((await hop(simulator.current, link, { userAgent: iPhone })).body).not.toContain('/search')
  })

  it('lead from g.co/kgs straight to the search', async () => {
    expect(await chain(`g.co/kgs/sim-cid-${trevi}`)).toEqual([search])
  })

  it('lead from g.page to a search for the name, or to a place with a camera', async () => {
    expect(await chain(`g.page/sim-name-${trevi}`)).toEqual(['https://www.google.com/search?q=Trevi%20Fountain'])
    const camera = 'https://www.google.com/maps/place/Trevi+Fountain/@41.900932,12.483313,17z'
    expect(await chain(`g.page/sim-camera-${trevi}`)).toEqual([camera])
  })
})
