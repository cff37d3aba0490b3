import type { MetadataRoute } from 'next'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import { errorCodes } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const docs = docsPages.map(({ path }) => path)
  const operations = (await readDocument()).operations.map(({ id }) => `/docs/reference/${id}`)
  const errors = errorCodes.map((code) => `/docs/errors/${code}`)
  const about = ['/changelog', '/status', '/terms', '/privacy', '/contact']
  return ['/', '/bulk', '/pricing', ...docs, ...operations, ...errors, ...about].map((path) => ({
    url: env().APP_URL + path,
  }))
}
