import type { MetadataRoute } from 'next'
import { env } from '@/server/platform/settings/env'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

/** Paths that are private to one person or are not pages. */
const closed = [
  '/api/',
  '/account',
  '/keys',
  '/usage',
  '/operator',
  '/check-email',
  '/confirm-email',
  '/invitation',
  '/members',
  '/reset-password',
]

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/', '/api/openapi.json', '/api/openapi.yaml', '/api/postman.json'],
      disallow: closed,
    },
    sitemap: `${env().APP_URL}/sitemap.xml`,
  }
}
