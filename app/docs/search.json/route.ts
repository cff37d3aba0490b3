import { allEntries } from '@/components/docs/search/all-entries'
import { type PageEntries, pageEntries } from '@/components/docs/search/find'
import { docsContents } from '../contents'

// The text of the pages depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

let entries: Promise<PageEntries[]> | undefined

/** Returns the docs search entries. Collects the entries only once. */
export async function GET(): Promise<Response> {
  entries ??= allEntries(docsContents).then(pageEntries)
  return Response.json(await entries, { headers: { 'cache-control': 'public, max-age=300' } })
}
