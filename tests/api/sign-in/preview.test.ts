import { beforeAll, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, newEmail } from './browser'

const branch = 'https://pinref-git-maps.vercel.app'
const own = 'https://pinref-1a2b3c.vercel.app'

withStore({
  VERCEL_ENV: 'preview',
  VERCEL_BRANCH_URL: new URL(branch).host,
  VERCEL_URL: new URL(own).host,
  VERCEL_PROJECT_PRODUCTION_URL: 'pinref.example',
})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test.each([
  ['accepts a sign-up at the address of its branch', branch, 200],
  ['accepts a sign-up at its own address', own, 200],
  ['refuses a sign-up at the address of the production app', 'https://pinref.example', 403],
  ['refuses a sign-up at the address of another project', 'https://other-1a2b3c.vercel.app', 403],
])('a preview on Vercel %s', async (_, origin, status) => {
  const headers = { origin, host: new URL(origin).host }
  const body = { name: '', email: newEmail(), password: goodPassword, callbackURL: `${origin}/keys` }
  expect((await new Browser().call('/sign-up/email', { headers, body })).status).toBe(status)
})
