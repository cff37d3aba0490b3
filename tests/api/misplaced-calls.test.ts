import { describe, expect, test } from 'vitest'
import { hosts, newVisitor } from './call'

describe.each(hosts)('a call to an address that an operation doesn’t have, on the $host', ({ url }) => {
  const send = (path: string, method = 'POST') =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newVisitor() },
      ...(method === 'POST' && { body: '{"cid":"1"}' }),
    })

  test.each([
    ...['/convert', '/convert/', '/convert?x=1', '/v1/convert', '/api/v1/convert', '/api/v2/convert/'].map((path) => [
      path,
      'convert',
    ]),
    ['/resolve', 'resolve'],
    ['/search', 'search'],
    ['/batch', 'batch'],
    ['/v1/batches', 'batches'],
    ['/api/v1/batches/batch_4fQ0zL2mXb7K9aRt/start', 'batches/{id}/start'],
    ['/api/api/convert', 'convert'],
  ])('gets 404 with the right address: POST %s', async (path, name) => {
    const response = await send(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      code: 'route_not_found',
      detail: `This route does not exist. Call /api/${name}.`,
    })
  })

  test.each(['/v1/nothing', '/api/v1/nothing', '/api/nothing'])(
    'gets 404 with where all addresses are if there is no such operation: POST %s',
    async (path) => {
      const response = await send(path)
      expect(response.status).toBe(404)
      expect((await response.json()).detail).toBe('This route does not exist. /api/openapi.json lists all routes.')
    },
  )

  test.each(['/convert', '/v1/convert'])('gets the page for missing pages if a browser opens it: %s', async (path) => {
    const response = await send(path, 'GET')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })
})
