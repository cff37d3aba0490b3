import Link from 'next/link'
import { Pin } from './pin'

export function Header() {
  return (
    <header className="relative mx-auto flex w-full max-w-[76rem] items-center justify-between gap-4 px-4 py-4 sm:px-6">
      <Link href="/" className="flex items-center gap-2 rounded-sm text-xl font-semibold tracking-tight">
        <Pin className="h-7" />
        Pinref
      </Link>
      <nav aria-label="Pages" className="flex items-center gap-5 text-sm font-medium sm:gap-7">
        <a href="/#api" className="rounded-sm py-2 underline-offset-4 hover:underline">
          REST API
        </a>
        <a href="/api/openapi.json" className="rounded-sm py-2 underline-offset-4 hover:underline">
          OpenAPI
        </a>
      </nav>
    </header>
  )
}
