import { expect, test } from 'vitest'
import { listingIn, readingOf } from '@/components/reading/reading'
import { converted, fallbackListing, followingNote } from '@/components/reading/without-lookup'

const hosts = { MAP_HOST: 'https://maps.google.com', REVIEW_HOST: 'https://search.google.com' }
const link =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4!16zL20vMGQ1cXg'
const contentOf = (text: string) => ({ kind: readingOf(text).kind, listing: listingIn(text, hosts) })
const failure = (status: number, code: 'store_unavailable' | 'no_listing_in_link' | 'listing_not_found') => ({
  title: 'Failed',
  detail: '',
  status,
  code,
})
const silence = { title: 'No response', detail: '' }
const colosseum = { cid: '2950359333223072708', place_id: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', title: 'Colosseum' }

test('a failed lookup still shows the listing that its text identifies', () => {
  for (const problem of [failure(500, 'store_unavailable'), silence]) {
    const { listing, note } = fallbackListing(problem, contentOf(link), 'full', hosts) ?? {}
    expect(listing).toMatchObject(colosseum)
    expect(note).toBe('Here are the identifiers. The name and rating need a lookup.')
  }
})

test('text that the server rejects, that was cut off or rounded, or that needs a lookup shows no identifiers', () => {
  expect(fallbackListing(failure(400, 'no_listing_in_link'), contentOf(link), 'full', hosts)).toBeNull()
  const cut = [
    'https://maps.google.com/?cid=29503593332230…',
    'https://maps.google.com/?cid=2950359333',
    '2950359333223070000',
  ]
  for (const text of [
    ...cut,
    'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8',
    `https://maps.app.goo.gl/F ${link}`,
    'Colosseum',
  ])
    expect(fallbackListing(silence, contentOf(text), 'full', hosts), text).toBeNull()
})

test('the server’s identifiers are preferred, and get the name from the text only if the text identifies the same listing', () => {
  const identifiers = { cid: '7', hex_cid: '0x7', place_id: null }
  const known = fallbackListing({ ...failure(404, 'listing_not_found'), identifiers }, contentOf(link), 'full', hosts)
  expect(known?.listing).toMatchObject({
    cid: '7',
    title: null,
    kg_id: null,
    maps_url: 'https://maps.google.com/?cid=7',
  })
  expect(known?.note).toBe('These are the identifiers it had.')
  const problem = { ...silence, identifiers: { ...identifiers, ...colosseum } }
  const same = fallbackListing(problem, contentOf(link), 'full', hosts)
  expect(same?.listing).toMatchObject({ ...colosseum, kg_id: '/m/0d5qx' })
})

test('a short link that got no response is reported as needing a connection', () => {
  const content = contentOf('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
  expect(followingNote(silence, content)).toContain('need a connection')
  expect(followingNote(failure(500, 'store_unavailable'), content)).toBe('')
  expect(followingNote(silence, contentOf(link))).toBe('')
})

test('a CID is converted with a warning if it may have been rounded', () => {
  const [hexCid, cid] = ['0x50cc0c3b3c55b798', '5822041866838063000']
  expect(converted(cid, hosts)).toMatchObject({
    conversion: { cid_decimal: cid, hex_cid: hexCid },
    warning: expect.stringContaining('rounded'),
  })
  for (const text of ['5822041866838063605', hexCid, '4711', 'x']) expect(converted(text, hosts).warning).toBeNull()
})
