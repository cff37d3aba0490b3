import { expect, test } from 'vitest'
import { writeProfile } from '@/server/access/profile'
import { choosePlan } from '@/server/billing/checkout'
import { billingStatus } from '@/server/billing/status'
import { newPayer, planOf, withStore } from './billing'

withStore({ GOOGLE_MAPS_API_KEY: 'a key that costs money' })

test('with a Google key and without Stripe nobody chooses a plan, and it says whom to ask', async () => {
  const payer = await newPayer()
  for (const plan of ['growth', 'unlimited', 'starter']) {
    await expect(choosePlan(payer, plan)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Plans cannot be bought here. Contact the person who runs this server for another plan.',
    })
  }
  expect(await planOf(payer)).toBe('starter')
})

test('whoever has a larger plan keeps it', async () => {
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
