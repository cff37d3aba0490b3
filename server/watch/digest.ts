import { createHmac } from 'node:crypto'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import type { AlertMail } from '@/server/mail/alert-mails'
import { mailMode } from '@/server/mail/mode'
import { sendAlert } from '@/server/mail/send-alert'
import { authSecret, isSameSecret, otherAuthSecrets } from '@/server/runtime/local-secret'
import { runScript } from '@/server/store/store'
import { changeWatchlist } from './change-watchlist'
import { readEvents, type WatchEvent } from './events'
import type { EventType } from './listing'
import { changeScript, watchKeys } from './watch-store'
import { nextDigestMs, type Watchlist } from './watchlist'

/** How many changes a digest lists, and how many it counts at most. */
const maxListed = 20
const maxCounted = 10_000

/**
 * Mails what has happened in a watchlist since the last digest, if one is due and something has. It is mailed once, whatever is
 * interrupted.
 * @throws PinrefError `store_unavailable`; the mail server's error. It can then be called again.
 */
export async function mailDigest(accountId: string, watchlist: Watchlist, nowMs: number): Promise<void> {
  const { id, digest, digestDue, mailed, lastEvent } = watchlist
  if (digest === 'off' || digestDue > nowMs) return
  if (lastEvent !== mailed && mailMode() !== 'off') {
    const { events, isMore } = await eventsSince(accountId, watchlist)
    if (events.length > 0) {
      await sendAlert({
        ...{ accountId, kind: null, marks: [`digest:${id}:${digestDue}`] },
        until: Math.floor(nowMs / 1000) + markSeconds,
        write: () => digestMail(accountId, watchlist, events, isMore),
      })
    }
  }
  const fields = { mailed: lastEvent, digestDue: nextDigestMs(digest, nowMs) }
  await runScript(changeScript, [watchKeys(accountId, id).record], Object.entries(fields).flat())
}

/** Longer than from one digest to the next. */
const markSeconds = 8 * 86_400

async function eventsSince(
  accountId: string,
  watchlist: Watchlist,
): Promise<{ events: WatchEvent[]; isMore: boolean }> {
  const events: WatchEvent[] = []
  for (let after: string | null = watchlist.mailed || null; events.length < maxCounted; ) {
    const page = await readEvents(accountId, watchlist, after)
    // Events from after the watchlist was read belong to the next digest.
    const isLast = page.events.findIndex(({ id }) => id === watchlist.lastEvent)
    events.push(...page.events.slice(0, isLast < 0 ? undefined : isLast + 1))
    if (page.next === null || isLast >= 0) return { events, isMore: false }
    after = page.next
  }
  return { events, isMore: true }
}

const words: Record<EventType, string> = {
  'listing.moved': 'moved',
  'listing.gone': 'gone',
  'listing.back': 'back',
  'listing.unreadable': 'unreadable',
}

/** Returns the mail about changes. @param isMore whether there are more than these. */
export function digestMail(
  accountId: string,
  { id, name }: Pick<Watchlist, 'id' | 'name'>,
  events: readonly WatchEvent[],
  isMore: boolean,
): AlertMail {
  const counts = (Object.keys(words) as EventType[]).flatMap((type) => {
    const count = events.filter((event) => event.type === type).length
    return count > 0 ? [`${count.toLocaleString('en-US')} ${words[type]}`] : []
  })
  const listed = events.slice(0, maxListed).map(lineOf)
  const rest = events.length - listed.length
  const more = rest > 0 || isMore ? `\n\nand ${rest.toLocaleString('en-US')}${isMore ? '+' : ''} more.` : ''
  const token = unsubscribeToken(accountId, id)
  return {
    subject: `${name}: ${counts.join(', ')}`,
    text: [
      `Changes in your watchlist “${name}”: ${counts.join(', ')}.`,
      listed.join('\n\n') + more,
      `See all changes: ${page(`/watchlists/${id}`)}`,
      `Stop these emails: ${page(`/unsubscribe?token=${token}`)}`,
    ].join('\n\n'),
    unsubscribe: page(`/api/unsubscribe?token=${token}`),
  }
}

function lineOf({ type, reference, listing, moved_from, text, detail }: WatchEvent): string {
  const title = `${words[type][0]?.toUpperCase()}${words[type].slice(1)}${reference === null ? '' : `: ${reference}`}`
  if (listing === null) return [title, text, detail].filter(Boolean).join('\n')
  const change = (before: string | null | undefined, after: string | null) =>
    before === undefined || before === null || before === after
      ? (after ?? 'unknown')
      : `${before} → ${after ?? 'unknown'}`
  return [
    title,
    `CID ${change(moved_from?.cid, listing.cid)}`,
    `Place id ${change(moved_from?.place_id, listing.place_id)}`,
  ].join('\n')
}

const page = (path: string): string => new URL(path, env().APP_URL).href

/*
 * The link in a digest turns that digest off, without a session. It contains the account and the watchlist, signed with
 * `AUTH_SECRET`, and never expires.
 */

const unsubscribeToken = (accountId: string, id: string, secret = authSecret()): string =>
  `${accountId}.${id}.${createHmac('sha256', secret).update(`unsubscribe ${accountId} ${id}`).digest('base64url')}`

/**
 * Turns a digest off by the token in its mail.
 * @returns the watchlist.
 * @throws PinrefError `invalid_request` for a token that is forged; `watchlist_not_found`.
 */
export async function unsubscribe(token: string): Promise<Watchlist> {
  const { accountId, id } = digestOf(token)
  return changeWatchlist(accountId, id, { digest: 'off' })
}

/** Returns the account and watchlist of a token. @throws PinrefError `invalid_request` for a token that is forged. */
export function digestOf(token: string): { accountId: string; id: string } {
  const [accountId = '', id = ''] = token.split('.')
  const isSigned = [authSecret(), ...otherAuthSecrets()].some((secret) =>
    isSameSecret(token, unsubscribeToken(accountId, id, secret)),
  )
  if (!isSigned) throw new PinrefError('invalid_request', 'This link is not complete. Use the whole link in the email.')
  return { accountId, id }
}
