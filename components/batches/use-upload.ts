'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { canRetry, shownProblem } from '@/components/problems/problem'
import { asCallError } from '@/components/trpc/call-error'
import { type CallError, useTRPCClient } from '@/components/trpc/client'
import { type BatchRequest, cutParts, maxPartBytes } from './parts'

/** The delays before each retry of a call that may still succeed, in milliseconds. */
const retriesMs = [1_000, 4_000]

export type UploadState =
  | { phase: 'none' }
  /** The number of rows, and how many have been sent. */
  | { phase: 'sending'; rows: number; sent: number }
  /** Interrupted, but can be resumed. */
  | { phase: 'broken'; rows: number; sent: number; error: CallError }

/** Sends rows in parts, then starts the batch. */
export function useUpload(onStarted: (id: string) => void) {
  const client = useTRPCClient()
  const [state, setState] = useState<UploadState>({ phase: 'none' })
  const isHere = useRef(true)
  const latest = useRef<{ request: BatchRequest; id: string | null; nextPart: number } | null>(null)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const resume = useCallback(async () => {
    const upload = latest.current
    if (!upload) return
    const { name, settings, sent: source } = upload.request
    const { count: rows, format } = source
    let sent = 0
    try {
      if (upload.id === null) {
        setState({ phase: 'sending', rows, sent })
        const batch = await again(() =>
          client.batches.only.create.mutate({ ...settings, ...(name && { name }), start: 'later' }),
        )
        upload.id = batch.id
      }
      const { id } = upload
      for (const { number, data, end } of cutParts(source, maxPartBytes)) {
        if (number >= upload.nextPart) {
          await again(() => client.batches.updatePart.mutate({ id, part: String(number), format, data }))
          upload.nextPart = number + 1
        }
        sent = end
        setState({ phase: 'sending', rows, sent })
      }
      await again(() => client.batches.start.mutate({ id }))
      latest.current = null
      if (isHere.current) onStarted(id)
    } catch (error) {
      setState({ phase: 'broken', rows, sent, error: asCallError(error) })
    }
  }, [client, onStarted])

  const begin = useCallback(
    (request: BatchRequest) => {
      latest.current = { request, id: null, nextPart: 1 }
      void resume()
    },
    [resume],
  )

  /** Abandons the upload and deletes the rows already sent. */
  const drop = useCallback(() => {
    const id = latest.current?.id
    latest.current = null
    setState({ phase: 'none' })
    if (id) client.batches.delete.mutate({ id }).catch(() => {})
  }, [client])

  return { state, begin, resume, drop }
}

/** Makes a call and retries it after a temporary failure. */
export async function again<T>(call: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await call()
    } catch (error) {
      const waitMs = retriesMs[failures]
      if (waitMs === undefined || !canRetry(shownProblem(asCallError(error)))) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
