import { describe, expect, test } from 'vitest'
import { readLegacyAnswer } from '@/server/places/sources/google/legacy-places'
import { type LegacyRefusal, legacyRefusal, verdict } from '@/tests/simulator/legacy/statuses'

const read = ({ status, body }: { status: number; body: string }) => readLegacyAnswer({ status, text: body })
const ok = (body: string) => ({ status: 200, body })

describe('a response from the older Places API', () => {
  test('contains the place id if its status is OK', () => {
    expect(read(verdict('OK', { result: { place_id: 'ChIJx' } }))).toEqual({ id: 'ChIJx' })
    expect(read(verdict('OK', { result: { place_id: 'ChIJx', name: 7 }, info_messages: [1] }))).toEqual({ id: 'ChIJx' })
  })

  test.each([{}, { result: {} }, { result: { place_id: 7 } }, { result: [] }, { result: null }])(
    'contains an empty place id if its status is OK without one: %j',
    (more) => {
      expect(read(verdict('OK', more))).toEqual({ id: '' })
    },
  )

  test.each<[LegacyRefusal, string]>([
    ['not_found', 'listing'],
    ['stale_id', 'listing'],
    ['nothing_left', 'listing'],
    ['not_enabled', 'method'],
    ['no_key', 'method'],
    ['bad_key', 'method'],
    ['key_blocked', 'method'],
    ['nothing_asked', 'method'],
    ['wrong_field', 'method'],
  ])('%s means that there is no such %s', (name, none) => {
    expect(read(legacyRefusal(name))).toEqual({ none })
  })

  test.each<[LegacyRefusal, string]>([
    ['quota', 'quota_day'],
    ['unknown_error', 'server_error'],
  ])('%s is a failure (%s), not a missing listing', (name, kind) => {
    expect(() => read(legacyRefusal(name))).toThrow(expect.objectContaining({ code: 'upstream_unavailable', kind }))
  })

  test.each([
    ['a status nobody knows', ok('{"status":"MAYBE"}'), 'wrong_answer'],
    ['a status of a wrong type', ok('{"status":200}'), 'wrong_answer'],
    ['nothing', ok('{}'), 'wrong_answer'],
    ['no JSON', ok('<html>'), 'bad_answer'],
    ['null', ok('null'), 'bad_answer'],
    ['a list', ok('[]'), 'bad_answer'],
    ['a redirect', { status: 302, body: '' }, 'bad_answer'],
    ['no content', { status: 204, body: '' }, 'bad_answer'],
    ['429', { status: 429, body: '' }, 'quota_minute'],
    ['502 of a proxy', { status: 502, body: '<html>' }, 'server_error'],
  ])('%s is rejected', (_, answer, kind) => {
    expect(() => read(answer)).toThrow(expect.objectContaining({ kind }))
  })

  test.each([403, 404, 410])('%i, which a discontinued API returns, means that there is no such method', (status) => {
    expect(read({ status, body: '<html>' })).toEqual({ none: 'method' })
  })
})
