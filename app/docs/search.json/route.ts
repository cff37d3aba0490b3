import { allEntries, type DocsComponents } from '@/components/docs/search/all-entries'
import type { Entry } from '@/components/docs/search/find'
import Authentication from '../authentication/page'
import Batches from '../batches/page'
import Billing from '../billing/page'
import Callbacks from '../callbacks/page'
import CommandLine from '../cli/page'
import Errors from '../errors/page'
import Google from '../google/page'
import Agents from '../guides/agents/page'
import GoogleSheets from '../guides/google-sheets/page'
import JsonLd from '../guides/json-ld/page'
import NoCode from '../guides/no-code/page'
import ReviewLinks from '../guides/review-links/page'
import StalePlaceIds from '../guides/stale-place-ids/page'
import Identifiers from '../identifiers/page'
import Links from '../links/page'
import Lookups from '../lookups/page'
import Mcp from '../mcp/page'
import QuickStart from '../page'
import Python from '../python/page'
import Quotas from '../quotas/page'
import Reference from '../reference/page'
import SelfHosting from '../self-hosting/page'
import Share from '../share/page'
import TypeScript from '../typescript/page'
import Watchlists from '../watchlists/page'

// The text of the pages depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

const components: DocsComponents = {
  '/docs': QuickStart,
  '/docs/lookups': Lookups,
  '/docs/authentication': Authentication,
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

let entries: Promise<Entry[]> | undefined

/** Returns the docs search entries. Collects the entries only once. */
export async function GET(): Promise<Response> {
  entries ??= allEntries(components)
  return Response.json(await entries, { headers: { 'cache-control': 'public, max-age=300' } })
}
