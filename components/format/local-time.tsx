'use client'

import { useSyncExternalStore } from 'react'

const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * A time in the reader's own time zone. Until hydration it is in UTC, because the server doesn't know the reader's
 * zone.
 */
export function LocalTime({ at }: { at: string }) {
  const moment = Date.parse(at)
  const text = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(moment),
    () => `${utc.format(moment)} UTC`,
  )
  return <time dateTime={at}>{text}</time>
}

/** A time zone does not change while a page is open. */
const never = () => () => {}
