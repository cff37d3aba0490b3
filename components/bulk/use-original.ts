'use client'

import { type Dispatch, useEffect, useState } from 'react'
import { findOriginal, keepOriginal, type Original } from './originals'

/**
 * Returns the file that a batch's rows came from, and a function that sets it: undefined until known, null if this browser
 * doesn't have it.
 */
export function useOriginal(batchId: string): [Original | null | undefined, Dispatch<Original>] {
  const [original, setOriginal] = useState<Original | null>()
  useEffect(() => {
    void findOriginal(batchId).then(setOriginal)
  }, [batchId])
  const choose = (chosen: Original) => {
    setOriginal(chosen)
    void keepOriginal(batchId, chosen)
  }
  return [original, choose]
}
