import { contactEmail } from '@/server/contact'
import { env } from '@/server/env'

/** What people read of who runs this server. */
export function hostWords(): { host: string; contact: string } {
  const { hostname: host } = new URL(env().APP_URL)
  const email = contactEmail()
  return { host, contact: email ? `[${email}](mailto:${email})` : 'whoever gave you this address' }
}
