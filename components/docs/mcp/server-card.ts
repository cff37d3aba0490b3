import { version } from '@/package.json'
import { env } from '@/server/env'
import { appResource } from '@/server/sign-in/sign-in-options'

/*
 * How programs find this MCP server before they connect to it. Neither document lists the tools: a client asks the server itself.
 */

const schemas = 'https://static.modelcontextprotocol.io/schemas'

/** The revisions of the protocol that the server answers, latest first. */
const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

/** At most 100 characters. */
const description = 'Permanent identifiers, ratings and review links of Google Maps listings, by link, name or CID.'

/** What both documents say. */
function described() {
  const { APP_URL } = env()
  return {
    name: nameAt(APP_URL),
    title: 'Pinref',
    description,
    version,
    websiteUrl: `${APP_URL}/docs/mcp`,
    icons: [{ src: `${APP_URL}/apple-icon.png`, mimeType: 'image/png', sizes: ['180x180'] }],
  }
}

/** Returns where the server answers: with an API key, and to apps that connect over OAuth if they can. */
function remotes() {
  const key = 'An API key. Without one, the tools answer with the free calls of a visitor.'
  const apps = appResource()
  const type = 'streamable-http'
  return [
    {
      type,
      url: `${env().APP_URL}/api/mcp`,
      headers: [{ name: 'X-API-Key', description: key, isRequired: false, isSecret: true }],
    },
    ...(apps === null ? [] : [{ type, url: apps }]),
  ]
}

/** Returns the name of a server, which the registry checks against the owner of its domain: `com.example.maps/pinref`. */
function nameAt(address: string): string {
  const labels = new URL(address).hostname.replace(/[^a-z0-9.-]/g, '-').split('.')
  return `${labels.reverse().join('.')}/pinref`
}

/** Returns the server card, for programs that find servers by their domain. */
const serverCard = () => ({
  $schema: `${schemas}/v1/server-card.schema.json`,
  ...described(),
  remotes: remotes().map((one) => ({ ...one, supportedProtocolVersions: revisions })),
})

/** Returns the `server.json` that lists this server in the MCP registry. */
const registryEntry = () => ({
  $schema: `${schemas}/2025-12-11/server.schema.json`,
  ...described(),
  remotes: remotes(),
})

/** Anybody may read it, from any page, and keep it for an hour. */
const answer = (document: object, type: string) =>
  Response.json(document, {
    headers: { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' },
  })

/** Answers with the server card. @see https://github.com/modelcontextprotocol/experimental-ext-server-card */
export const answerServerCard = () => answer(serverCard(), 'application/mcp-server-card+json')

/** Answers with the entry for the registry. @see https://modelcontextprotocol.io/registry/remote-servers */
export const answerRegistryEntry = () => answer(registryEntry(), 'application/json')
