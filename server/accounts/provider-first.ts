import type { BetterAuthPlugin } from 'better-auth'
import { removeUnconfirmed } from './adapter/users'
import { watchingStore } from './store-failure'

const makeWay = watchingStore(removeUnconfirmed)

/**
 * An account that was never confirmed makes way for whoever GitHub or Google says has its email, or a stranger's sign-up could
 * keep them out.
 */
export const providerFirst = {
  id: 'pinref-provider-first',
  init({ socialProviders }) {
    for (const provider of socialProviders) {
      const { getUserInfo } = provider
      provider.getUserInfo = async (token) => {
        const info = await getUserInfo.call(provider, token)
        if (info?.user.emailVerified && info.user.email) await makeWay(info.user.email.toLowerCase())
        return info
      }
    }
  },
} satisfies BetterAuthPlugin
