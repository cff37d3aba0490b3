'use client'

import { useRef, useState } from 'react'
import { isInputProblem, problemDetailId, shownProblem } from '@/components/problems/problem'
import { refreshLookupsLeft } from '@/components/quota/lookups-left'
import type { CallError } from '@/components/trpc/client'
import { loadClient } from '@/components/trpc/lazy-client'

/** A call's state and result. */
export interface CallState<Data> {
  status: 'idle' | 'pending' | 'error' | 'success'
  data: Data | undefined
  error: CallError | null
}

/**
 * Returns the id of the problem that describes an input; undefined if the input is valid.
 * @param isUnchanged whether the input hasn't changed since it was sent.
 */
export function faultIdOf({ error }: Pick<CallState<unknown>, 'error'>, isUnchanged: boolean): string | undefined {
  return error && isUnchanged && isInputProblem(shownProblem(error)) ? problemDetailId : undefined
}

/** Returns what a screen reader announces for a call. */
export function announce<Data>({ status, data, error }: CallState<Data>, success: (data: Data) => string): string {
  if (status === 'pending') return 'Looking it up'
  if (error) {
    const { title, detail } = shownProblem(error)
    return `${title}. ${detail}`
  }
  return data === undefined ? '' : success(data)
}

type Client = Awaited<ReturnType<typeof loadClient>>

/** A call and its input; undefined before the first. */
type CallOf<Input, Data> = CallState<Data> & { variables: Input | undefined }

/**
 * A repeatable call: a new one replaces a pending one.
 * @param make calls a procedure.
 * @param onAnswer receives each result.
 */
export function useCall<Input, Data>(
  make: (client: Client, input: Input) => Promise<Data>,
  onAnswer: (answer: Data, input: Input) => void,
) {
  const [call, setCall] = useState<CallOf<Input, Data>>(idle)
  const latest = useRef(0)

  async function mutate(input: Input) {
    latest.current += 1
    const number = latest.current
    setCall({ status: 'pending', data: undefined, error: null, variables: input })
    const settled = await loadClient()
      .then((client) => make(client, input))
      .then(
        (data) => ({ status: 'success', data, error: null }) as const,
        (error: CallError) => ({ status: 'error', data: undefined, error }) as const,
      )
    if (number === latest.current) setCall({ ...settled, variables: input })
    if (settled.status === 'success') onAnswer(settled.data, input)
    void refreshLookupsLeft()
  }
  return {
    ...call,
    isPending: call.status === 'pending',
    mutate: (input: Input) => void mutate(input),
    /** Clears the call; if it is pending, its result is not shown. */
    reset() {
      latest.current += 1
      setCall(idle)
    },
  }
}

const idle = { status: 'idle', data: undefined, error: null, variables: undefined } as const
