import { isInputProblem, problemDetailId, shownProblem } from '@/components/problem/problem'
import type { CallError } from '@/components/trpc/client'

/** A call, as far as its answer is concerned. */
export interface Call<Data> {
  status: 'idle' | 'pending' | 'error' | 'success'
  data: Data | undefined
  error: CallError | null
}

/**
 * The id of the problem that an input is described by; undefined where the input is not at fault.
 * @param isUnchanged whether the input is still what was sent.
 */
export function faultIdOf({ error }: Pick<Call<unknown>, 'error'>, isUnchanged: boolean): string | undefined {
  return error && isUnchanged && isInputProblem(shownProblem(error)) ? problemDetailId : undefined
}

/** What a screen reader announces of a call. */
export function announce<Data>({ status, data, error }: Call<Data>, success: (data: Data) => string): string {
  if (status === 'pending') return 'Looking it up'
  if (error) {
    const { title, detail } = shownProblem(error)
    return `${title}. ${detail}`
  }
  return data === undefined ? '' : success(data)
}
