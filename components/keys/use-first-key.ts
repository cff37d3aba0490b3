'use client'

import { useEffect, useRef } from 'react'
import type { NewKey } from './new-key-card'
import type { Keys } from './use-keys'

/**
 * Creates the first key after a plan was chosen. The server creates it once, however often the page is opened.
 * @param wanted whether a plan was just chosen.
 */
export function useFirstKey({ list, createFirst }: Keys, wanted: boolean, onMade: (made: NewKey) => void) {
  const isMissing = wanted && list.data?.length === 0
  const { mutate } = createFirst
  const asked = useRef(false)
  useEffect(() => {
    if (!isMissing || asked.current) return
    asked.current = true
    mutate(undefined, { onSuccess: (key) => key && onMade({ ...key, title: 'Your first key', note: null }) })
  }, [isMissing, mutate, onMade])
}
