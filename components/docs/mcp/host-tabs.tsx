'use client'

import { type ReactNode, useState } from 'react'
import { Tabs } from '@/components/ui/tabs'

interface HostTabsProps {
  /** A panel for each host; the default comes first. */
  panels: ReadonlyArray<{ host: string; panel: ReactNode }>
}

/** Setup instructions for one host at a time. */
export function HostTabs({ panels }: HostTabsProps) {
  const [open, setOpen] = useState(panels[0]?.host ?? '')
  return (
    <>
      <Tabs
        label="Host"
        tabs={panels.map(({ host }) => ({ name: host, text: host }))}
        open={open}
        onOpen={setOpen}
        look="line"
      />
      {panels.map(({ host, panel }) => (
        <div key={host} hidden={host !== open}>
          {panel}
        </div>
      ))}
    </>
  )
}
