import { expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { billingStatus } from '@/server/features/billing/status'
import { writeProfile } from '@/server/metering/access/profile'
import { newPayer, planOf, withStore } from './billing'

withStore({ GOOGLE_MAPS_API_KEY: 'a key that costs money' })

test('with a Google key but without Stripe, choosing a plan returns an error that says whom to contact', async () => {
  const payer = await newPayer()
  for (const plan of ['growth', 'unlimited', 'starter']) {
    await expect(choosePlan(payer, plan)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Plans cannot be bought on this server. To change your plan, contact the person who runs this server.',
    })
  }
  expect(await planOf(payer)).toBe('starter')
})

test('an account with a larger plan keeps it when a plan change is rejected', async () => {
  const payer = await newPayer()
  await writeProfile(payer.accountId, { plan: 'scale' })
  await expect(choosePlan(payer, 'unlimited')).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await billingStatus(payer.accountId)).toEqual({
    billing: 'operator',
    plan: 'scale',
    portal: false,
    endsSeconds: null,
    paymentFailed: false,
  })
})
