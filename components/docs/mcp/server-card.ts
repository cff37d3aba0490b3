import { version } from '@/package.json'
import { appResource } from '@/server/features/sign-in/sign-in-options'
import { env } from '@/server/platform/settings/env'

/*
 * How programs find this MCP server before they connect. Neither document lists the tools: clients get the list
 * from the server itself.
 */

const schemas = 'https://static.modelcontextprotocol.io/schemas'

/** The protocol revisions that the server supports, latest first. */
const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

/** At most 100 characters. */
const description = 'Find businesses on Google Maps by link, name, or CID, and see which have moved or closed.'

/** Returns the fields common to both documents. */
function commonFields() {
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

/** Returns the server's addresses: for API keys, and for apps that connect over OAuth if that is enabled. */
function remotes() {
  const key = 'An API key. Without a key, the tools use a visitor’s free quota.'
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

/** Returns a server's name: `com.example.maps/pinref`. The registry checks who owns the domain. */
function nameAt(address: string): string {
  const labels = new URL(address).hostname.replace(/[^a-z0-9.-]/g, '-').split('.')
  return `${labels.reverse().join('.')}/pinref`
}

/** Returns the server card, for programs that find servers by their domain. */
const serverCard = () => ({
  $schema: `${schemas}/v1/server-card.schema.json`,
  ...commonFields(),
  remotes: remotes().map((one) => ({ ...one, supportedProtocolVersions: revisions })),
})

/** Returns the `server.json` that lists this server in the MCP registry. */
const registryEntry = () => ({
  $schema: `${schemas}/2025-12-11/server.schema.json`,
  ...commonFields(),
  remotes: remotes(),
})

/** Any page may read it and cache it for an hour. */
const respond = (document: object, type: string) =>
  Response.json(document, {
    headers: { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' },
  })

/** Returns the response with the server card. @see https://github.com/modelcontextprotocol/experimental-ext-server-card */
export const serverCardResponse = () => respond(serverCard(), 'application/mcp-server-card+json')

/** Returns the response with the registry entry. @see https://modelcontextprotocol.io/registry/remote-servers */
export const registryEntryResponse = () => respond(registryEntry(), 'application/json')
