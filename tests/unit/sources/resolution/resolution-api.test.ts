import { describe, expect, test } from 'vitest'
import { placeIdOf } from '@/server/identifiers/feature-id'
import { readResolutionAnswer } from '@/server/sources/resolution/resolution-api'

const operaHouse = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const entity = { place: `places/${operaHouse}` }

const read = (body: unknown, count = 1, status = 200, retryAfterSeconds: number | null = null) =>
  readResolutionAnswer(count, {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    retryAfterSeconds,
  })

const failure = { code: 3, message: 'Invalid URL.' }

describe('an answer of the Resolution API', () => {
  test('has a place id for each link, by its index', () => {
    const failedRequests = { '1': failure }
    expect(read({ entities: [entity, {}, entity], failedRequests, saveToMapsUrl: 'x' }, 3)).toEqual({
      placeIds: [operaHouse, null, operaHouse],
    })
  })

  test('need not say why a link names nothing', () => {
    expect(read({ entities: [{}] })).toEqual({ placeIds: [null] })
  })

  test('is not believed of a link that it also says to have failed', () => {
    expect(read({ entities: [entity, entity], failedRequests: { '0': failure } }, 2)).toEqual({
      placeIds: [null, operaHouse],
    })
  })

  test.each([
    ['fewer', [entity], 2],
    ['more', [entity, entity], 1],
    ['no', [], 1],
  ])('is not believed at all where it has %s entities', (_, entities, count) => {
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
  ])('names no listing by the id of %s', (_, place) => {
    expect(read({ entities: [{ place }] })).toEqual({ placeIds: [null] })
  })

  test.each([[null], [[]], ['text'], [7]])('may have %s in the place of an entity, and the others count', (strange) => {
    expect(read({ entities: [strange, entity] }, 2)).toEqual({ placeIds: [null, operaHouse] })
  })

  test.each([
    [{ entities: 'text' }, 'wrong_answer'],
    [{}, 'wrong_answer'],
    [[], 'bad_answer'],
    ['<html>', 'bad_answer'],
    ['', 'bad_answer'],
  ])('%j is none', (body, kind) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind }))
  })
})

describe('a refusal of the Resolution API', () => {
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
  ])('%i means that the project does not have it', (status, body) => {
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
  ])('%i %j, Retry-After %s: %s', (status, body, retryAfter, kind, retryAfterSeconds) => {
    expect(() => read(body, 1, status, retryAfter)).toThrow(expect.objectContaining({ kind, retryAfterSeconds }))
  })
})
