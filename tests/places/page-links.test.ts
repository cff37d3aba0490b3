import { expect, test } from 'vitest'
import { decimalCid } from '@/server/places/identifiers/cid'
import { landmark } from '../simulator/listings'
import { call } from './call'
import { placesForTests } from './places'

const { simulator } = await placesForTests()

const cid = decimalCid(landmark.cid)
const link = `https://maps.google.com/?q=x&cid=${cid}`
const hex = (letter: string) => letter.charCodeAt(0).toString(16)
const review = Buffer.concat([Buffer.from(landmark.placeId, 'base64url'), Buffer.from('\x12\x01A')]).toString('base64')

test.each([
  ['in a script', link.replace(/\W/g, (mark) => `\\u00${hex(mark)}`)],
  ['in an older script', link.replace(/\W/g, (mark) => `\\x${hex(mark)}`)],
  ['in HTML', link.replace(/\W/g, (mark) => `&#x${hex(mark)};`)],
  ['in HTML in a script', link.replaceAll('/', '\\u0026#47;').replace('&cid', '\\u0026amp;cid')],
  ['of a review with plain base64', `https://www.google.com/local/place/review/message?prspp=${review}`],
])('a link as it is written %s gets the details of its listing', async (_, url) => {
  const { status, body } = await call('resolve', { url })
  expect({ status, cid: body.cid, title: body.title }).toEqual({ status: 200, cid, title: landmark.title })
})

test('a link sent to search as a name never reaches Google', async () => {
  const { status, body } = await call('search', { name: link })
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
  expect(body.detail).toMatch(/Use resolve/)
  expect(simulator.calls).toEqual([])
})
