import type { DocsPath } from '@/components/docs/pages'
import Authentication from './authentication/page.mdx'
import Batches from './batches/page.mdx'
import Billing from './billing/page.mdx'
import Callbacks from './callbacks/page.mdx'
import CommandLine from './cli/page.mdx'
import Errors from './errors/page.mdx'
import Google from './google/page.mdx'
import Agents from './guides/agents/page.mdx'
import GoogleSheets from './guides/google-sheets/page.mdx'
import JsonLd from './guides/json-ld/page.mdx'
import NoCode from './guides/no-code/page.mdx'
import ReviewLinks from './guides/review-links/page.mdx'
import StalePlaceIds from './guides/stale-place-ids/page.mdx'
import Identifiers from './identifiers/page.mdx'
import Links from './links/page.mdx'
import Lookups from './lookups/page.mdx'
import Mcp from './mcp/page.mdx'
import QuickStart from './page.mdx'
import Python from './python/page.mdx'
import Quotas from './quotas/page.mdx'
import Reference from './reference/page.mdx'
import SelfHosting from './self-hosting/page.mdx'
import Share from './share/page.mdx'
import Teams from './teams/page.mdx'
import TypeScript from './typescript/page.mdx'
import Versioning from './versioning/page.mdx'
import Watchlists from './watchlists/page.mdx'

/** Each docs page's text, as the function that its MDX file becomes: it returns an `<Article>` with `<Section>`s. */
export const docsContents: Record<DocsPath, typeof QuickStart> = {
  '/docs': QuickStart,
  '/docs/lookups': Lookups,
  '/docs/authentication': Authentication,
  '/docs/teams': Teams,
  '/docs/quotas': Quotas,
  '/docs/batches': Batches,
  '/docs/watchlists': Watchlists,
  '/docs/callbacks': Callbacks,
  '/docs/mcp': Mcp,
  '/docs/cli': CommandLine,
  '/docs/typescript': TypeScript,
  '/docs/python': Python,
  '/docs/share': Share,
  '/docs/errors': Errors,
  '/docs/reference': Reference,
  '/docs/versioning': Versioning,
  '/docs/guides/review-links': ReviewLinks,
  '/docs/guides/json-ld': JsonLd,
  '/docs/guides/stale-place-ids': StalePlaceIds,
  '/docs/guides/agents': Agents,
  '/docs/guides/google-sheets': GoogleSheets,
  '/docs/guides/no-code': NoCode,
  '/docs/links': Links,
  '/docs/identifiers': Identifiers,
  '/docs/self-hosting': SelfHosting,
  '/docs/google': Google,
  '/docs/billing': Billing,
}
