import { contactEmail, env } from '@/server/platform/settings/env'

// The contact depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

/** How long the file is valid; RFC 9116 recommends less than a year. */
const lastsMs = 180 * 86_400_000

/**
 * Returns where to report a vulnerability, or 404 if the operator has set no address.
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function GET(): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const email = contactEmail()
  if (email === null) return new Response('No contact is set on this server.\n', { status: 404, headers })
  const { APP_URL } = env()
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + lastsMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${APP_URL}/.well-known/security.txt`,
    `Policy: ${APP_URL}/contact`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers })
}
