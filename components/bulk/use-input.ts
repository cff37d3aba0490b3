'use client'

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type BulkPlan, listLines, mayBeTable, planBulk } from './input-lines'
import type { Table } from './table'

type TableModule = typeof import('./table')

export interface BulkInput {
  text: string
  setText: (text: string) => void
  /** The text that the plan was made from; lags behind `text` while somebody types. */
  settledText: string
  /** The text as a table; null for a list of lines. */
  table: Table | null
  /** The column to read; null until the user has chosen one. */
  column: number | null
  setColumn: (column: number) => void
  /** What to look up; empty until a column is chosen. */
  plan: BulkPlan
  /** Whether the plan is up to date with the text. */
  isSettled: boolean
}

/** What was pasted, dropped or typed, and the lookups planned from it. */
export function useInput(initialText: string): BulkInput {
  const [text, setTextNow] = useState(initialText)
  const [chosen, setColumn] = useState<number | null>(null)
  const [tables, setTables] = useState<TableModule | null>(null)
  // Parsing a thousand lines takes a moment and must not delay typing.
  const settled = useDeferredValue(text)
  const isTable = useMemo(() => mayBeTable(settled), [settled])

  useEffect(() => {
    if (!isTable || tables) return
    // If the module cannot be loaded, each line is read as it is.
    import('./table').then(setTables, () => {})
  }, [isTable, tables])

  const table = useMemo(() => (isTable && tables ? tables.readTable(settled) : null), [isTable, tables, settled])
  const column = table ? (chosen ?? table.column) : null
  const plan = useMemo(() => {
    if (!table || !tables) return planBulk(listLines(settled))
    return planBulk(column === null ? [] : tables.columnLines(table, column))
  }, [table, tables, column, settled])

  const setText = (text: string) => {
    setTextNow(text)
    setColumn(null)
  }
  return { text, setText, settledText: settled, table, column, setColumn, plan, isSettled: settled === text }
}
