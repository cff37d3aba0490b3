import { Icon } from '@/components/ui/icons'

/** The icons of pages, drawn on a grid of 16. */
const drawings: Record<string, string> = {
  '/': 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4ZM10.2 10.2l3.3 3.3',
  '/bulk': 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  '/batches': 'M2.5 5.5 8 2.5l5.5 3L8 8.5ZM2.5 8.2 8 11.2l5.5-3M2.5 10.9 8 13.9l5.5-3',
  '/keys': 'M5.2 8.2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM7.2 9 13 3.2M10.6 5.6l2 2',
  '/usage': 'M3 13.5V9M6.4 13.5V5.5M9.7 13.5V8M13 13.5v-11',
  '/callbacks': 'M13.5 5h-8a3 3 0 0 0-3 3v.5M10.8 2.3 13.5 5l-2.7 2.7M2.5 13.5H13',
  '/docs': 'M3 3.2c0-.4.3-.7.7-.7h8.6c.4 0 .7.3.7.7v10.3H4.5A1.5 1.5 0 0 1 3 12ZM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  '/account': 'M8 2.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM2.8 13.5a5.2 5.2 0 0 1 10.4 0',
}

/** The icon of a page in the navigation, beside its name. */
export const PageIcon = ({ href }: { href: string }) => (
  <Icon>
    <path d={drawings[href]} />
  </Icon>
)
