import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { mcpMessage } from '../support/mcp-messages'
import { hosts, newVisitor } from './call'

/*
 * What the public schemas for server cards (v1) and the registry's `server.json` (2025-12-11) require of a remote
 * server, in our own words.
 */

const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
  choices: z.array(z.string()).optional(),
}
const variables = z.record(z.string(), z.strictObject(input)).optional()

const remote = z.strictObject({
  type: z.enum(['streamable-http', 'sse']),
  url: z.string().regex(/^https?:\/\/\S+$/),
  headers: z.array(z.strictObject({ ...input, name: z.string(), variables })).optional(),
  variables,
})

const document = {
  // Exactly one slash.
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  // A range is rejected.
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/),
  websiteUrl: z.url().optional(),
  repository: z
    .strictObject({ url: z.url(), source: z.string(), subfolder: z.string(), id: z.string() })
    .partial({ subfolder: true, id: true })
    .optional(),
  icons: z
    .array(
      z.strictObject({
        src: z.url({ protocol: /^https$/ }).max(255),
        mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']).optional(),
        sizes: z.array(z.string().regex(/^(?:\d+x\d+|any)$/)).optional(),
        theme: z.enum(['light', 'dark']).optional(),
      }),
    )
    .optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
}

const serverCard = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...document,
  remotes: z.array(remote.extend({ supportedProtocolVersions: z.array(z.string()).optional() })).optional(),
})

const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  ...document,
  remotes: z.array(remote).optional(),
})

describe.each(hosts)('programs that look for an MCP server, on the $host', ({ url }) => {
  test.each([
    ['server-card.json', 'application/mcp-server-card+json', serverCard],
    ['server.json', 'application/json', registryEntry],
  ] as const)('get a valid %s from any page', async (file, type, schema) => {
    const response = await fetch(`${url}/.well-known/mcp/${file}`, { headers: { origin: 'https://other.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    const read = schema.parse(await response.json())
    // The registry compares the name with the domain.
    expect(read.name).toBe('example.pinref/pinref')
    expect(read.remotes).toMatchObject([
      { type: 'streamable-http', url: 'https://pinref.example/api/mcp' },
      { type: 'streamable-http', url: 'https://pinref.example/mcp' },
    ])
    expect(read.remotes?.[0]?.headers).toMatchObject([{ name: 'X-API-Key', isRequired: false, isSecret: true }])
    expect((await fetch(read.icons?.[0]?.src.replace('https://pinref.example', url) ?? '')).status).toBe(200)
  })

  test('get the card’s name, version, and revisions from the server itself', async () => {
    const card = serverCard.parse(await (await fetch(`${url}/.well-known/mcp/server-card.json`)).json())
    const [{ url: address, supportedProtocolVersions: revisions } = { url: '' }] = card.remotes ?? []
    const { result } = JSON.parse(await send(address, '2026-07-28', mcpMessage('server/discover', '2026-07-28')))
    const { title, version } = card
    expect(result._meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ title, version })
    expect(result.capabilities, 'the list of the tools never changes').toEqual({ tools: {} })
    const [latest, ...earlier] = revisions ?? []
    expect(result.supportedVersions).toEqual([latest])
    for (const revision of earlier) {
      const begin = mcpMessage('initialize', '2025-06-18', { protocolVersion: revision })
      expect(await send(address, revision, begin)).toContain(`"protocolVersion":"${revision}"`)
    }
  })

  /** Sends a message to an address on the card, and returns the response. */
  async function send(address: string, revision: string, { headers, message }: ReturnType<typeof mcpMessage>) {
    const response = await fetch(address.replace('https://pinref.example', url), {
      method: 'POST',
      headers: { ...headers, 'mcp-protocol-version': revision, 'x-forwarded-for': newVisitor() },
      body: JSON.stringify(message),
    })
    return response.text()
  }
})
