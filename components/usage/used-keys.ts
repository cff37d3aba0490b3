import type { Outputs } from '@/components/trpc/client'

type UsageByKey = Outputs['usage']['keys']

interface UsedKeys {
  /** The keys with calls, the most used first. */
  used: UsageByKey['keys']
  /** How many keys had none. */
  unused: number
}

/** Returns which keys of an account were used in a month. */
export function usedKeys({ keys }: UsageByKey): UsedKeys {
  const used = keys.filter((key) => key.used > 0).sort((a, b) => b.used - a.used)
  return { used, unused: keys.length - used.length }
}
