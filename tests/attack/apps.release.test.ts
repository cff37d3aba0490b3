import { expect, test } from 'vitest'
import { maxUnusedApps } from '@/server/features/sign-in/adapter/unused-apps'
import { store } from '@/server/platform/store/store'
import { fillRoom, sets, subnetOf } from '../api/sign-in/unused-apps-suite'
import { load } from '../load/load'
import { decide } from '../support/oauth-app'
import { Person } from '../support/person'
import { targetForTests } from './target'

const target = targetForTests()

const back = 'https://agent.example/back'
const metadata = { redirect_uris: [back], token_endpoint_auth_method: 'none' }

/** Registers an app from a network. */
const register = (network: string) =>
  fetch(`${target.url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify(metadata),
  })

/** Registers apps from 85 networks on 20 connections. Returns the count of each status. */
async function flood(calls: number) {
  let sent = 0
  const next = () => ({
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `2001:db8:1:${(sent++ % 85).toString(16)}::1`,
    },
    body: JSON.stringify(metadata),
  })
  const url = `${target.url}/api/auth/oauth2/register`
  return (await load({ url, requests: next }, 20, { calls })).statuses
}

test('85 networks that register apps when there is no room do not slow down another caller, or keep a new app from being connected', async () => {
  await fillRoom(subnetOf)
  const person = new Person(target.url, 'owner@example.com')
  expect((await person.signUp()).status).toBe(200)
  const figures = await target.attack(async () => {
    const before = await flood(340)
    const registered = await register('203.0.113.1')
    return { before, registered, after: await flood(340) }
  })
  const { attacked, ratio } = figures
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
  const { before, registered, after } = figures.result
  expect([before, registered.status, after]).toEqual([{ 201: 340 }, 201, { 201: 340 }])
  expect(await (await store()).redis.zcard(sets.ages)).toBe(maxUnusedApps)
  const request = new URL('/api/auth/oauth2/authorize', target.url)
  request.search = new URLSearchParams({
    client_id: (await registered.json()).client_id,
    redirect_uri: back,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()
  expect((await decide(person, request, true)).searchParams.get('code')).toMatch(/^\w{32}$/)
})
