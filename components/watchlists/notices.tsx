'use client'

import type { ReactNode } from 'react'
import { MayChange } from '@/components/account/page-account'
import { LocalTime } from '@/components/format/local-time'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'
import { ProgressBar } from './add-listings'
import { useActions, useOverview } from './use-watchlists'
import { closureWaitWords, listingsWords, type Watchlist, waitWords, withoutListingWords } from './watchlist'

/** What is in progress or wrong, and what to do. */
export function Notices({ watchlist }: { watchlist: Watchlist }) {
  const { id, adding, without_listing, failing, full, state, reason } = watchlist
  const { data } = useOverview()
  const { resume } = useActions()
  const watched = data?.watched ?? null
  const words = waitWords(watchlist, watched)
  const closureWords = words === null ? closureWaitWords(watchlist) : null
  const withoutListing = without_listing && withoutListingWords(without_listing)
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {adding && (
        <div className="grid gap-2">
          <ProgressBar label="Rows in the batch" done={adding.done_count} all={adding.row_count} />
          <p className="text-sm">
            Adding the listings in{' '}
            <SiteLink href={`/batches/${adding.batch_id}`} className={link}>
              the batch
            </SiteLink>
            : {formatNumber(adding.done_count)} of {formatNumber(adding.row_count)} rows.
          </p>
        </div>
      )}
      {without_listing && withoutListing && (
        <p className="text-sm text-soft">
          Lines in{' '}
          <SiteLink href={`/batches/${without_listing.batch_id}?state=to_check`} className={link}>
            the batch
          </SiteLink>{' '}
          that weren’t added, because they have no listing: {withoutListing}.
        </p>
      )}
      {data?.isOn === false && <Notice>Watchlists are turned off on this server, so no listing is checked.</Notice>}
      {words && (
        <Notice>
          {words}{' '}
          {(reason === 'quota' || reason === 'plan') && (
            <SiteLink href="/pricing" className={link}>
              Compare plans
            </SiteLink>
          )}
          {state === 'paused' && (
            <>
              <MayChange>
                <Button className="mt-3 flex" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
                  Resume
                </Button>
              </MayChange>
              <ActionProblem error={resume.error} />
            </>
          )}
        </Notice>
      )}
      {closureWords && (
        <Notice>
          {closureWords}{' '}
          {watchlist.closures_reason === 'quota' && (
            <SiteLink href="/pricing" className={link}>
              Compare plans
            </SiteLink>
          )}
        </Notice>
      )}
      {full && (
        <Notice>
          Some listings in the batch were not added, because your plan allows{' '}
          {watched ? listingsWords(watched.most) : 'no more'} in all watchlists. Remove listings or{' '}
          <SiteLink href="/pricing" className={link}>
            choose a larger plan
          </SiteLink>
          , then add the rest as a list.
        </Notice>
      )}
      {failing && (
        <Notice>
          {listingsWords(failing.listing_count)} couldn’t be checked since <LocalTime at={failing.first_failed_at} />.
          They are checked again every hour, and nothing is reported as gone until then.{' '}
          <SiteLink href={`/docs/errors/${failing.code}`} className={link}>
            About this error
          </SiteLink>
        </Notice>
      )}
    </div>
  )
}

const link = 'font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink'

const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="rounded-md bg-limit-wash px-4 py-3 text-sm">
    {children}
  </div>
)
