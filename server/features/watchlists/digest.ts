import { createHmac } from 'node:crypto'
import { mapsUrl } from '@/server/features/listings/listing'
import type { AlertMail } from '@/server/features/mail/alert-mails'
import { mailMode } from '@/server/features/mail/mode'
import { sendAlert } from '@/server/features/mail/send-alert'
import { accountPage } from '@/server/metering/access/account-page'
import { createThrottledLog } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { authSecret, isSameSecret, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'
import { runScript } from '@/server/platform/store/untyped'
import { updateWatchlist } from './change-watchlist'
import { changeWords, eventWords, labelOf, urgentFirst } from './change-words'
import { readEvents, type WatchEvent } from './events'
import { retryMs } from './limits'
import { type EventType, eventTypes, storedCid } from './listing'
import { watchKeys } from './watch-store'
import { nextDigestMs, type Watchlist } from './watchlist'
import { endDigestScript, takeDigestScript } from './work-scripts'

/** The maximum number of changes that a digest lists and counts. */
const maxListed = 20
const maxCounted = 10_000

/** Longer than the time between two digests, in seconds. */
const markSeconds = 8 * 86_400

/** How soon to retry a digest that another process is emailing or died while emailing, in milliseconds. */
const elsewhereMs = 60_000

/**
 * How long a process pauses digests after the mail server fails, in milliseconds. Otherwise, each digest would wait for
 * the server.
 */
const pauseMs = 60_000
let pausedUntilMs = 0

const logFailure = createThrottledLog()

/**
 * Emails a watchlist's changes since the last digest, if a digest is due and there are any. A failed email is retried
 * later without an error, so checks continue. A digest is emailed once, unless the process dies before storing that the
 * mail server accepted it. In that case, the same email is resent with the same id.
 * @throws PinrefError `store_unavailable`. The call can be retried.
 */
export async function mailDigest(accountId: string, watchlist: Watchlist, nowMs: number): Promise<void> {
  const { id, digest, digestDue, mailed, lastEvent } = watchlist
  if (digest === 'off' || digestDue > nowMs) return
  const { record } = watchKeys(accountId, id)
  const end = (fields: object) => runScript(endDigestScript, [record], [digestDue, ...Object.entries(fields).flat()])
  const nextMs = nextDigestMs(digest, nowMs)
  if (lastEvent === mailed || mailMode() === 'off') {
    await end({ mailed: lastEvent, mailing: '', digestDue: nextMs })
    return
  }
  if (nowMs < pausedUntilMs) {
    await end({ digestDue: nowMs + retryMs })
    return
  }
  const mailing = (await runScript(takeDigestScript, [record], [digestDue, lastEvent])) as string | null
  if (mailing === null) return
  try {
    const isDone = await sendAlert({
      to: { accountId },
      kind: null,
      marks: [`digest:${id}:${mailing}`],
      until: Math.floor(nowMs / 1000) + markSeconds,
      write: async () => {
        const { events, isMore } = await eventsUntil(accountId, watchlist, mailing)
        return events.length > 0 ? digestMail(accountId, watchlist, events, isMore) : null
      },
    })
    await end(isDone ? { mailed: mailing, mailing: '', digestDue: nextMs } : { digestDue: nowMs + elsewhereMs })
  } catch (error) {
    const { code, responseCode = 0 } = error as { code?: unknown; responseCode?: number }
    if (code === 'store_unavailable') throw error
    logFailure('a digest could not be sent', error)
    const isOfRecipient = code === 'EENVELOPE'
    if (!isOfRecipient) pausedUntilMs = nowMs + pauseMs
    // A nonexistent recipient is not retried every hour.
    await end({ digestDue: isOfRecipient && responseCode >= 500 ? nextMs : nowMs + retryMs })
  }
}

/** Reads the events after the last emailed one, up to `last`. */
async function eventsUntil(
  accountId: string,
  watchlist: Watchlist,
  last: string,
): Promise<{ events: WatchEvent[]; isMore: boolean }> {
  const events: WatchEvent[] = []
  for (let after: string | null = watchlist.mailed || null; events.length < maxCounted; ) {
    const page = await readEvents(accountId, watchlist, after)
    const until = page.events.filter(({ id }) => compareEvents(id, last) <= 0)
    events.push(...until)
    if (page.next === null || until.length < page.events.length) return { events, isMore: false }
    after = page.next
  }
  return { events, isMore: true }
}

/** Compares two event ids by time. */
function compareEvents(one: string, other: string): number {
  const [ms = 0, sequence = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherSequence = 0] = other.split('-').map(Number)
  return ms - otherMs || sequence - otherSequence
}

/** The titles of changes to listings without a name and a reference, if not the words themselves. */
const titles: Partial<Record<EventType, string>> = {
  'listing.moved': 'Moved to new identifiers',
  'listing.gone': 'Gone from Google Maps',
  'listing.back': 'Back on Google Maps',
  'listing.unreadable': 'Can’t be watched',
}

/** Returns the email about changes. @param isMore whether there are more changes. */
export function digestMail(
  accountId: string,
  { id, name }: Pick<Watchlist, 'id' | 'name'>,
  events: readonly WatchEvent[],
  isMore: boolean,
): AlertMail {
  const counts = eventTypes.flatMap((type) => {
    const count = events.filter((event) => event.type === type).length
    return count > 0 ? [`${count.toLocaleString('en-US')} ${changeWords[type]}`] : []
  })
  const summary = isMore ? `more than ${events.length.toLocaleString('en-US')} changes` : counts.join(', ')
  const listed = urgentFirst(events).slice(0, maxListed).map(changeText)
  const rest = events.length - listed.length
  const more = rest > 0 ? [`And ${isMore ? 'more than ' : ''}${rest.toLocaleString('en-US')} more.`] : []
  const token = unsubscribeToken(accountId, id)
  return {
    subject: `${name}: ${summary}`,
    text: [
      `Changes in your watchlist “${name}”: ${summary}.`,
      ...[...listed, ...more],
      `See all changes: ${accountPage(accountId, `/watchlists/${id}`)}`,
      `Stop emails about this watchlist: ${page(`/unsubscribe?token=${token}`)}`,
    ].join('\n\n'),
    id: `${id}.${events.at(-1)?.id}`,
    unsubscribe: page(`/api/unsubscribe?token=${token}`),
  }
}

function changeText(event: WatchEvent): string {
  const { type, listing, moved_from, text, detail } = event
  const label = labelOf(event)
  // The sign keeps a label from looking like a line that Pinref wrote.
  const words = eventWords(event)
  const title = `• ${label === null ? (titles[type] ?? capitalized(words)) : `${oneLine(label)}: ${words}`}`
  if (listing === null) return [title, text && `“${oneLine(text)}”`, detail].filter(Boolean).join('\n')
  const change = (before: string | null | undefined, after: string | null) =>
    before === undefined || before === null || before === after
      ? (after ?? 'unknown')
      : `${before} → ${after ?? 'unknown'}`
  return [
    title,
    `CID: ${change(moved_from?.cid, listing.cid)}`,
    `Place id: ${change(moved_from?.place_id, listing.place_id)}`,
    ...(type === 'listing.gone' ? [] : [mapsUrl(storedCid(listing.cid), env())]),
  ].join('\n')
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** A name, reference, or text from a file must not add lines. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const page = (path: string): string => new URL(path, env().APP_URL).href

/*
 * The link in a digest turns that digest off, without a session. It contains the account and the watchlist, signed with
 * `AUTH_SECRET`, and never expires.
 */

const unsubscribeToken = (accountId: string, id: string, secret = authSecret()): string =>
  `${accountId}.${id}.${createHmac('sha256', secret).update(`unsubscribe ${accountId} ${id}`).digest('base64url')}`

/**
 * Turns a digest off by the token in its email.
 * @returns the watchlist.
 * @throws PinrefError `invalid_request` for a forged token; `watchlist_not_found`.
 */
export async function unsubscribe(token: string): Promise<Watchlist> {
  const { accountId, id } = digestOf(token)
  return updateWatchlist(accountId, id, { digest: 'off' })
}

/** Returns a token's account and watchlist. @throws PinrefError `invalid_request` for a forged token. */
export function digestOf(token: string): { accountId: string; id: string } {
  const [accountId = '', id = ''] = token.split('.')
  const isSigned = [authSecret(), ...otherAuthSecrets()].some((secret) =>
    isSameSecret(token, unsubscribeToken(accountId, id, secret)),
  )
  if (!isSigned) throw new PinrefError('invalid_request', 'This link is incomplete. Use the whole link in the email.')
  return { accountId, id }
}
