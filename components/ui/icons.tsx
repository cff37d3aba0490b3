import type { ReactNode } from 'react'

/** A 16 by 16 icon in the color of the text. Always decorative: the text beside it says the same. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
      className="size-4 shrink-0 fill-none stroke-current"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5V3.2c0-.4.3-.7.7-.7h6.6c.4 0 .7.3.7.7v6.6c0 .4-.3.7-.7.7h-2.3" />
    <rect x="2.5" y="5.5" width="8" height="8" rx=".7" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.3 3.3L13 4.5" />
  </Icon>
)

export const OutIcon = () => (
  <Icon>
    <path d="M6 3.5H3.2c-.4 0-.7.3-.7.7v8.6c0 .4.3.7.7.7h8.6c.4 0 .7-.3.7-.7V10M9.5 2.5h4v4M13.2 2.8 7.5 8.5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m4 6.2 4 4 4-4" />
  </Icon>
)

export const ClockIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.7" />
    <path d="M8 4.8V8l2.2 1.6" />
  </Icon>
)

export const StrayIcon = () => (
  <Icon>
    <path d="M8 14S3.5 9.6 3.5 6.4a4.5 4.5 0 0 1 9 0C12.5 9.6 8 14 8 14ZM6.4 4.9l3.2 3.2M9.6 4.9 6.4 8.1" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />
  </Icon>
)

export const MoreIcon = () => (
  <Icon>
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </Icon>
)
