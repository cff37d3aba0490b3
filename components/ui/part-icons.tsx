import { Icon } from './icons'

/* The icons of parts that are loaded on demand, separate from the icons that every page loads. */

export const OutIcon = () => (
  <Icon>
    <path d="M6 3.5H3.2c-.4 0-.7.3-.7.7v8.6c0 .4.3.7.7.7h8.6c.4 0 .7-.3.7-.7V10M9.5 2.5h4v4M13.2 2.8 7.5 8.5" />
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
