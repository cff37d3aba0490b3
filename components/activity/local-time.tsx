'use client'

import { useSyncExternalStore } from 'react'

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A moment in the reader's own time zone; in UTC until the page is alive, since the server does not know theirs. */
export function LocalTime({ at }: { at: string }) {
  const moment = Date.parse(at)
  const text = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(moment),
    () => `${utc.format(moment)} UTC`,
  )
  return <time dateTime={at}>{text}</time>
}

/** A time zone does not change under a page. */
const never = () => () => {}
