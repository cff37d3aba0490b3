'use client'

import { useEffect, useState } from 'react'
import { onSwitch } from '@/components/trpc/account-switched'
import { useLoaded } from '@/components/ui/loading'

const load = () => import('./switch-dialog')

/** Asks to reload a page whose calls are refused, because the person has switched to another account since. */
export function SwitchNotice() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => onSwitch(() => setIsShown(true)), [])
  const dialog = useLoaded(isShown ? load : null)
  return isShown && dialog && <dialog.SwitchDialog onClose={() => setIsShown(false)} />
}
