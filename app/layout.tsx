import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PlansProvider } from '@/components/pricing/plans'
import { ConfirmedNote } from '@/components/sign-in/confirmed-note'
import { Footer } from '@/components/site/footer'
import { Header } from '@/components/site/header'
import { ThemeScript, WorkerScript } from '@/components/site/page-scripts'
import { shareCard } from '@/components/site/share-card'
import { StyleNonce } from '@/components/site/style-nonce'
import { plans } from '@/server/access/plans'
import { billingMode } from '@/server/billing/status'
import { env } from '@/server/env'
import { mono, sans } from './fonts/fonts'
import './globals.css'

export const generateMetadata = (): Metadata => ({
  metadataBase: new URL(env().APP_URL),
  // Every page's canonical address is its path alone: whatever else a link carries, it is the same page.
  alternates: { canonical: './' },
  ...shareCard('/'),
  title: {
    default: 'Pinref: turn any Google Maps link into its place ID, CID and review link',
    template: '%s · Pinref',
  },
  description:
    'Turn any Google Maps link into its place ID, CID and review link, with the listing’s public rating: in the browser and over a REST API.',
})

// Scripts carry a nonce that is new for each response (see `proxy.ts`), so no page can be prerendered.
export const dynamic = 'force-dynamic'

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // `public/theme.js` sets the theme on it before React starts.
    <html lang="en" className={`${sans.variable} ${mono.variable}`} suppressHydrationWarning>
      <head>
        <ThemeScript />
        <WorkerScript />
      </head>
      <body className="isolate flex min-h-dvh flex-col font-sans leading-normal">
        <StyleNonce />
        <a
          href="#main"
          className="sr-only bg-ink px-4 font-medium text-paper focus:not-sr-only focus:block focus:px-4 focus:py-2.5 focus:text-center"
        >
          Skip to content
        </a>
        <Header />
        <main id="main" className="relative flex-1 overflow-x-clip">
          <ConfirmedNote />
          <PlansProvider plans={plans()} billing={billingMode()}>
            {children}
          </PlansProvider>
        </main>
        <Footer />
      </body>
    </html>
  )
}
