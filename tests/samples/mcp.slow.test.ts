import { beforeAll, expect, inject, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { connect } from '../api/agents'
import { newKey, docsOrigin as origin, type Shown, samplesOn } from './docs-shown'

const docsUrl = inject('docsUrl')
let shown: Shown[]
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await samplesOn(docsUrl, '/docs/mcp')
})

const withId = (id: string) => shown.filter((sample) => sample.id === id)

/** Returns the address and the header that a host is set up with, whatever the format of its file. */
function description({ language, code }: Shown) {
  if (language === 'JSON') {
    const [servers] = Object.values(JSON.parse(code)) as Array<{ pinref: Record<string, string> }>
    const { url, httpUrl, headers } = servers?.pinref ?? {}
    return { url: url ?? httpUrl, headers }
  }
  const [, url] = /(https:[^\s"]+)/.exec(code) ?? []
  const [, name = '', value] = /"(X-API-Key)(?:: |" = ")(\w+)"/.exec(code) ?? []
  return { url, headers: { [name]: value } }
}

test('the docs give every MCP host an address and a header that work', async () => {
  const setups = withId('mcpHost')
  expect(setups).toHaveLength(5)
  for (const setup of setups) {
    const { url, headers } = description(setup)
    expect({ url, headers }, setup.code).toEqual({
      url: `${origin}/api/mcp`,
      headers: { 'X-API-Key': keyPlaceholder },
    })
  }
  const agent = await connect('2026-07-28', docsUrl, { 'X-API-Key': key })
  const { value } = await agent.call('convert_cid', { cid: '0xABC' })
  expect(value).toMatchObject({ cid_decimal: '2748' })
})

test('the MCP server answers the message that the docs show, sent unchanged', async () => {
  const [message] = withId('mcpMessage')
  const { method, params } = JSON.parse(message?.code ?? '')
  const response = await fetch(`${docsUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': params._meta['io.modelcontextprotocol/protocolVersion'],
      'mcp-method': method,
      'mcp-name': params.name,
      'x-api-key': key,
    },
    body: message?.code ?? '',
  })
  expect(response.status).toBe(200)
  const { result } = await response.json()
  expect(result.isError ?? false).toBe(false)
  expect(result.structuredContent.cid).toMatch(/^\d+$/)
})
