import type { BetterAuthPlugin } from 'better-auth'
import { removeUnconfirmed } from './adapter/users'
import { noteStoreFailure } from './store-failure'

const removeUnconfirmedAccount = noteStoreFailure(removeUnconfirmed)

/**
 * When GitHub or Google says that an email belongs to the person who signs in, removes an account of that email that was never
 * confirmed. Otherwise a stranger's sign-up could keep them out.
 */
export const providerFirst = {
  id: 'pinref-provider-first',
  init({ socialProviders }) {
    for (const provider of socialProviders) {
      const { getUserInfo } = provider
      provider.getUserInfo = async (token) => {
        const info = await getUserInfo.call(provider, token)
        if (info?.user.emailVerified && info.user.email) await removeUnconfirmedAccount(info.user.email.toLowerCase())
        return info
      }
    }
  },
} satisfies BetterAuthPlugin
