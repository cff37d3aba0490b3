'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Plan } from '@/server/access/limits'
import type { Billing } from '@/server/billing/status'

/** What this server offers. */
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

/** Returns the plans of this server, and how accounts get them. */
export const usePlans = (): Offer => useContext(OfferContext)

/** Returns the name of a plan; its id if the server no longer has it. */
export const planName = (plans: readonly Plan[], id: string): string => plans.find((plan) => plan.id === id)?.name ?? id
