import type { CallbackDelivery } from './use-callbacks'

/** Says how the last try ended: "Status 200", "No answer within 15 seconds"; empty before the first. */
export function lastTryWords({ tries }: Pick<CallbackDelivery, 'tries'>): string {
  const last = tries.at(-1)
  if (!last) return ''
  return last.status === null ? faultWords[last.fault ?? 'unreachable'] : `Status ${last.status}`
}

const faultWords = {
  timeout: 'No answer within 15 seconds',
  unreachable: 'Could not connect',
  address: 'Callbacks may not go to this address: save another',
  'inner address': 'The name does not lead to a public address',
  'no secret': 'The secret cannot be read; make a new one',
} as const

/** Words for the state of a delivery. */
export function stateWords({ state, tries }: Pick<CallbackDelivery, 'state' | 'tries'>): string {
  if (state !== 'waiting') return { delivered: 'Delivered', failed: 'Failed', held: 'Not sent' }[state]
  return tries.length === 0 ? 'Sending' : 'Retrying'
}

/** Counts tries in words: "3 tries". */
export const triesWords = (tries: number): string => (tries === 1 ? '1 try' : `${tries} tries`)
