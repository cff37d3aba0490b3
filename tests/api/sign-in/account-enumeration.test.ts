import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { Browser, confirmByMail, newEmail } from './browser'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => mailServer.stop())

/** Returns an email that has an account and an email that doesn't. */
async function emails() {
  const [browser, existing] = [new Browser(), newEmail()]
  await browser.signUp(existing)
  await confirmByMail(browser, await mailServer.newestFor(existing))
  return { existing, unknown: newEmail() }
}

test.each([
  [
    'a reset is requested',
    (email: string) => new Browser().call('/request-password-reset', { body: { email } }),
    false,
  ],
  ['someone signs up', (email: string) => new Browser().signUp(email), true],
])(
  'when %s, the response is sent before the account is looked up, and is the same without an account',
  async (_, ask, mailsUnknown) => {
    const { existing, unknown } = await emails()
    const { redis } = await store()
    // From here on, every `get` from the store and every search for an account waits.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const looked: string[] = []
    const get = redis.get
    vi.spyOn(redis, 'get').mockImplementation((async (key: string) => {
      looked.push(key)
      await held
      return get.call(redis, key)
    }) as typeof redis.get)
    const answers = [await ask(existing), await ask(unknown)]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    release()
    await mailServer.newestFor(existing, 2)
    if (mailsUnknown) await mailServer.newestFor(unknown)
    expect(looked).toContain(`email:${existing}`)
    vi.restoreAllMocks()
  },
)
