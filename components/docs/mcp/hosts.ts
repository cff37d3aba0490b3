import { keyPlaceholder } from '@/components/samples/request-samples'

/** How to connect an agent's host to the server. */
interface HostSetup {
  host: string
  /** Where to put the code. */
  place: string
  /** The language that `highlight` highlights it in. */
  language: 'shell' | 'JSON' | null
  code: string
}

const json = (value: object) => JSON.stringify(value, null, 2)

/**
 * Returns setup instructions for common hosts, from their documentation as of November 2026.
 * @param base this server's address.
 */
export function hostSetups(base: string): HostSetup[] {
  const url = `${base}/api/mcp`
  const headers = { 'X-API-Key': keyPlaceholder }
  return [
    {
      host: 'Claude Code',
      place: 'in a terminal',
      language: 'shell',
      code: `claude mcp add --transport http pinref ${url} \\\n  --header "X-API-Key: ${keyPlaceholder}"`,
    },
    {
      host: 'Cursor',
      place: 'in the project’s .cursor/mcp.json, or in ~/.cursor/mcp.json',
      language: 'JSON',
      code: json({ mcpServers: { pinref: { url, headers } } }),
    },
    {
      host: 'VS Code',
      place: 'in .vscode/mcp.json',
      language: 'JSON',
      code: json({ servers: { pinref: { type: 'http', url, headers } } }),
    },
    {
      host: 'Codex',
      place: 'in ~/.codex/config.toml',
      language: null,
      code: `[mcp_servers.pinref]\nurl = "${url}"\nhttp_headers = { "X-API-Key" = "${keyPlaceholder}" }`,
    },
    {
      host: 'Gemini CLI',
      place: 'in ~/.gemini/settings.json',
      language: 'JSON',
      code: json({ mcpServers: { pinref: { httpUrl: url, headers } } }),
    },
  ]
}
