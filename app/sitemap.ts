import type { MetadataRoute } from 'next'
import { docsPages } from '@/components/docs/pages'
import { env } from '@/server/env'
import { errorCodes } from '@/server/errors'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

export default function sitemap(): MetadataRoute.Sitemap {
  const docs = docsPages.map(({ path }) => path)
  const errors = errorCodes.map((code) => `/docs/errors/${code}`)
  return ['/', '/bulk', '/pricing', ...docs, ...errors, '/changelog'].map((path) => ({ url: env().APP_URL + path }))
}
