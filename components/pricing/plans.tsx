'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Billing } from '@/server/features/billing/status'
import type { Plan } from '@/server/metering/access/limits'

/** The plans that this server offers. */
interface Offer {
  /** Smallest first. */
  plans: readonly Plan[]
  billing: Billing
}

const OfferContext = createContext<Offer>({ plans: [], billing: 'off' })

/** Provides the plans of the running server to components in the browser, which cannot read its settings. */
export const PlansProvider = ({ children, ...offer }: Offer & { children: ReactNode }) => (
  <OfferContext value={offer}>{children}</OfferContext>
)

/** Returns this server's plans, and how accounts get them. */
export const usePlans = (): Offer => useContext(OfferContext)

/** Returns a plan's name, or its id if the server no longer has the plan. */
export const planName = (plans: readonly Plan[], id: string): string => plans.find((plan) => plan.id === id)?.name ?? id
