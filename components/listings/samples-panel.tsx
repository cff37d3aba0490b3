'use client'

import { type ApiRequest, keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import { useLanguage } from '@/components/samples/use-language'
import { Choices } from '@/components/ui/choices'
import { CopyButton } from '@/components/ui/copy-button'

/** The same call in five languages, one at a time. The docs use the chosen language too. */
export function SamplesPanel({ request }: { request: Pick<ApiRequest, 'path' | 'body'> }) {
  const { language: preferred, choose } = useLanguage()
  const samples = requestSamples({ ...request, base: window.location.origin, key: keyPlaceholder })
  const language = samples.find((sample) => sample.language === preferred)?.language ?? 'curl'
  const code = samples.find((sample) => sample.language === language)?.code ?? ''
  return (
    <div className="grid gap-3">
      <Choices
        label="Language"
        options={samples.map((sample) => sample.language)}
        chosen={language}
        onChoose={choose}
      />
      <Snippet
        name={`the ${language} sample`}
        text={code}
        note={`Replace ${keyPlaceholder} with your API key. Omit the header to use a free lookup.`}
      />
    </div>
  )
}

interface SnippetProps {
  /** The name on the copy button. */
  name: string
  text: string
  note: string
}

/** Text to copy, in a box that scrolls. */
export function Snippet({ name, text, note }: SnippetProps) {
  return (
    <figure className="min-w-0">
      <div className="flex items-start justify-between gap-4">
        <figcaption className="max-w-[28rem] pt-1.5 text-sm text-soft">{note}</figcaption>
        <CopyButton value={text} name={name} className="-me-2" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-2 overflow-x-auto rounded-md border border-rule bg-sunk p-4 font-mono text-[0.8125rem] leading-5"
      >
        {text}
      </pre>
    </figure>
  )
}
