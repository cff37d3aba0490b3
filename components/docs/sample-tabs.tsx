'use client'

import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { useLanguage } from './use-language'

interface SampleTabsProps {
  /** What the samples do: "Look up a listing". */
  name: string
  /** A panel for each language, the default first. */
  panels: ReadonlyArray<{ language: string; panel: ReactNode }>
}

/** A sample in several languages. Choosing one switches the samples of all pages to it. */
export function SampleTabs({ name, panels }: SampleTabsProps) {
  const { language, choose } = useLanguage()
  const shown = panels.find((panel) => panel.language === language) ?? panels[0]
  return (
    <Radix.Root value={shown?.language ?? ''} onValueChange={choose}>
      <Radix.List aria-label={`${name}: language`} className="flex flex-wrap border-b border-rule px-1.5">
        {panels.map((panel) => (
          <Radix.Trigger
            key={panel.language}
            value={panel.language}
            className="-mb-px min-h-10 border-b-2 border-transparent px-2.5 text-sm text-soft transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {panel.language}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {panels.map((panel) => (
        <Radix.Content
          key={panel.language}
          value={panel.language}
          // All panels are in the HTML, so that they can be read without JavaScript.
          forceMount
          tabIndex={-1}
          className="data-[state=inactive]:hidden"
        >
          {panel.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
