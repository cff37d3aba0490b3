'use client'

import { useMemo, useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import { type FieldFaults, faultsOf } from './field-faults'

/** What one try found here, or how its addresses stood in the text box. */
interface Try {
  faults: FieldFaults
  lines: readonly number[]
}

const nothing: Try = { faults: {}, lines: [] }

/** The faults of a form's fields: those found here before anything was sent, else the server's. */
export function useFaults(error: CallError | null) {
  const [{ faults, lines }, setTry] = useState(nothing)
  const shown = useMemo(() => {
    const areOurs = Object.keys(faults).length > 0
    return areOurs ? faults : faultsOf(error?.data?.problem.errors ?? [], lines)
  }, [faults, lines, error])
  return {
    faults: shown,
    /** Says what is wrong before anything is sent. */
    refuse: (faults: FieldFaults) => setTry({ faults, lines: [] }),
    /** Forgets that. @param lines the line of each address that is sent. */
    send: (lines: readonly number[] = []) => setTry({ faults: {}, lines }),
  }
}
