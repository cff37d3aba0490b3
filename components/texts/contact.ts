import { contactEmail } from '@/server/contact'
import { env } from '@/server/env'
import { hostWords } from './hosting'

/** Returns how to reach whoever runs this server, as Markdown. */
export function contactText(): string {
  const { host, contact } = hostWords()
  const { SOURCE_URL } = env()
  const address = contactEmail()
    ? `Write to ${contact}. If it’s about a call that failed, include its request id: it’s in the answer, and in the header
\`X-Request-Id\`. Never send an API key.`
    : `Whoever runs ${host} hasn’t published an address.`
  const source = SOURCE_URL ? `- The software: [its source](${SOURCE_URL}), where you can report a defect.` : ''
  return `
${address}

## Faster than a mail

- Does it work at the moment? [Status](/status)
- How do I call it, and what does an error mean? [Docs](/docs), [errors](/docs/errors)
- Plans and payments: [your account](/account)
${source}
${contactEmail() ? security : ''}`
}

const security = `
## Report a vulnerability

Write to the same address before you tell anybody else. Say what you did and what came back. Please stay away from other
people’s accounts and data, and don’t flood the service.
`
