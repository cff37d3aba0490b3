import { contactEmail } from '@/server/contact'
import { env } from '@/server/env'

/** Returns the host and the contact that the texts name for whoever runs this server. */
export function hostWords(): { host: string; contact: string } {
  const { hostname: host } = new URL(env().APP_URL)
  const email = contactEmail()
  return { host, contact: email ? `[${email}](mailto:${email})` : 'whoever gave you this address' }
}
