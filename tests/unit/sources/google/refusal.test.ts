import { describe, expect, test } from 'vitest'
import { readRefusal } from '@/server/places/sources/google/call-places'
import { badRequest, notAnApi, type PlacesError, placesError, wrongMask } from '@/tests/simulator/places/errors'

const read = ({ status, body }: { status: number; body: string }) => readRefusal(status, body)

describe('a rejection by Google', () => {
  test.each<[PlacesError, string]>([
    ['bad_id', 'bad_id'],
    ['stale_id', 'stale_id'],
    ['stale_id_worded', 'stale_id'],
    ['stale_id_400', 'stale_id'],
  ])('%s says that there is no such place', (name, none) => {
    expect(read(placesError(name, 'GetPlace', 'ChIJ-nonsense'))).toBe(none)
  })

  test.each<[PlacesError, string]>([
    ['bad_key', 'misconfigured'],
    ['expired_key', 'misconfigured'],
    ['no_key', 'misconfigured'],
    ['key_blocked', 'misconfigured'],
    ['api_disabled', 'misconfigured'],
    ['billing_disabled', 'misconfigured'],
    ['referrer_blocked', 'misconfigured'],
    ['ip_blocked', 'misconfigured'],
    ['android_blocked', 'misconfigured'],
    ['ios_blocked', 'misconfigured'],
    ['denied', 'misconfigured'],
    ['no_mask', 'misconfigured'],
    ['day_quota', 'quota_day'],
    ['forbidden_quota', 'quota_day'],
    ['minute_quota', 'quota_minute'],
    ['internal', 'server_error'],
    ['unavailable', 'server_error'],
    ['bad_gateway', 'server_error'],
  ])('%s never says that there is no such place: it is %s', (name, kind) => {
    expect(() => read(placesError(name))).toThrow(expect.objectContaining({ code: 'upstream_unavailable', kind }))
  })

  test.each([
    ['a wrong mask', wrongMask('id,nothing', 'nothing'), 'misconfigured'],
    ['a wrong argument', badRequest('Empty text_query.'), 'misconfigured'],
    ['an address that is not Google’s', notAnApi(), 'misconfigured'],
    ['a refusal that breaks off', { status: 404, body: placesError('stale_id').body.slice(0, 40) }, 'bad_answer'],
    ['a redirect', { status: 302, body: '' }, 'bad_answer'],
    ['no content', { status: 204, body: '' }, 'bad_answer'],
    ['429 with nothing in it, which may last all day', { status: 429, body: '' }, 'quota_day'],
    [
      'an error of wrong types',
      { status: 400, body: '{"error":{"status":5,"message":[],"details":{}}}' },
      'misconfigured',
    ],
    [
      'words of a stale id for a blocked key',
      { status: 403, body: '{"error":{"message":"no longer valid"}}' },
      'misconfigured',
    ],
  ])('%s is a failure, not a missing place', (_, answer, kind) => {
    expect(() => read(answer)).toThrow(expect.objectContaining({ kind }))
  })

  test('keeps Google’s words out of the message but in the cause for the log', () => {
    try {
      read(placesError('api_disabled'))
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message).not.toMatch(/Google|project|console/)
      expect(String((error as Error).cause)).toContain('SERVICE_DISABLED')
    }
  })
})
