import { describe, expect, it } from 'vitest'
import { placesError } from '@/tests/simulator/places/errors'
import { refusedKeys } from '@/tests/simulator/places/keys'
import { details, search, simulatorForTests } from './ask'

const simulator = simulatorForTests()
const trevi = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

const wrongMask = (mask: string, path: string) => ({
  error: {
    code: 400,
    message: 'Request contains an invalid argument.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [
          {
            field: mask,
            description: `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`,
          },
        ],
      },
    ],
  },
})

describe('a simulated field mask', () => {
  it.each([
    ['places.id,places.displayName', 'places.id'],
    ['id,nonsense', 'nonsense'],
    ['id, displayName', ' displayName'],
    ['id,', ''],
  ])('is refused for Details: “%s”', async (mask, path) => {
    expect((await details(simulator.current, trevi, { mask })).body).toEqual(wrongMask(mask, path))
  })

  it.each([
    ['id,displayName', 'id'],
    ['places.id,rating', 'rating'],
    ['places.nonsense', 'places.nonsense'],
  ])('is refused for Text Search: “%s”', async (mask, path) => {
    expect((await search(simulator.current, { textQuery: 'pizza' }, mask)).body).toEqual(wrongMask(mask, path))
  })

  it('is mandatory', async () => {
    const { status, body } = await details(simulator.current, trevi, { mask: null })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ message: expect.stringMatching(/^FieldMask is a required parameter/) })
  })

  it('is refused if two are sent, as when a library adds its own', async () => {
    const { placesUrl, apiKey } = simulator.current
    const headers = new Headers({ 'x-goog-api-key': apiKey, 'x-goog-fieldmask': 'id' })
    headers.append('X-Goog-FieldMask', 'displayName')
    expect((await fetch(`${placesUrl}/v1/places/${trevi}`, { headers })).status).toBe(400)
  })

  it('may be in the query, name a subfield, or be *', async () => {
    const inAddress = await details(simulator.current, trevi, { mask: null, query: '?fields=displayName.text' })
    expect(inAddress.body).toEqual({ displayName: { text: 'Trevi Fountain' } })
    const everything = await details(simulator.current, trevi, { mask: '*' })
    expect(Object.keys(everything.body)).toEqual(
      expect.arrayContaining(['name', 'types', 'location', 'googleMapsLinks']),
    )
  })
})

describe('simulated refusals', () => {
  it('are 400 for a wrong key and 403 for none', async () => {
    const wrong = await details(simulator.current, trevi, { key: 'AIzaWrong' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'API key not valid. Please pass a valid API key.',
      details: [{ reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
    })
    expect((await details(simulator.current, trevi, { key: null })).status).toBe(403)
  })

  it.each([
    ['simulated-key-blocked', 403, 'API_KEY_SERVICE_BLOCKED'],
    ['simulated-key-api-disabled', 403, 'SERVICE_DISABLED'],
    ['simulated-key-billing', 403, 'BILLING_DISABLED'],
    ['simulated-key-referrer', 403, 'API_KEY_HTTP_REFERRER_BLOCKED'],
    ['simulated-key-ip', 403, 'API_KEY_IP_ADDRESS_BLOCKED'],
    ['simulated-key-ios', 403, 'API_KEY_IOS_APP_BLOCKED'],
    ['simulated-key-denied', 403, undefined],
    ['simulated-key-day-quota', 429, 'RATE_LIMIT_EXCEEDED'],
    ['simulated-key-forbidden-quota', 403, 'RATE_LIMIT_EXCEEDED'],
  ])('have the status and reason for the key %s', async (key, status, reason) => {
    const { body, ...answer } = await details(simulator.current, trevi, { key })
    expect(answer.status).toBe(status)
    expect(body.error).toMatchObject({ code: status, ...(reason && { details: [{ reason }] }) })
  })

  it('answer every refused key with an error', async () => {
    for (const key of refusedKeys.keys()) {
      expect((await details(simulator.current, trevi, { key })).status, key).toBeGreaterThanOrEqual(400)
    }
  })

  it.each([
    ['day_quota', 'GetPlaceRequest per day', 'GetPlaceRequestPerDayPerProject'],
    ['minute_quota', 'GetPlaceRequest per minute', 'GetPlaceRequestPerMinutePerProject'],
  ] as const)('say in the body which quota is exhausted: %s', async (name, words, limit) => {
    simulator.current.script({ answer: placesError(name, 'GetPlace') })
    const { status, body } = await details(simulator.current, trevi)
    expect(status).toBe(429)
    expect(body.error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      message: expect.stringContaining(`'${words}'`),
      details: [{ metadata: { quota_limit: limit } }],
    })
  })

  it('name the method that was called', async () => {
    const { body } = await search(simulator.current, { textQuery: 'Sim day quota' })
    expect(body.error).toMatchObject({ message: expect.stringContaining('SearchTextRequest per day') })
  })

  it('are 404 for a path that no API has', async () => {
    const { placesUrl } = simulator.current
    for (const path of ['/v1/places/', '/v1/places/%2Fg%2F11x/y', '/v2/places/x', '/v1/places:nonsense']) {
      expect((await fetch(placesUrl + path)).status, path).toBe(404)
    }
  })
})
