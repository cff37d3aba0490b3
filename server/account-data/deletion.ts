import { removeAccount } from '@/server/sign-in/adapter/users'

/**
 * Ends payments first. If that fails, the account still exists and its deletion can be tried again. Then removes the whole
 * account in one step, and its batches after it.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function endAccount(accountId: string): Promise<void> {
  // Imported here, not above: Stripe's library takes long to load, and most calls to sign-in delete nothing.
  const { cancelBilling } = await import('@/server/billing/subscriptions')
  const { forgetBatches } = await import('@/server/batches/find-batch')
  await cancelBilling(accountId)
  await removeAccount(accountId, forgetBatches)
}
