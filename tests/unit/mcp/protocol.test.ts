import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { answerMessages } from '@/server/entrances/mcp/protocol'
import { isTool } from '@/server/entrances/mcp/tools'
import type { Call } from '@/server/entrances/rest/call'
import { mcpMessage } from '../../support/mcp-messages'

/** Stands for all tools. Repeats the arguments. */
const calls = {
  run: async ({ name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> }) => {
    if (!isTool(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}.`)
    return { content: [{ type: 'text' as const, text: JSON.stringify(input) }], structuredContent: input }
  },
}

const { headers, message } = mcpMessage('tools/call', '2025-06-18', {
  name: 'convert_cid',
  arguments: { cid: '1', text: 'a\n\ndata: b\u2028' },
})

const modern = mcpMessage('tools/call', '2026-07-28', { name: 'convert_cid', arguments: { cid: '1' } })
const modernHeaders = Object.assign(modern.headers, { 'mcp-name': 'convert_cid' })

const otherTool = Object.assign({}, modernHeaders, { 'mcp-name': 'get_batch' })
const otherMethod = Object.assign({}, modernHeaders, { 'mcp-method': 'tools/list' })
const retry = { params: Object.assign({}, modern.message.params, { requestState: 1 }) }
const noRevision = { 'mcp-protocol-version': null }

/** Returns the status, the content type, and the messages of a response. */
async function answerTo(body: unknown, changed: Record<string, string | null> = {}) {
  const sent: Record<string, string | null> = Object.assign({}, headers, changed)
  const call: Pick<Call, 'header'> = { header: (name) => sent[name] ?? null }
  const { status, headers: own, body: text } = await answerMessages(call as Call, body, null, calls)
  const lines = String(text)
    .split('\n')
    .filter((line) => /^(?:data: )?\{/.test(line))
  return { status, type: own[1], messages: lines.map((line) => JSON.parse(line.replace(/^data: /, ''))) }
}

test.each<[string, Record<string, string | null>]>([
  ['with its revision', {}],
  ['without its revision', noRevision],
  ['with a character set', { 'content-type': 'application/json; charset=utf-8' }],
])('a tool call %s gets the same response alone as in a list, which the library handles', async (_, changed) => {
  const alone = await answerTo(message, changed)
  expect(alone).toEqual(await answerTo([message], changed))
  expect(alone.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: await calls.run(message.params as never) }])
})

test('a tool call of revision 2026-07-28 gets the same response as with an encoded name, which the library decodes', async () => {
  const plain = await answerTo(modern.message, modernHeaders)
  const encoded = { 'mcp-name': `=?base64?${Buffer.from('convert_cid').toString('base64')}?=` }
  expect(plain).toEqual(await answerTo(modern.message, Object.assign({}, modernHeaders, encoded)))
  expect(plain.messages).toMatchObject([{ id: 1, result: { structuredContent: { cid: '1' }, resultType: 'complete' } }])
})

test.each<[string, number, number, object, Record<string, string | null>?]>([
  ['from a client that accepts no streams', 406, -32_000, {}, { accept: 'application/json' }],
  ['from a client that accepts only streams', 406, -32_000, {}, { accept: 'text/event-stream' }],
  ['that is no JSON by its type', 415, -32_000, {}, { 'content-type': 'text/plain' }],
  ['of a revision that does not exist', 400, -32_000, {}, { 'mcp-protocol-version': '2025-01-01' }],
  ['of revision 2026-07-28 without its envelope', 400, -32_602, {}, { 'mcp-protocol-version': '2026-07-28' }],
  ['with a field that messages do not have', 400, -32_600, { extra: 1 }],
  ['with an id that is no string and no integer', 400, -32_600, { id: 1.5 }],
  ['of another version of JSON-RPC', 400, -32_600, { jsonrpc: '1.0' }],
  ['of an unknown tool', 200, -32_602, { params: { name: 'none' } }],
  ['with the envelope of revision 2026-07-28, but without its headers', 400, -32_020, modern.message, noRevision],
  ['of revision 2026-07-28 for another tool than its header', 400, -32_020, modern.message, otherTool],
  ['of revision 2026-07-28 with another method in its header', 400, -32_020, modern.message, otherMethod],
  ['with a state that no tool has returned', 200, -32_602, retry, modernHeaders],
  ['without a tool', 200, -32_602, { params: {} }],
  ['whose arguments are no object', 200, -32_602, { params: { name: 'convert_cid', arguments: ['1'] } }],
])('a tool call %s gets the library’s error', async (_, status, code, more, changed) => {
  const answer = await answerTo(Object.assign({}, message, more), changed)
  expect(answer.status).toBe(status)
  expect(answer.messages).toMatchObject([{ error: { code } }])
})

test('a tool call without an id, which is a notification, gets no message', async () => {
  const { id: _, ...note } = message
  expect(await answerTo(note)).toMatchObject({ status: 202, messages: [] })
})
