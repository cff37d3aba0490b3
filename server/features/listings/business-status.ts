import type { BusinessStatus } from '@/server/places/sources/listing-source'

/** The statuses that a person should know about, in words. */
export const businessStatusWords = {
  closed_permanently: 'Permanently closed',
  closed_temporarily: 'Temporarily closed',
  opening_soon: 'Opening soon',
} as const satisfies Partial<Record<BusinessStatus, string>>

/** Returns a business status in words; null if the business is open, or if the status is unknown or new. */
export const statusWords = (status: string | null | undefined): string | null =>
  Object.entries(businessStatusWords).find(([name]) => name === status)?.[1] ?? null
