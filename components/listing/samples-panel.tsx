'use client'

import { type ApiRequest, keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import { useLanguage } from '@/components/samples/use-language'
import { Choices } from '@/components/ui/choices'
import { Snippet } from './snippet'

/** The same call in five languages, one at a time. The chosen language is the one that the docs show too. */
export function SamplesPanel({ request }: { request: Pick<ApiRequest, 'path' | 'body'> }) {
  const { language: wanted, choose } = useLanguage()
  const samples = requestSamples({ ...request, base: window.location.origin, key: keyPlaceholder })
  const language = samples.find((sample) => sample.language === wanted)?.language ?? 'curl'
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
        note={`Replace ${keyPlaceholder} with your own key. Without that header, the call uses a free lookup.`}
      />
    </div>
  )
}
