import { expect, test } from 'vitest'
import { linkExamples, refusedExamples, shortLinkExamples } from '@/server/entrances/rest/examples/links'
import { readReference } from '@/server/places/links/read-reference'
import { shortLinkHosts } from '@/server/places/links/reference'
import { PinrefError } from '@/server/platform/problems/errors'

test.each(Object.entries(linkExamples))(
  'the example of a %s is recognized, and identifies the Colosseum',
  (form, { text }) => {
    expect(readReference(text)).toMatchObject({ kind: 'listing', form, cid: 2950359333223072708n })
  },
)

test.each(shortLinkHosts())('the links page has an example of a short link from %s', (host) => {
  expect(readReference(shortLinkExamples[host]?.text ?? '')).toMatchObject({ kind: 'short_link', link: { host } })
})

test('the short link examples cover exactly the hosts that Pinref follows', () => {
  expect(Object.keys(shortLinkExamples)).toEqual(shortLinkHosts())
})

test.each(refusedExamples.map(({ from, text }) => [from, text]))('%s doesn’t point to a listing', (_, text) => {
  expect(() => readReference(text)).toThrow(PinrefError)
})

test('each rejected example gets a different error message', () => {
  const details = refusedExamples.map(({ text }) => {
    try {
      readReference(text)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(new Set(details).size).toBe(refusedExamples.length)
})
