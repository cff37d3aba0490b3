import { headers } from 'next/headers'
import Link from 'next/link'
import { hasSessionCookie } from '@/server/accounts/session-cookie'
import { Navigation } from './navigation'
import { pagesFor } from './pages'
import { Pin } from './pin'

/** The header of every page. Whether somebody is signed in is read from the cookie alone, without the store. */
export async function Header() {
  return (
    <header className="relative z-10 mx-auto flex w-full max-w-[76rem] items-center justify-between gap-4 px-4 py-4 sm:px-6">
      <Link
        href="/"
        prefetch={false}
        className="flex items-center gap-2 rounded-sm text-xl font-semibold tracking-tight"
      >
        <Pin className="h-7" />
        Pinref
      </Link>
      <Navigation pages={pagesFor(hasSessionCookie(await headers()))} />
    </header>
  )
}
