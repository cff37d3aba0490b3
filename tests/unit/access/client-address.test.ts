import { describe, expect, test } from 'vitest'
import { clientBehindProxies, clientOnVercel } from '@/server/metering/access/client'

describe('the caller’s address', () => {
  test.each([
    ['no proxy: the socket', '192.0.2.1', null, 0, '192.0.2.1'],
    ['no proxy: a forwarded address is a claim', '192.0.2.1', '8.8.8.8', 0, '192.0.2.1'],
    ['one proxy: what it added', '10.0.0.1', '8.8.8.8', 1, '8.8.8.8'],
    ['one proxy: not what the caller wrote left of it', '10.0.0.1', '1.1.1.1, 8.8.8.8', 1, '8.8.8.8'],
    ['two proxies: the second from the right', '10.0.0.1', '1.1.1.1, 8.8.8.8, 10.0.0.9', 2, '8.8.8.8'],
    ['more proxies trusted than there are: the leftmost', '10.0.0.1', '8.8.8.8', 3, '8.8.8.8'],
    ['rubbish in the header: the socket', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['no header behind a proxy: the socket', '10.0.0.1', null, 1, '10.0.0.1'],
    ['a port', '10.0.0.1', '8.8.8.8:4711', 1, '8.8.8.8'],
    ['IPv6 with brackets and port', '10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 in IPv6', '::ffff:192.0.2.1', null, 0, '192.0.2.1'],
    ['IPv4 in IPv6, written out', '0:0:0:0:0:FFFF:C000:0201', null, 0, '192.0.2.1'],
    ['IPv4 in IPv6 from a proxy, with brackets and port', '10.0.0.1', '[0::ffff:808:808]:4711', 1, '8.8.8.8'],
    ['IPv6 written out', '2001:0DB8:0000:0000:0000:0000:0000:0001', null, 0, '2001:db8::1'],
    ['IPv6 with a zone', 'fe80::1%eth0', null, 0, 'fe80::1'],
    ['IPv6 with a zone, brackets and port', '10.0.0.1', '[fe80::1%25-a.b]:4711', 1, 'fe80::1'],
    ['a host that does not tell', null, null, 0, 'local'],
  ])('%s', (_, socket, forwarded, proxies, address) => {
    expect(clientBehindProxies(socket, forwarded, proxies)).toEqual({ address })
  })

  test('is correct even after thousands of other callers, or with an oversized header', () => {
    const addressOf = (forwarded: string) => clientBehindProxies('10.0.0.1', forwarded, 1).address
    const hosts = Array.from({ length: 3_000 }, (_, host) => `2001:db8::${(host + 1).toString(16)}`)
    for (let round = 1; round <= 2; round++) expect(hosts.map((host) => addressOf(`[${host}]:443`))).toEqual(hosts)
    for (let round = 1; round <= 2; round++) expect(addressOf('x'.repeat(10_000))).toBe('10.0.0.1')
  })

  test('is read from the platform’s own header on Vercel', () => {
    const headers = new Headers({ 'x-real-ip': '8.8.8.8', 'x-forwarded-for': '1.1.1.1' })
    expect(clientOnVercel(headers)).toEqual({ address: '8.8.8.8' })
  })
})
