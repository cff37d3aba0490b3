/** A version in the changelog. */
export interface Release {
  /** The fragment that links to the version: `0.1.0`, `unreleased`. */
  id: string
  version: string
  /** `2026-11-21`; null if unreleased. */
  date: string | null
  /** The version's changes, as Markdown. */
  text: string
}

/**
 * Reads the versions of a changelog, whose headings are `## 0.1.0 - 2026-11-21` and `## Unreleased`.
 * @see https://keepachangelog.com
 */
export function releasesOf(changelog: string): Release[] {
  const [, ...parts] = changelog.split(/^## /m)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const [version = '', date = null] = heading.trim().split(' - ')
    return { id: version.toLowerCase(), version, date, text: lines.join('\n').trim() }
  })
}
