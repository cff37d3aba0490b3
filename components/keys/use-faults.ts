'use client'

import { useMemo, useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import { type FieldFaults, faultsOf } from './field-faults'

/** The faults that a try found before sending, or the lines of the addresses that it sent. */
interface Try {
  faults: FieldFaults
  lines: readonly number[]
}

const nothing: Try = { faults: {}, lines: [] }

/** Returns the faults of a form's fields: those found before sending, otherwise the server's. */
export function useFaults(error: CallError | null) {
  const [{ faults, lines }, setTry] = useState(nothing)
  const shown = useMemo(() => {
    const areOurs = Object.keys(faults).length > 0
    return areOurs ? faults : faultsOf(error?.data?.problem.errors ?? [], lines)
  }, [faults, lines, error])
  return {
    faults: shown,
    /** Shows faults instead of sending the form. */
    refuse: (faults: FieldFaults) => setTry({ faults, lines: [] }),
    /** Clears those faults because the form is being sent. @param lines the line of each address that is sent. */
    send: (lines: readonly number[] = []) => setTry({ faults: {}, lines }),
  }
}
