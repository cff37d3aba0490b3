'use client'

import type { ReactNode } from 'react'
import { useLanguage } from '@/components/samples/use-language'
import { Tabs } from '@/components/ui/tabs'

interface SampleTabsProps {
  /** What the samples do: "Look up a listing". */
  name: string
  /** A panel for each language; the default comes first. */
  panels: ReadonlyArray<{ language: string; panel: ReactNode }>
}

/** A sample in several languages. Choosing a language switches the samples on all pages to that language. */
export function SampleTabs({ name, panels }: SampleTabsProps) {
  const { language, choose } = useLanguage()
  const shown = (panels.find((panel) => panel.language === language) ?? panels[0])?.language ?? ''
  return (
    <>
      <Tabs
        label={`${name}: language`}
        tabs={panels.map(({ language }) => ({ name: language, text: language }))}
        open={shown}
        onOpen={choose}
        look="line"
      />
      {/* All panels are in the HTML, so that they can be read without JavaScript. */}
      {panels.map(({ language, panel }) => (
        <div key={language} hidden={language !== shown}>
          {panel}
        </div>
      ))}
    </>
  )
}
