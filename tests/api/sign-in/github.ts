import { beforeEach, vi } from 'vitest'
import { type Browser, newEmail } from './browser'

/** The settings that let people sign in with GitHub. */
export const githubSettings = { GITHUB_CLIENT_ID: 'pinref-github', GITHUB_CLIENT_SECRET: 'secret' }

/** The GitHub profile of the person who signs in. */
export const atGithub = {
  person: { id: 0, login: 'ada', name: 'Ada', email: '', avatar_url: 'https://avatars.example/1', verified: true },
}

/** Stubs `fetch`, because better-auth has GitHub's addresses built in. The responses come from GitHub's docs. */
export function standInForGithub(): void {
  beforeEach(() => {
    vi.stubGlobal('fetch', async (input: string | URL | Request) => {
      const { verified, ...profile } = atGithub.person
      const answers: Record<string, unknown> = {
        'https://github.com/login/oauth/access_token': {
          access_token: 'gho_secret',
          token_type: 'bearer',
          scope: 'read:user',
        },
        'https://api.github.com/user': { ...profile, email: null },
        'https://api.github.com/user/emails': [{ email: profile.email, primary: true, verified }],
      }
      return Response.json(answers[String(input instanceof Request ? input.url : input)])
    })
  })
}

let ids = 1000

/** Switches to another person. */
export function newPerson(email = newEmail()) {
  atGithub.person = { ...atGithub.person, id: ++ids, email, verified: true }
  return atGithub.person
}

/** Signs in at GitHub and returns to Pinref. */
export const signInWithGithub = (browser: Browser) => signInForPage(browser, '/keys')

/** Signs in at GitHub and returns to a page of Pinref. */
export async function signInForPage(browser: Browser, callbackURL: string) {
  const { json } = await browser.call('/sign-in/social', { body: { provider: 'github', callbackURL } })
  const state = new URL(json?.url ?? '').searchParams.get('state')
  return browser.call(`/callback/github?code=abc&state=${state}`)
}
