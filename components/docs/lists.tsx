import type { ReactNode } from 'react'
import { SiteLink } from '@/components/ui/site-link'

/** The ways to use Pinref, as cards. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">{children}</ul>
)

interface WayProps {
  href: string
  name: string
  children: ReactNode
}

export const Way = ({ href, name, children }: WayProps) => (
  <li className="rounded-md border border-rule bg-sheet p-4 text-sm">
    <SiteLink href={href} className="font-medium">
      {name}
    </SiteLink>
    <span className="mt-1 block text-soft">{children}</span>
  </li>
)

/** A list of names with their meanings. */
export const Terms = ({ children }: { children: ReactNode }) => (
  <dl className="mt-4 grid max-w-[40rem] gap-4">{children}</dl>
)

export const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="text-soft">{children}</dd>
  </div>
)
