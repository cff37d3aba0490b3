import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, linkIn, newEmail, newestMail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Returns an unused email address with this name. */
const emailOf = (name: string) => newEmail().replace(/^person(\d+)@/, `${name}@host$1.`)

async function person(name = 'somebody') {
  const [browser, email] = [new Browser(), emailOf(name)]
  expect((await browser.signUp(email)).status).toBe(200)
  return { browser, email }
}

/** All ways to choose a password. Each function returns the error code, or undefined if there was no error. */
const ways: Array<[name: string, choose: (password: string, name?: string) => Promise<string | undefined>]> = [
  [
    'at the sign-up',
    async (password, name = 'somebody') => (await new Browser().signUp(emailOf(name), password)).json?.code,
  ],
  [
    'at a change',
    async (password, name) => {
      const { browser } = await person(name)
      const body = { currentPassword: goodPassword, newPassword: password }
      return (await browser.call('/change-password', { body })).json?.code
    },
  ],
  [
    'by a link',
    async (password, name) => {
      const { email } = await person(name)
      await new Browser().call('/request-password-reset', { body: { email } })
      const token = new URL(linkIn(await newestMail(email, 2))).searchParams.get('token')
      const choose = async (newPassword: string) =>
        (await new Browser().call('/reset-password', { body: { token, newPassword } })).json?.code
      const code = await choose(password)
      // A rejected password does not use up the link.
      if (code) expect(await choose('a password that will do')).toBeUndefined()
      return code
    },
  ],
]

describe.each(ways)('a new password, chosen %s', (_, choose) => {
  test.each(['password', '12345678', 'Password123', 'QWERTYUIOP', 'iloveyou', 'sunshine1', '1q2w3e4r5t'])(
    'cannot be %s',
    async (password) => {
      expect(await choose(password)).toBe('PASSWORD_TOO_COMMON')
    },
  )

  test.each([
    ['xx GRACEHOPPER xx', 'gracehopper'],
    ['xx gracehopper xx', 'gracehopper+pinref'],
    ['hopper-rear', 'grace.hopper-rear.admiral'],
  ])('cannot be “%s” if the email begins with “%s”', async (password, name) => {
    expect(await choose(password, name)).toBe('PASSWORD_LIKE_EMAIL')
  })

  test('can be any password that is neither common nor similar to the email', async () => {
    for (const password of ['zq4 vk9p', 'correct horse battery staple']) expect(await choose(password)).toBeUndefined()
    // A name this short appears in many passwords by chance.
    expect(await choose('a canadian in a kayak', 'ada')).toBeUndefined()
  })
})

test('the browser’s scripts do not contain the list of common passwords', () => {
  const scripts = readdirSync('dist/current/.next/static', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const file of scripts)
    expect(readFileSync(join('dist/current/.next/static', file), 'utf8')).not.toContain('trustno1')
})
