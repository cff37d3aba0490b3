'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type LineCounts, noLines, type ReadLine, type Sameness } from './lines'
import type { ReadFile } from './read-file'
import type { ReadReply, ReadRequest, TableHead } from './reader.worker'

export interface InputLimits {
  /** The maximum number of lines, and the maximum file size in bytes. */
  maxLines: number
  maxBytes: number
}

interface ReadState {
  /** The lines read so far: one array that grows. `counts` changes with the array. */
  lines: readonly ReadLine[]
  columns: readonly string[]
  counts: LineCounts
  table: TableHead | null
  /** Whether all lines have been read; also true if there is no input. */
  isRead: boolean
  /** Why the input can't be read; null if it can. */
  fault: string | null
}

export interface BulkInput extends ReadState {
  /** The text in the box. */
  text: string
  setText: (text: string) => void
  /** The name of the file that the text is from; null if none. */
  fileName: string | null
  /** A file that is too long for the box; otherwise null. */
  file: Pick<ReadFile, 'name'> | null
  /** Sets the file and shows its text in the box if it is short enough; null removes it. */
  setFile: (file: File | null) => void
  setColumn: (column: number) => void
  setAddress: (column: number | null) => void
}

const nothing: ReadState = { lines: [], columns: [], counts: noLines, table: null, isRead: true, fault: null }

/** Holds the pasted, dropped, or typed text, and its lines, which a worker reads. */
export function useInput(sameness: Sameness, { maxLines, maxBytes }: InputLimits): BulkInput {
  const [text, setTextNow] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const [file, setFileNow] = useState<Pick<ReadFile, 'name'> | null>(null)
  const [state, setState] = useState<ReadState>(nothing)
  const reader = useRef<{ worker: Worker | null; id: number; lines: ReadLine[] }>({ worker: null, id: 0, lines: [] })

  useEffect(() => {
    const { current } = reader
    return () => {
      current.worker?.terminate()
      current.worker = null
    }
  }, [])

  const send = useCallback(
    (request: Pick<ReadRequest, 'source' | 'column' | 'address'>) => {
      const { current } = reader
      current.id += 1
      const { source, column, address } = request
      setState(({ table, ...now }) => ({
        ...now,
        isRead: false,
        fault: null,
        // Shows a choice immediately, before the worker has read everything again.
        table: source === undefined && table ? { ...table, column, address: address ?? table.address } : table,
      }))
      current.worker ??= startReader(onReply, () => {
        current.worker?.terminate()
        current.worker = null
        setState({ ...nothing, fault: notLoaded })
      })
      current.worker.postMessage({ id: current.id, sameness, maxLines, maxBytes, ...request } satisfies ReadRequest)

      function onReply(reply: ReadReply) {
        if (reply.id !== current.id) return
        if (reply.type === 'fault') setState({ ...nothing, fault: reply.fault })
        else if (reply.type === 'input') {
          const { file, table, columns } = reply
          current.lines = []
          if (file) {
            setTextNow(file.text)
            setFileName(file.name)
            setFileNow(file.isLong ? file : null)
          }
          setState((now) => ({ ...now, table, columns }))
        } else {
          const { lines, counts, isLast } = reply
          // Extended in place: copying all lines for each part would take too long.
          current.lines.push(...lines)
          setState((now) => ({ ...now, lines: current.lines, counts, isRead: isLast }))
        }
      }
    },
    [sameness, maxLines, maxBytes],
  )

  const setText = useCallback(
    (text: string) => {
      setTextNow(text)
      if (text === '') setFileName(null)
      setFileNow(null)
      send({ source: text, column: null, address: undefined })
    },
    [send],
  )
  const setFile = useCallback(
    (file: File | null) => {
      if (file) send({ source: file, column: null, address: undefined })
      else setText('')
    },
    [send, setText],
  )
  return {
    ...state,
    text,
    setText,
    fileName,
    file,
    setFile,
    setColumn: (column) => send({ column, address: undefined }),
    setAddress: (address) => send({ column: state.table?.column ?? null, address }),
  }
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
