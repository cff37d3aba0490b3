import type { ReactNode } from 'react'
import { SiteLink } from '@/components/ui/site-link'
import { Navigation } from './navigation'
import { pagesFor } from './pages'
import { Pin } from './scenery'
import { ThemeSwitch } from './theme-switch'

interface HeaderProps {
  isSignedIn: boolean
  /** Opens the command menu. */
  search: ReactNode
}

/** The header of reading pages. */
export function Header({ isSignedIn, search }: HeaderProps) {
  return (
    <header className="relative z-10 mx-auto flex w-full max-w-[76rem] items-center justify-between gap-4 px-4 py-4 sm:px-6">
      <SiteLink href="/" className="flex items-center gap-2 rounded-sm text-xl font-semibold tracking-tight">
        <Pin className="h-7" />
        Pinref
      </SiteLink>
      <div className="ms-auto md:me-2">{search}</div>
      <Navigation
        {...pagesFor(isSignedIn)}
        themes={[
          <ThemeSwitch key="row" name="theme-of-row" className={themeClass} />,
          <ThemeSwitch key="menu" name="theme-of-menu" className={themeClass} />,
        ]}
      />
    </header>
  )
}

const themeClass = 'mx-3.5 my-2'
