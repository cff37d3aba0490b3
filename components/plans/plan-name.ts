import type { Plan } from '@/server/access/plans'

/** The name of a plan; its id where the server has it no longer. */
export const planName = (plans: readonly Plan[], id: string): string => plans.find((plan) => plan.id === id)?.name ?? id
