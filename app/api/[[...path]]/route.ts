import { after } from 'next/server'
import { handleApi } from '@/server/entrances/http/handle-api'
import { startRouteFiles } from '@/server/entrances/http/start'
import { clientBehindProxies, clientOnVercel } from '@/server/metering/access/client'
import { waitUntil } from '@/server/platform/runtime/after-answer'
import { hostCompresses } from '@/server/platform/runtime/compression'
import { preparation } from '@/server/platform/runtime/per-process'
import { env } from '@/server/platform/settings/env'

// Vercel freezes a function, and `next start` may exit, once a call's response is sent. Next can delay the freeze and
// the exit.
waitUntil.value = after
// This file's copy of the modules is loaded anyway.
if (preparation.value) preparation.value = startRouteFiles
// Vercel's network compresses the responses of route files, and so does Next itself.
hostCompresses.value = true

/**
 * How long a call may take on Vercel, with the work after its response, in seconds: the most that every plan allows.
 * Next reads only a literal. A download takes longest.
 */
export const maxDuration = 300

/** Used on Vercel and under `next dev`: a route file sees no socket, so the caller's address comes from a trusted proxy. */
async function answer(request: Request): Promise<Response> {
  await preparation.value?.()
  const { VERCEL, TRUSTED_PROXIES } = env()
  const client = VERCEL
    ? clientOnVercel(request.headers)
    : clientBehindProxies(null, request.headers.get('x-forwarded-for'), TRUSTED_PROXIES)
  return handleApi(request, client)
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
