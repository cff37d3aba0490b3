import { createKey } from '@/server/metering/access/key-store'
import type { PlanId } from '@/server/metering/access/limits'
import { writeProfile } from '@/server/metering/access/profile'
import { newAccount } from '../support/new-account'

/** An account that makes calls, and its key. */
export interface LoadCaller {
  accountId: string
  key: string
}

/** Makes an account with a plan and a key, directly in the store from this process's environment. */
export async function newCaller(plan: PlanId = 'unlimited'): Promise<LoadCaller> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan })
  return { accountId, key: (await createKey(accountId, 'Load', null)).key }
}
