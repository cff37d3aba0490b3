import type { Plan } from '@/server/access/plans'

/** Returns the name of a plan; its id if the server no longer has it. */
export const planName = (plans: readonly Plan[], id: string): string => plans.find((plan) => plan.id === id)?.name ?? id
