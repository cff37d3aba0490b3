import { describe, expect, test } from 'vitest'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { readResolutionAnswer } from '@/server/places/sources/google/link-resolver'

const operaHouse = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const entity = { place: `places/${operaHouse}` }

const read = (body: unknown, count = 1, status = 200, retryAfterSeconds: number | null = null) =>
  readResolutionAnswer(count, {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    retryAfterSeconds,
  })

const failure = { code: 3, message: 'Invalid URL.' }

describe('a response from the Resolution API', () => {
  test('has a place id or null for each link, by index', () => {
    const failedRequests = { '1': failure }
    expect(read({ entities: [entity, {}, entity], failedRequests, saveToMapsUrl: 'x' }, 3)).toEqual({
      placeIds: [operaHouse, null, operaHouse],
    })
  })

  test('has null for a link without a listing, even without a reason', () => {
    expect(read({ entities: [{}] })).toEqual({ placeIds: [null] })
  })

  test('is ignored for a link that it also lists as failed', () => {
    expect(read({ entities: [entity, entity], failedRequests: { '0': failure } }, 2)).toEqual({
      placeIds: [null, operaHouse],
    })
  })

  test.each([
    ['fewer', [entity], 2],
    ['more', [entity, entity], 1],
    ['no', [], 1],
  ])('is rejected as a whole if it has %s entities', (_, entities, count) => {
    expect(() => read({ entities }, count)).toThrow(expect.objectContaining({ kind: 'wrong_answer' }))
  })

  test.each([
    ['an address', 'places/EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv'],
    ['a point', 'places/GhIJQWDl0CIeQUARxks3icF8U8A'],
    ['a placeholder', `places/${placeIdOf({ cell: 0n, cid: 5n as never })}`],
    ['no listing', `places/${placeIdOf({ cell: 5n, cid: 0n as never })}`],
    ['a feature', 'places/IhoSGAoUChIJ3S-JXmauEmsRUcIaWtf4MzE'],
    ['a place id without places/', operaHouse],
    ['a path', `places/${operaHouse}/photos/1`],
    ['a number', 7],
    ['nothing', undefined],
  ])('has null for the id of %s', (_, place) => {
    expect(read({ entities: [{ place }] })).toEqual({ placeIds: [null] })
  })

  test.each([[null], [[]], ['text'], [7]])('has null for the entity %s, and the others are still read', (strange) => {
    expect(read({ entities: [strange, entity] }, 2)).toEqual({ placeIds: [null, operaHouse] })
  })

  test.each([
    [{ entities: 'text' }, 'wrong_answer'],
    [{}, 'wrong_answer'],
    [[], 'bad_answer'],
    ['<html>', 'bad_answer'],
    ['', 'bad_answer'],
  ])('%j is rejected', (body, kind) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind }))
  })
})

describe('a rejection by the Resolution API', () => {
  const refusal = (status: string, reason?: string, message = '') => ({
    error: { status, message, details: reason ? [{ reason }] : [] },
  })

  test.each([
    [403, refusal('PERMISSION_DENIED', 'SERVICE_DISABLED')],
    [403, refusal('PERMISSION_DENIED', 'API_KEY_SERVICE_BLOCKED')],
    [403, 'text'],
    [401, ''],
    [404, '<html>'],
    [400, refusal('INVALID_ARGUMENT', 'API_KEY_INVALID')],
  ])('%i means that the project lacks the API', (status, body) => {
    expect(read(body, 1, status)).toEqual({ notEnabled: expect.any(Error) })
  })

  test.each([
    [400, refusal('INVALID_ARGUMENT'), null, 'bad_answer', 5],
    [302, '', null, 'bad_answer', 5],
    [500, '', null, 'server_error', 5],
    [503, refusal('UNAVAILABLE'), null, 'server_error', 5],
    [429, '', null, 'quota_minute', 60],
    [429, '', 7, 'quota_minute', 7],
    [429, refusal('RESOURCE_EXHAUSTED', '', 'limit per day'), null, 'quota_day', 3_600],
    [403, refusal('RESOURCE_EXHAUSTED'), null, 'quota_minute', 60],
  ])('%i %j with Retry-After %s is read as %s', (status, body, retryAfter, kind, retryAfterSeconds) => {
    expect(() => read(body, 1, status, retryAfter)).toThrow(expect.objectContaining({ kind, retryAfterSeconds }))
  })
})
