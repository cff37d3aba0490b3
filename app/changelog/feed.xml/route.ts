import changelog from '@/CHANGELOG.md'
import { changelogFeed } from '@/components/docs/changelog-feed'
import { env } from '@/server/platform/settings/env'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

export const GET = (): Response =>
  new Response(changelogFeed(changelog, env().APP_URL), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
