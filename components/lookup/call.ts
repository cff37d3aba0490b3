import { isInputProblem, problemDetailId, shownProblem } from '@/components/problem/problem'
import type { CallError } from '@/components/trpc/client'

/** The state and the answer of a call. */
export interface Call<Data> {
  status: 'idle' | 'pending' | 'error' | 'success'
  data: Data | undefined
  error: CallError | null
}

/**
 * Returns the id of the problem that describes an input; undefined if the input is not at fault.
 * @param isUnchanged whether the input is still what was sent.
 */
export function faultIdOf({ error }: Pick<Call<unknown>, 'error'>, isUnchanged: boolean): string | undefined {
  return error && isUnchanged && isInputProblem(shownProblem(error)) ? problemDetailId : undefined
}

/** Returns what a screen reader announces for a call. */
export function announce<Data>({ status, data, error }: Call<Data>, success: (data: Data) => string): string {
  if (status === 'pending') return 'Looking it up'
  if (error) {
    const { title, detail } = shownProblem(error)
    return `${title}. ${detail}`
  }
  return data === undefined ? '' : success(data)
}
