'use client'

import { type MouseEvent, useRef } from 'react'

/** The account page's sections in order, by group and fragment. */
const sectionGroups = {
  'This account': {
    name: 'Account name',
    plan: 'Plan and billing',
    requirement: 'Required second factor',
    'delete-account': 'Delete this account',
  },
  You: { person: 'Your name', email: 'Email', alerts: 'Alerts', operator: 'Operator' },
  Security: {
    password: 'Password',
    'two-step': 'Two-step verification',
    passkeys: 'Passkeys',
    devices: 'Devices',
    apps: 'Connected apps',
    activity: 'Activity',
  },
  'Your data': { copy: 'Download your data', delete: 'Delete account', 'delete-person': 'Delete your sign-in' },
} as const

export type GroupName = keyof typeof sectionGroups

type KeysOf<Group> = Group extends object ? keyof Group : never
export type SectionId = KeysOf<(typeof sectionGroups)[GroupName]>

export const sectionTitles = Object.assign({}, ...Object.values(sectionGroups)) as Record<SectionId, string>

/** Returns the section for a URL fragment; null if there is none. */
export function sectionOf(hash: string): SectionId | null {
  const id = hash.slice(1)
  return Object.hasOwn(sectionTitles, id) ? (id as SectionId) : null
}

interface IndexProps {
  /** The section in view; null before the first. */
  current: SectionId | null
  /** The sections that the page doesn't have. */
  without: readonly SectionId[]
  onFollow: (id: SectionId) => void
}

/** The account page's index: beside the sections, or collapsed above them on a phone. */
export function SectionIndex({ onFollow, ...rest }: IndexProps) {
  const above = useRef<HTMLDetailsElement>(null)
  return (
    <>
      <details ref={above} className="rounded-md border border-rule bg-sheet md:hidden">
        <summary className="px-4 py-2.5 text-sm font-medium">On this page</summary>
        <nav aria-label="Account" className="px-4 pb-3">
          <List
            {...rest}
            onFollow={(id) => {
              above.current?.removeAttribute('open')
              onFollow(id)
            }}
          />
        </nav>
      </details>
      <nav
        aria-label="Account"
        className="sticky top-6 max-h-[calc(100dvh-3rem)] self-start overflow-y-auto pb-4 max-lg:max-h-[calc(100dvh-7rem)] max-md:hidden"
      >
        <List {...rest} onFollow={onFollow} />
      </nav>
    </>
  )
}

const List = ({ current, without, onFollow }: IndexProps) => (
  <ul className="grid gap-4 text-sm">
    {shownGroups(without).map(([group, ids]) => (
      <li key={group}>
        <p className="mb-1 text-soft">{group}</p>
        <ul className="border-l border-rule">
          {ids.map((id) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                onClick={(event) => follow(event, () => onFollow(id))}
                className="-ml-px block border-l border-transparent py-1.5 pl-4 underline-offset-4 hover:border-edge hover:underline aria-[current]:border-ink aria-[current]:font-medium max-md:py-2.5"
              >
                {sectionTitles[id]}
              </a>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)

/** Returns the groups with the sections that the page has. */
const shownGroups = (without: readonly SectionId[]): Array<[string, SectionId[]]> =>
  Object.entries(sectionGroups)
    .map(([group, sections]): [string, SectionId[]] => [
      group,
      (Object.keys(sections) as SectionId[]).filter((id) => !without.includes(id)),
    ])
    .filter(([, ids]) => ids.length > 0)

function follow(event: MouseEvent, open: () => void) {
  // The browser opens the link in a new tab or window, or saves it.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
