'use client'

import { withQuery } from '@/components/sign-in/next-path'
import { Button, buttonClasses } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { pageAfterSwitch } from './switch-to'
import { currentOf, readAccounts, useAccounts } from './use-accounts'

/** Reloads the page, or opens the list if it shows a single batch of the other account, for example. */
function reload() {
  const path = pageAfterSwitch(location.pathname)
  if (path === location.pathname) location.reload()
  else location.assign(path)
}

/** Explains that this page shows another account than the session's, and offers to reload it. */
export function SwitchDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts(readAccounts)
  const current = accounts && currentOf(accounts)
  const hasLeft = accounts !== null && current === null
  return (
    <Dialog
      title={hasLeft ? 'You’re no longer in this account' : 'You switched to another account'}
      description={
        <p>
          {hasLeft
            ? 'An owner removed you from it, or it was deleted. Your last click changed nothing.'
            : `This browser is now in ${current?.name ?? 'another account'}, but this page shows the previous one. Your last click changed nothing.`}
        </p>
      }
      onClose={onClose}
    >
      <div className="mt-5">
        <DialogActions dismiss="Not now">
          {hasLeft ? (
            <a
              href={withQuery('/accounts', { next: pageAfterSwitch(location.pathname) })}
              className={buttonClasses('primary')}
            >
              Choose an account
            </a>
          ) : (
            <Button look="primary" onClick={reload}>
              Reload
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
