import { expect, test } from 'vitest'
import { answerApi } from '@/server/entrances/http/handle-api'
import { clientBehindProxies } from '@/server/metering/access/client'

const json = 'application/json; charset=utf-8'

test.each([
  [
    'with a body type that other sites can send',
    'listings.convert',
    'text/plain',
    '{"cid":"1"}',
    400,
    'invalid_request',
  ],
  ['without a body type', 'listings.convert', '', '{"cid":"1"}', 400, 'invalid_request'],
  ['with a body that is not JSON', 'listings.convert', json, '{', 400, 'invalid_request'],
  ['with an input that does not match', 'listings.convert', json, '{"cid":1}', 400, 'invalid_cid'],
  ['to a procedure that does not exist', 'listings.constructor', json, '{}', 404, 'route_not_found'],
  ['to a procedure that only reads', 'errors.list', json, '{}', 405, 'method_not_allowed'],
])('a dashboard call %s gets a problem in tRPC’s form', async (_, name, type, body, status, code) => {
  const request = new Request(`http://localhost:3000/api/trpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': String(body.length) },
    body,
  })
  const response = await answerApi(request, clientBehindProxies('192.0.2.1', null, 0))
  const { error } = await response.json()
  expect([response.status, error.data.httpStatus, error.data.problem.code]).toEqual([status, status, code])
  expect(error.data.problem.request_id).toBe(response.headers.get('x-request-id'))
  expect(error.data.path).toBe(name)
})
