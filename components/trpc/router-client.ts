import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '@/server/entrances/trpc/router'
import { reportSwitch } from './account-switched'
import { pageAccountHeaders } from './page-account'

/** Reports a call that was refused because its page shows another account than the session's. */
const switchLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (error.data?.problem.code === 'account_switched') reportSwitch()
          observer.error(error)
        },
        complete: () => observer.complete(),
      }),
    )

/** Calls the router's procedures, one per request. */
export const routerClient = createTRPCClient<AppRouter>({
  links: [switchLink, httpLink({ url: '/api/trpc', headers: pageAccountHeaders })],
})
