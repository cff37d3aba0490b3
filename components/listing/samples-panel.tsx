'use client'

import { useState } from 'react'
import {
  type ApiRequest,
  keyPlaceholder,
  type RequestSample,
  requestSamples,
} from '@/components/samples/request-samples'
import { Choices } from '@/components/ui/choices'
import { Snippet } from './snippet'

/** The same call in five languages, one at a time. */
export function SamplesPanel({ request }: { request: Pick<ApiRequest, 'path' | 'body'> }) {
  const [language, setLanguage] = useState<RequestSample['language']>('curl')
  const samples = requestSamples({ ...request, base: window.location.origin, key: keyPlaceholder })
  const code = samples.find((sample) => sample.language === language)?.code ?? ''
  return (
    <div className="grid gap-3">
      <Choices
        label="Language"
        options={samples.map((sample) => sample.language)}
        chosen={language}
        onChoose={setLanguage}
      />
      <Snippet
        name={`the ${language} sample`}
        text={code}
        note={`Replace ${keyPlaceholder} with your own key. Without that header, the call uses a free lookup.`}
      />
    </div>
  )
}
