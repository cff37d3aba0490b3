import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-whose-words-'))
afterAll(() => removeFolder(folder))

const operatorEmail = 'operator@example.com'
const nobody = 'http://127.0.0.1:9'

/** Servers that lack a setting, and the hints that their operators see. */
const servers = {
  'sample data, free plans, mail that is kept': {
    settings: {},
    hints: ['Set GOOGLE_MAPS_API_KEY', 'Email: stored in mail.jsonl', 'Users can choose any plan'],
  },
  'a Google key, plans that operators grant, no mail': {
    settings: {
      APP_URL: 'https://pinref.example.com',
      GOOGLE_MAPS_API_KEY: 'a key that costs money',
      GOOGLE_PLACES_URL: nobody,
      GOOGLE_LEGACY_PLACES_URL: nobody,
      GOOGLE_MAPSTOOLS_URL: nobody,
      LINK_GATEWAY_URL: nobody,
    },
    hints: ['Google can cost at most', 'Email: off', 'Operators grant plans'],
  },
}

/** Words for things that only operators can change. That a team can share one Google key is for everyone to read. */
const operatorWords =
  /operator|(?<!one )Google key|billing is off|the server runs|runs on your machine|sends no mail|this server sends|costs? \$|\$20 per|(google|smtp|stripe|upstream|operator|data|auth)_[a-z]|key_pepper/i

/** Returns a page's HTML without scripts, because scripts contain setting names. */
const shown = (html: string) => html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')

describe.each(Object.entries(servers))('with %s', (name, { settings, hints }) => {
  let app: App
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, { headers })
    expect(response.status, path).toBe(200)
    return shown(await response.text())
  }

  beforeAll(async () => {
    const dataDir = join(folder, String(Object.keys(servers).indexOf(name)))
    app = await startApp('node', {
      TRUSTED_PROXIES: '1',
      OPERATOR_EMAILS: operatorEmail,
      ...settings,
      DATA_DIR: dataDir,
    })
  })
  afterAll(() => app.stop())

  test.each(['/', '/pricing', '/sign-up', '/sign-up?plan=growth', '/bulk', '/forgot-password'])(
    'a visitor sees no text for operators on %s',
    async (path) => {
      expect(await page(path)).not.toMatch(operatorWords)
    },
  )

  test('a signed-in person who is not an operator sees no text for operators', async () => {
    const person = new Person(app.url, 'ada@example.com')
    if ('APP_URL' in settings) person.origin = settings.APP_URL
    expect((await person.signUp()).status).toBe(200)
    const cookie = [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    for (const path of ['/account', '/pricing', '/bulk', '/keys', '/usage']) {
      expect(await page(path, { cookie, 'x-forwarded-for': '10.78.0.1' }), path).not.toMatch(operatorWords)
    }
  })

  test('the startup log has the hints for operators', async () => {
    for (const hint of hints) await expect.poll(app.output).toContain(hint)
  })
})
