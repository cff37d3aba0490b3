'use client'

import * as Radix from 'radix-ui/tabs'
import type { ComponentProps } from 'react'

export const Tabs = Radix.Root

/** Tabs like those of index cards: the open one joins the card under it. */
export function TabList(props: ComponentProps<typeof Radix.List>) {
  return <Radix.List className="flex gap-1 px-3" {...props} />
}

export function Tab(props: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={
        'relative -mb-px min-h-11 rounded-t-md border border-transparent px-4 text-sm font-medium text-soft ' +
        'transition-colors duration-150 hover:text-ink data-[state=active]:border-rule data-[state=active]:border-b-sheet ' +
        'data-[state=active]:bg-sheet data-[state=active]:text-ink focus-visible:z-10'
      }
      {...props}
    />
  )
}

/** Stays mounted while another tab is open, so that nothing typed into it is lost. */
export function TabPanel(props: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content forceMount className="data-[state=inactive]:hidden" {...props} />
}
