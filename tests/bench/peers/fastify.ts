import Fastify from 'fastify'
import { createPeer } from './work'

/**
 * The peer for the node server: the same call in a hand-written Fastify server, with Fastify's own schema validation,
 * serialization, and log. Runs as a separate process; the environment sets its port and Redis URL.
 */
const { PORT = '0', REDIS_URL = '', KEY_PEPPER = '', BURST_LIMIT = '' } = process.env
const peer = createPeer(REDIS_URL, KEY_PEPPER, BURST_LIMIT)
const text = { type: 'string' }
const conversion = {
  type: 'object',
  properties: { cid_decimal: text, hex_cid: text, maps_url: text, schema_hasmap: text },
}

const server = Fastify({ logger: { level: 'info' }, disableRequestLogging: true, bodyLimit: 16 * 1024 })
server.addHook('onResponse', async ({ log, method, url }, reply) => {
  const requestId = reply.getHeader('x-request-id')
  log.info({ requestId, method, url, status: reply.statusCode, durationMs: reply.elapsedTime }, 'call')
})
server.get('/api/health', async () => ({ status: 'ok' }))
server.post<{ Body: { cid: string } }>(
  '/api/convert',
  { schema: { body: { type: 'object', required: ['cid'], properties: { cid: text } }, response: { 200: conversion } } },
  async (request, reply) => {
    const key = request.headers['x-api-key']
    const { status, headers, body } = await peer.call(typeof key === 'string' ? key : undefined, request.body)
    return reply.code(status).headers(headers).send(body)
  },
)
await server.listen({ port: Number(PORT), host: '127.0.0.1' })
