'use client'

import { useMemo, useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import type { InputFault } from '@/server/platform/problems/problem-parts'

const fields = [
  'name',
  'client',
  'expires',
  'operations',
  'monthlyLimit',
  'dailyLimit',
  'burstLimit',
  'addresses',
] as const

/** A field of a key, by its name on the server. */
type FieldName = (typeof fields)[number]

/** Error messages for a key's fields. */
export type FieldFaults = { [Name in FieldName]?: string }

const list = new Intl.ListFormat('en')

/**
 * Returns the server's error messages by field. Omits errors without a field.
 * @param lines the line of each address sent.
 */
export function faultsOf(faults: readonly InputFault[], lines: readonly number[]): FieldFaults {
  const found: FieldFaults = {}
  const wrongLines = new Map<string, number[]>()
  for (const { pointer, detail } of faults) {
    const [, first, index] = pointer.split('/')
    const field = fields.find((name) => name === first)
    const line = field === 'addresses' && index !== undefined ? lines[Number(index)] : undefined
    if (line !== undefined) wrongLines.set(detail, [...(wrongLines.get(detail) ?? []), line])
    else if (field) found[field] ??= detail
  }
  const words = [...wrongLines].map(([detail, at]) => `${linesWords([...new Set(at)])}: ${detail}`)
  if (words.length > 0) found.addresses = [...words, ...(found.addresses ? [found.addresses] : [])].join(' ')
  return found
}

const linesWords = (lines: number[]) => `${lines.length === 1 ? 'Line' : 'Lines'} ${list.format(lines.map(String))}`

/** The errors found before sending, or the lines of the addresses sent. */
interface Try {
  faults: FieldFaults
  lines: readonly number[]
}

const nothing: Try = { faults: {}, lines: [] }

/** Returns a form's field errors: errors found before sending, otherwise the server's errors. */
export function useFaults(error: CallError | null) {
  const [{ faults, lines }, setTry] = useState(nothing)
  const shown = useMemo(() => {
    const areOurs = Object.keys(faults).length > 0
    return areOurs ? faults : faultsOf(error?.data?.problem.errors ?? [], lines)
  }, [faults, lines, error])
  return {
    faults: shown,
    /** Shows these errors instead of sending the form. */
    refuse: (faults: FieldFaults) => setTry({ faults, lines: [] }),
    /** Clears those errors because the form is being sent. @param lines the line of each address sent. */
    send: (lines: readonly number[] = []) => setTry({ faults: {}, lines }),
  }
}
