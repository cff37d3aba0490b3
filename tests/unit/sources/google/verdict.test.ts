import { describe, expect, test } from 'vitest'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { verdictOfError, verdictOfId, verdictOfLinks } from '@/server/places/sources/google/verdict'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { PinrefError } from '@/server/platform/problems/errors'

const idOf = (cid: bigint) => placeIdOf({ cell: 1n, cid: cid as never })
const link = (cid: bigint | null) => ({ address: 'https://g.page/x', cid: cid as never })

describe('the verdict on a returned id', () => {
  test.each([
    [idOf(5n), 'works'],
    [placeIdOf({ cell: 9n, cid: 5n as never }), 'works'],
    [idOf(6n), 'wrong'],
    ['EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv', 'refused'],
    ['', 'refused'],
  ])('for “%s” is “%s”', (id, outcome) => {
    expect(verdictOfId(id, 5n as never)).toMatchObject({ outcome })
  })
})

describe('the verdict on a kind of link', () => {
  test.each([
    ['one right one is enough', [5n, 6n, null], [idOf(5n), null, null], 'works'],
    ['a merged listing beside it does no harm', [5n, 6n], [idOf(7n), idOf(6n)], 'works'],
    ['other listings alone', [5n, null], [idOf(7n), idOf(8n)], 'wrong'],
    ['none', [5n, null], [null, null], 'refused'],
    ['nothing that they can be held against', [5n, null], [null, idOf(8n)], 'unsure'],
  ])('depends on its responses: %s', (_, cids, placeIds, outcome) => {
    expect(verdictOfLinks(cids.map(link), placeIds)).toMatchObject({ outcome })
  })
})

describe('the verdict on a failed check', () => {
  test.each([
    [new UpstreamFailure('misconfigured', new Error('Google returned 403')), 'off', 'Google returned 403'],
    [new UpstreamFailure('wrong_answer', new Error('asked for one, answered another')), 'wrong', /^asked/],
    [new UpstreamFailure('incomplete'), 'refused', /./],
    [new UpstreamFailure('timeout'), 'unsure', /took too long/],
    [new UpstreamFailure('quota_day', new Error('a\u001b[31m\nquota')), 'unsure', 'a [31m quota'],
    [new PinrefError('store_unavailable', 'The store is away.'), 'unsure', 'The store is away.'],
  ])('for “%s” is “%s”', (error, outcome, reason) => {
    const verdict = verdictOfError(error)
    expect(verdict.outcome).toBe(outcome)
    expect(verdict.reason).toMatch(reason)
  })

  test('is not given for a bug, which is rethrown', () => {
    expect(() => verdictOfError(new TypeError('defect'))).toThrow('defect')
  })
})
