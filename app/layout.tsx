import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Menu } from '@/components/menu/menu'
import { MenuButton, MenuFault } from '@/components/menu/menu-button'
import { PlansProvider } from '@/components/pricing/plans'
import { ConfirmedNote } from '@/components/sign-in/confirmed-note'
import { Footer } from '@/components/site/footer'
import { Header } from '@/components/site/header'
import { headline } from '@/components/site/headline'
import { LazyFrame } from '@/components/site/lazy-frame'
import { PageScript } from '@/components/site/page-scripts'
import { shareCard } from '@/components/site/share-card'
import { ThemeSwitch } from '@/components/site/theme-switch'
import { description } from '@/package.json'
import { billingMode } from '@/server/features/billing/status'
import { accountOfCookie, hasSessionCookie } from '@/server/features/sign-in/signatures'
import { plans } from '@/server/metering/access/limits'
import { sourceKind } from '@/server/places/sources/source'
import { preparation } from '@/server/platform/runtime/per-process'
import { env } from '@/server/platform/settings/env'
import { mono, sans } from './fonts/fonts'
import './globals.css'

export const generateMetadata = (): Metadata => ({
  metadataBase: new URL(env().APP_URL),
  // Every page's canonical address is its path alone: whatever else a link contains, it opens the same page.
  alternates: { canonical: './' },
  ...shareCard('/'),
  title: {
    default: `${headline} · Pinref`,
    template: '%s · Pinref',
  },
  description,
})

// Scripts carry a nonce that is new for each response (see `proxy.ts`), so no page can be prerendered.
export const dynamic = 'force-dynamic'

/** The cookie alone shows whether the user is signed in; the store is not read. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await preparation.value?.()
  const requestHeaders = await headers()
  const isSignedIn = hasSessionCookie(requestHeaders)
  const { MAP_HOST, REVIEW_HOST, APP_URL } = env()
  const parts = { header: <Header isSignedIn={isSignedIn} search={<MenuButton />} />, footer: <Footer /> }
  const content = (
    <>
      <ConfirmedNote />
      <PlansProvider plans={plans()} billing={billingMode()}>
        {children}
        <Menu
          isSignedIn={isSignedIn}
          source={sourceKind()}
          hosts={{ MAP_HOST, REVIEW_HOST }}
          apiUrl={APP_URL}
          fault={<MenuFault />}
        />
      </PlansProvider>
    </>
  )
  return (
    // `public/page.js` sets the theme on this element before React starts.
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-account={accountOfCookie(requestHeaders) ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <PageScript />
      </head>
      <body className="isolate flex min-h-dvh flex-col font-sans leading-normal">
        <a
          href="#main"
          className="sr-only bg-ink px-4 font-medium text-paper focus:not-sr-only focus:block focus:px-4 focus:py-2.5 focus:text-center"
        >
          Skip to content
        </a>
        {isSignedIn ? (
          <LazyFrame
            {...parts}
            search={<MenuButton className="lg:min-h-9 lg:justify-start lg:px-2.5" />}
            themes={[
              <ThemeSwitch key="account" name="theme-of-account" className="mx-2 my-2" />,
              <ThemeSwitch key="bar" name="theme-of-bar" className="mx-2 my-2" />,
            ]}
          >
            {content}
          </LazyFrame>
        ) : (
          <>
            {parts.header}
            <main id="main" className="relative flex-1 overflow-x-clip">
              {content}
            </main>
            {parts.footer}
          </>
        )}
      </body>
    </html>
  )
}
