import type { ToldProblem } from '@/components/problem/problem'

/** Whether the lookups are used up, so that only waiting or a plan helps. */
export const isLimit = ({ code }: Pick<ToldProblem, 'code'>) =>
  code === 'free_quota_exhausted' || code === 'monthly_quota_exhausted'
