import { describe, expect, test } from 'vitest'
import { endpointAddress, readEndpoints } from '@/server/features/callbacks/endpoint'
import { newAccount } from '../support/new-account'
import { newEndpoint } from '../support/new-endpoint'
import { withStore } from './environment'

withStore({ CALLBACK_PORTS: '9443, 10443' })

describe('an endpoint address that cannot be called is rejected with an error for its field', () => {
  test.each([
    ['http://hooks.example.com/', /begin with https/],
    ['hooks.example.com', /full address/],
    ['https://user:secret@hooks.example.com/', /name or password/],
    ['https://hooks.example.com/#part', /after “#”/],
    ['https://127.0.0.1/', /IP address/],
    ['https://2130706433/', /IP address/],
    ['https://0x7f.1/', /IP address/],
    ['https://[::1]/', /IP address/],
    ['https://localhost/', /private host name/],
    ['https://worker.internal/', /private host name/],
    ['https://redis/', /private host name/],
    ['https://a.localhost../', /an extra dot/],
    ['https://redis.internal../', /an extra dot/],
    ['https://hooks..example.com/', /an extra dot/],
    ['https://hooks.example.com:80/', /Use port 443, 8443, 9443, or 10443/],
    ['https://hooks.example.com:6379/', /Use port/],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, /at most 2,048/],
  ])('%s', (address, detail) => {
    const refusal = expect.objectContaining({
      code: 'invalid_request',
      errors: [{ pointer: '/url', detail: expect.stringMatching(detail) }],
    })
    expect(() => endpointAddress(address)).toThrow(refusal)
  })
})

test.each(['https://hooks.example.com./', 'https://hooks.example.com:8443/', 'https://hooks.example.com:10443/'])(
  'an endpoint can be %s',
  async (address) => {
    const accountId = await newAccount()
    await newEndpoint(accountId, address)
    expect(await readEndpoints(accountId)).toMatchObject([{ url: address }])
  },
)
