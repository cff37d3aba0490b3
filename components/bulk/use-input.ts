'use client'

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type InputLines, listLines, mayBeTable } from './input-lines'
import type { ReadFile } from './read-file'
import type { Table } from './table'

type TableModule = typeof import('./table')

/** A longer text is kept out of the box, because a browser would take minutes to lay it out. */
const maxShown = 400_000

/** Chosen in place of a column: each line is looked up as it is. */
export const wholeLines = -1

export interface BulkInput {
  /** The text in the box. */
  text: string
  setText: (text: string) => void
  /** The text that the lines were read from; it lags behind while the user types. */
  settledText: string
  /** A file that is too long for the box; otherwise null. */
  file: ReadFile | null
  /** Takes a file, and puts it into the box if it is short enough; null removes it. */
  setFile: (file: ReadFile | null) => void
  /** The text as a table; null for a list of lines. */
  table: Table | null
  /** The column to read, or `wholeLines`; null until the user has chosen one. */
  column: number | null
  setColumn: (column: number) => void
  /** The column with the addresses of names; null for none; undefined if no names are looked up. */
  address: number | null | undefined
  setAddress: (column: number | null) => void
  /** The lines to look up; empty until a column is chosen. */
  input: InputLines
  /** Whether `input` is up to date with the text. */
  isSettled: boolean
}

/** Holds the pasted, dropped or typed text, and its lines. */
export function useInput(): BulkInput {
  const [text, setTextNow] = useState('')
  const [file, setFileNow] = useState<ReadFile | null>(null)
  const [isFromTable, setIsFromTable] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [chosenAddress, setAddress] = useState<number | null | undefined>()
  const [tables, setTables] = useState<TableModule | null>(null)
  // Parsing a thousand lines takes a moment and must not delay typing.
  const settled = useDeferredValue(text)
  const source = file?.text ?? settled
  const isTable = useMemo(() => mayBeTable(source), [source])

  useEffect(() => {
    if (!isTable || tables) return
    // If the module cannot be loaded, each line is read as it is.
    import('./table').then(setTables, () => {})
  }, [isTable, tables])

  const table = useMemo(() => {
    const read = isTable && tables ? tables.readTable(source) : null
    return read && tables && !isFromTable && tables.isMoreLikeList(read) ? null : read
  }, [isTable, isFromTable, tables, source])
  const column = table ? (chosen ?? table.column) : null
  const isOfNames = table && tables && column !== null && tables.hasNames(table, column)
  const address = isOfNames
    ? chosenAddress === undefined
      ? tables.addressColumn(table, column)
      : chosenAddress
    : undefined
  const input = useMemo((): InputLines => {
    if (!table || !tables || column === wholeLines) return { lines: listLines(source), columns: [] }
    return column === null ? { lines: [], columns: [] } : tables.tableLines(table, column, address)
  }, [table, tables, column, address, source])

  const setColumn = (column: number | null) => {
    setChosen(column)
    setAddress(undefined)
  }

  const take = (text: string, file: ReadFile | null, isFromTable: boolean) => {
    setTextNow(text)
    setFileNow(file)
    setIsFromTable(isFromTable)
    setColumn(null)
  }
  return {
    text,
    setText: (text) => take(text, null, false),
    settledText: settled,
    file,
    setFile: (file) => {
      const isShort = file !== null && file.text.length <= maxShown
      take(isShort ? file.text : '', isShort ? null : file, file?.isTable ?? false)
    },
    table,
    column,
    setColumn,
    address,
    setAddress,
    input,
    isSettled: settled === text,
  }
}
