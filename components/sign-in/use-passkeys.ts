'use client'

import { useSyncExternalStore } from 'react'
import { canUsePasskeys } from './passkey-call'

const never = () => () => {}

/** Whether this page may use passkeys; null until the browser has been asked. */
export const usePasskeys = (host: string | null): boolean | null =>
  useSyncExternalStore(
    never,
    () => canUsePasskeys(host),
    () => null,
  )
