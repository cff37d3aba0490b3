import { expect, test } from 'vitest'
import { maxAdded, maxSentText } from '@/server/features/watchlists/limits'
import { readSent as readSentFrom } from '@/server/features/watchlists/listings'
import { sampleSource } from '@/server/places/sources/sample/sample-source'

const account = 'a'.repeat(16)
const placeId = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const readSent = (accountId: string, sent: unknown, most: number) => readSentFrom(accountId, sent, most, sampleSource)

/** Returns the error's code and pointer for this input; null if it is valid. */
const faultIn = (sent: unknown) =>
  readSent(account, sent, maxAdded).then(
    () => null,
    ({ code, errors }) => [code, errors?.[0]?.pointer],
  )

test('text or an object with a name and a reference identifies the same listing in every form', async () => {
  const forms = [placeId, '3545450935484072529', { url: 'https://maps.google.com/?cid=3545450935484072529' }]
  const { listings } = await readSent(
    account,
    [...forms, { url: placeId, name: 'Café Anna', reference: 'sydney-01' }],
    maxAdded,
  )
  expect(listings.map(({ id, name, reference }) => [id, name, reference])).toEqual([
    ...forms.map(() => ['3545450935484072529', '', '']),
    ['3545450935484072529', 'Café Anna', 'sydney-01'],
  ])
})

test('text without an identifier is unreadable, with a reason', async () => {
  const sent = ['', 'no link', 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8']
  const { listings } = await readSent(account, sent, maxAdded)
  expect(listings.map(({ state }) => state)).toEqual(['unreadable', 'unreadable', 'unreadable'])
  expect(listings.map(({ unreadable }) => unreadable?.detail)).toEqual([
    ...[expect.stringMatching(/\w/), expect.stringMatching(/\w/)],
    expect.stringContaining('short link'),
  ])
})

test('a CID that may have been rounded is unreadable, unless its listing was found before', async () => {
  const [cid, found] = ['441310607586089100', 'ChIJRddlKTyuEmsRjNjH0KjZHwY']
  const asked: string[] = []
  const source = {
    learntPlaceId: async (cid: bigint) => {
      asked.push(`${cid}`)
      return asked.length === 1 ? null : found
    },
  }
  const sent = [{ url: `https://maps.google.com/?cid=${cid}`, name: 'Anna', reference: 'shop' }, placeId]
  const before = await readSentFrom(account, sent, maxAdded, source)
  expect(before.listings.map(({ state }) => state)).toEqual(['unreadable', 'unchecked'])
  const { listings } = await readSentFrom(account, sent, maxAdded, source)
  expect(listings[0]).toMatchObject({ id: cid, placeId: found, name: 'Anna', reference: 'shop', state: 'unchecked' })
  expect(asked).toEqual([cid, cid])
})

test.each<[what: string, sent: unknown, pointer: string]>([
  ['nothing', undefined, '/listings'],
  ['an empty list', [], '/listings'],
  ['an object', { 0: placeId }, '/listings'],
  ['a number', [placeId, 3545450935484072000], '/listings/1'],
  ['null', [null], '/listings/0'],
  ['a list in the list', [[placeId]], '/listings/0'],
  ['an object without url', [{ reference: 'x' }], '/listings/0'],
  ['a non-text url', [{ url: 1 }], '/listings/0'],
  ['a non-text reference', [{ url: placeId, reference: 1 }], '/listings/0/reference'],
  ['a null reference', [{ url: placeId, reference: null }], '/listings/0/reference'],
  ['a non-text name', [{ url: placeId, name: 1 }], '/listings/0/name'],
  ['a long name', [{ url: placeId, name: 'x'.repeat(201) }], '/listings/0/name'],
  ['an endless name', [{ url: placeId, name: '😀'.repeat(400_000) }], '/listings/0/name'],
  ['a long reference', [{ url: placeId, reference: 'x'.repeat(201) }], '/listings/0/reference'],
  ['an endless reference', [{ url: placeId, reference: '😀'.repeat(400_000) }], '/listings/0/reference'],
  ['a long text', ['x'.repeat(maxSentText + 1)], '/listings/0'],
  ['an unknown field', [{ url: placeId, refrence: 'x' }], '/listings/0/refrence'],
  ['a field named like a path', [{ url: placeId, 'a/b~': 'x' }], '/listings/0/a~1b~0'],
  ['a prototype', [JSON.parse(`{"url":"${placeId}","__proto__":{}}`)], '/listings/0/__proto__'],
  ['too many', Array.from({ length: maxAdded + 1 }, () => placeId), '/listings'],
])('%s is rejected with the error’s pointer', async (_, sent, pointer) => {
  expect(await faultIn(sent)).toEqual(['invalid_request', pointer])
})

test('a name and a reference may each have 200 characters in any script', async () => {
  expect(await faultIn([{ url: placeId, name: '😀'.repeat(200), reference: '😀'.repeat(200) }])).toBeNull()
  expect(await faultIn([{ url: placeId, reference: '😀'.repeat(201) }])).toEqual([
    'invalid_request',
    '/listings/0/reference',
  ])
})

test('reading stops at the first error, so 10,000 errors cost no more than one', async () => {
  let read = 0
  const values = new Proxy(
    Array.from({ length: maxAdded }, () => 7),
    {
      get(list, key) {
        if (/^\d+$/.test(String(key))) read += 1
        return Reflect.get(list, key)
      },
    },
  )
  expect(await faultIn(values)).toEqual(['invalid_request', '/listings/0'])
  expect(read).toBe(1)
})

test('no more different listings are parsed than the plan can watch, but all of them are checked', async () => {
  const cids = Array.from({ length: 1_000 }, (_, index) => `0x${(2n ** 60n + BigInt(index)).toString(16)}`)
  const read = await readSent(account, [...cids.slice(0, 50), ...cids], 100)
  expect(read.isCut).toBe(true)
  expect(read.listings).toHaveLength(150)
  expect(new Set(read.listings.map(({ id }) => id)).size).toBe(100)
  expect((await readSent(account, cids.slice(0, 100), 100)).isCut).toBe(false)
  await expect(readSent(account, [...cids, 7], 100)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('while 10,000 long links are read, other work gets turns', async () => {
  let turns = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns += 1
    }
  })()
  const link = `https://www.google.com/maps/place/x/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4?${'x'.repeat(300)}`
  const sent = Array.from({ length: maxAdded }, () => link)
  const { listings } = await readSent(account, sent, maxAdded)
  isOver = true
  await others
  expect(listings).toHaveLength(maxAdded)
  expect(turns).toBeGreaterThan(20)
})
