import { classNames } from '@/components/ui/class-names'
import { SiteLink } from '@/components/ui/site-link'

const tabs = { overview: 'Overview', accounts: 'Accounts', activity: 'Activity' } as const

export type OperatorTab = keyof typeof tabs

/** Returns the tab in the page's URL; the first one for any other value. */
export const operatorTab = (text: string | undefined): OperatorTab =>
  text !== undefined && Object.hasOwn(tabs, text) ? (text as OperatorTab) : 'overview'

/** Links to the parts of the operator page. Each tab has its own address, and only the open tab loads its data. */
export const OperatorTabs = ({ open }: { open: OperatorTab }) => (
  <nav aria-label="Operator" className="mb-6 flex gap-1 overflow-x-auto border-b border-rule">
    {(Object.entries(tabs) as Array<[OperatorTab, string]>).map(([tab, text]) => (
      <SiteLink
        key={tab}
        href={tab === 'overview' ? '/operator' : `/operator?tab=${tab}`}
        aria-current={tab === open ? 'page' : undefined}
        className={classNames(
          '-mb-px flex min-h-11 items-center border-b-2 px-3 text-sm focus-visible:-outline-offset-2',
          tab === open
            ? 'border-ink font-medium text-ink forced-colors:border-b-4 forced-colors:border-[Highlight]'
            : 'border-transparent text-soft transition-colors duration-150 hover:text-ink forced-colors:border-[Canvas]',
        )}
      >
        {text}
      </SiteLink>
    ))}
  </nav>
)
