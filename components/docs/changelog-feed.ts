import { marked } from 'marked'
import { escapeXml } from '@/server/features/lists/xlsx/xml'
import { releasesOf } from './releases'

/**
 * Returns the released versions of a changelog as an Atom feed, newest first.
 * @param site the server's address, without a slash at the end.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function changelogFeed(changelog: string, site: string): string {
  const entries = releasesOf(changelog).flatMap(({ id, version, date, text }) =>
    date === null ? [] : [{ version, updated: `${date}T00:00:00Z`, text, address: `${site}/changelog#${id}` }],
  )
  const parts = entries.map(
    ({ version, updated, text, address }) => `  <entry>
    <id>${escapeXml(address)}</id>
    <title>Pinref ${escapeXml(version)}</title>
    <updated>${updated}</updated>
    <link href="${escapeXml(address)}"/>
    <content type="html">${escapeXml(marked.parse(text, { async: false }))}</content>
  </entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(site)}/changelog</id>
  <title>Pinref changelog</title>
  <updated>${entries[0]?.updated ?? '1970-01-01T00:00:00Z'}</updated>
  <author><name>Pinref</name></author>
  <link href="${escapeXml(site)}/changelog"/>
  <link rel="self" href="${escapeXml(site)}/changelog/feed.xml"/>
${parts.join('')}</feed>
`
}
