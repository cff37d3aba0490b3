'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { SheetChoice } from '@/server/features/lists/sheet-layout'
import { noOriginal, type Original } from './originals'
import type { ReadList } from './plan'
import { noCounts, type ReadCounts, type ReadRow, type Sameness } from './read-rows'
import type { ListHead, ReadReply, ReadRequest } from './reader.worker'

export interface InputLimits {
  /** The maximum number of rows, and the maximum file size in bytes. */
  maxLines: number
  maxBytes: number
}

interface ReadState {
  /** All rows; those of the previous input until this one has been read. */
  list: ReadList
  /** The rows read so far. */
  counts: ReadCounts
  /** The sheet and its columns; null if there is no input. */
  head: ListHead | null
  /** Whether all rows have been read; also true if there is no input. */
  isRead: boolean
  /** Why the input can't be read; null if it can. */
  fault: string | null
}

export interface BulkInput extends ReadState {
  /** The text in the box. */
  text: string
  /** @param html what the clipboard has besides the text, if it was pasted. */
  setText: (text: string, html?: string) => void
  /** The name of the file that the text is from; null if none. */
  fileName: string | null
  /** A file that isn't shown in the box; otherwise null. */
  file: { name: string } | null
  /** Sets the file and shows its text in the box if it is a short text; null removes it. */
  setFile: (file: File | null) => void
  /** The file that results can be added to. */
  original: Original
  /** Changes how the sheet is read. */
  choose: (choice: Partial<SheetChoice>) => void
}

const noList: ReadList = {
  rows: [],
  names: [],
  columns: { link: null, name: null, address: [], country: null, reference: null },
  headingRow: 0,
}

const nothing: ReadState = { list: noList, counts: noCounts, head: null, isRead: true, fault: null }

const noChoice: SheetChoice = { sheet: null, headingRow: null, columns: null, isWhole: null }

/** Holds the pasted, dropped, or typed text, and its rows, which a worker reads. */
export function useInput(sameness: Sameness, { maxLines, maxBytes }: InputLimits): BulkInput {
  const [text, setTextNow] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const [file, setFileNow] = useState<{ name: string } | null>(null)
  const [original, setOriginal] = useState<Original>(noOriginal)
  const [state, setState] = useState<ReadState>(nothing)
  const reader = useRef<Reader>({ worker: null, id: 0, rows: [], choice: noChoice })

  useEffect(() => {
    const { current } = reader
    return () => {
      current.worker?.terminate()
      current.worker = null
    }
  }, [])

  const send = useCallback(
    (source: ReadRequest['source'], choice: SheetChoice) => {
      const { current } = reader
      current.id += 1
      current.choice = choice
      setState((now) => ({ ...now, isRead: false, fault: null }))
      current.worker ??= startReader(onReply, () => {
        current.worker?.terminate()
        current.worker = null
        setState({ ...nothing, fault: notLoaded })
      })
      current.worker.postMessage({ id: current.id, source, choice, sameness, maxLines, maxBytes } satisfies ReadRequest)

      function onReply(reply: ReadReply) {
        if (reply.id !== current.id) return
        if (reply.type === 'fault') setState({ ...nothing, fault: reply.fault })
        else if (reply.type === 'input') {
          const { source, head } = reply
          current.rows = []
          if (source) {
            if (source.text !== null) setTextNow(source.text)
            if (source.fileName !== null) setFileName(source.fileName)
            setFileNow(source.isLong && source.fileName !== null ? { name: source.fileName } : null)
          }
          setOriginal((now) => ({ file: source ? source.workbook : now.file, sheet: head.sheet }))
          setState((now) => ({ ...now, head, counts: noCounts }))
        } else {
          const { rows, counts, isLast } = reply
          const { rows: all } = current
          all.push(...rows)
          setState(({ list, head, ...now }) => {
            if (!isLast || !head) return { ...now, list, head, counts }
            const { names, columns, headingRow } = head
            return { ...now, list: { rows: all, names, columns, headingRow }, head, counts, isRead: true }
          })
        }
      }
    },
    [sameness, maxLines, maxBytes],
  )

  const setText = useCallback(
    (text: string, html?: string) => {
      setTextNow(text)
      if (text === '') setFileName(null)
      setFileNow(null)
      send({ text, html: html ?? null }, noChoice)
    },
    [send],
  )
  const setFile = useCallback(
    (file: File | null) => {
      if (file) send(file, noChoice)
      else setText('')
    },
    [send, setText],
  )
  const choose = useCallback(
    (choice: Partial<SheetChoice>) => {
      const before = choice.sheet === undefined ? reader.current.choice : noChoice
      // Shows the choice immediately, before the worker has read everything again.
      setState(({ head, ...now }) => ({ ...now, head: head && shownWith(head, choice) }))
      send(null, { ...before, ...choice })
    },
    [send],
  )
  return { ...state, text, setText, fileName, file, setFile, original, choose }
}

/** Returns a sheet as it is shown with a choice; what is guessed again remains until then. */
function shownWith(head: ListHead, { sheet, headingRow, columns, isWhole }: Partial<SheetChoice>): ListHead {
  return {
    ...head,
    sheet: sheet ?? head.sheet,
    headingRow: headingRow ?? head.headingRow,
    columns: columns ?? head.columns,
    isWhole: isWhole ?? head.isWhole,
  }
}

interface Reader {
  worker: Worker | null
  /** The number of the latest request. */
  id: number
  rows: ReadRow[]
  choice: SheetChoice
}

const notLoaded =
  'These lines couldn’t be read because part of this page didn’t load. Check your connection and try again.'

/** @param fail called if the worker can't be loaded or crashes. */
function startReader(take: (reply: ReadReply) => void, fail: () => void): Worker {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
  worker.onerror = fail
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => take(data)
  return worker
}
