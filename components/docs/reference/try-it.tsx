'use client'

import { type FormEvent, useId, useState } from 'react'
import { type ApiRequest, requestSamples, type SampleValue } from '@/components/samples/request-samples'
import { Button } from '@/components/ui/button'
import { TextBox, TextField } from '@/components/ui/field'
import { SteadyLabel } from '@/components/ui/steady-label'
import { CodeBlock } from '../code-block'
import { SampleTabs } from '../sample-tabs'
import { type Called, callApi } from './call'
import type { Field } from './document'
import { useKey } from './use-key'

interface TryItProps {
  base: string
  path: ApiRequest['path']
  fields: readonly Field[]
}

/** A form that makes a real call and shows the answer, with the same call as code. */
export function TryIt({ base, path, fields }: TryItProps) {
  const id = useId()
  const { key, setKey } = useKey()
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.name, isList(field) ? indented(field.example) : field.example])),
  )
  const [called, setCalled] = useState<Called | 'calling' | 'unanswered' | null>(null)
  const body = Object.fromEntries(
    fields.flatMap((field): Array<[string, SampleValue]> => {
      const text = values[field.name] ?? ''
      return field.required || text ? [[field.name, isList(field) ? listIn(text) : text]] : []
    }),
  )

  async function send(event: FormEvent) {
    event.preventDefault()
    setCalled('calling')
    setCalled((await callApi(path, body, key.trim())) ?? 'unanswered')
  }

  return (
    <div className="mt-5 rounded-md border border-rule bg-sheet">
      <form onSubmit={send} className="grid gap-4 p-4">
        {fields.map((field) => {
          const { name, required } = field
          const label = (
            <>
              <span className="font-mono">{name}</span>
              {!required && <span className="font-normal text-soft"> (optional)</span>}
            </>
          )
          const control = { id: `${id}-${name}`, label, value: values[name] ?? '' }
          const set = (value: string) => setValues({ ...values, [name]: value })
          return isList(field) ? (
            <TextBox key={name} {...control} rows={9} onChange={({ target }) => set(target.value)} />
          ) : (
            <TextField key={name} {...control} onChange={({ target }) => set(target.value)} />
          )
        })}
        <TextField
          id={`${id}-key`}
          label={
            <>
              API key<span className="font-normal text-soft"> (without one, this counts as a visitor’s call)</span>
            </>
          }
          type="password"
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={called === 'calling'}>
            <SteadyLabel labels={['Send', 'Sending']} shown={called === 'calling' ? 'Sending' : 'Send'} />
          </Button>
          <span className="text-sm text-soft">This is a real call. If it succeeds, it counts.</span>
        </div>
      </form>
      <div role="status" className="border-t border-rule px-4 pt-3 font-medium empty:hidden">
        {called === 'unanswered' && (
          <span className="block pb-3 text-limit">No response. Check your connection, then send it again.</span>
        )}
        {isAnswer(called) && <StatusLine called={called} />}
      </div>
      {isAnswer(called) && <AnswerView called={called} />}
      <details className="border-t border-rule">
        <summary className="px-4 py-3 text-sm font-medium">The same call as code</summary>
        <SampleTabs
          name={`Call ${path}`}
          panels={requestSamples({ base, path, body, key: key.trim() || null }).map(({ language, code }) => ({
            language,
            panel: <CodeBlock code={code} name={`${language} code`} sample={{ id: path, language }} />,
          }))}
        />
      </details>
    </div>
  )
}

/** Whether a field is written as JSON. */
const isList = ({ type }: Field) => type.startsWith('list')

const indented = (json: string | null) => (json === null ? '' : JSON.stringify(JSON.parse(json), null, 2))

/** The list in a text; the text itself where it is no JSON, of which the server says what is wrong. */
function listIn(text: string): SampleValue {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isAnswer = (called: Called | string | null): called is Called => called !== null && typeof called === 'object'

const StatusLine = ({ called: { status, durationMs } }: { called: Called }) => (
  <span className={status === 200 ? 'text-done' : 'text-limit'}>
    {status} <span className="text-sm font-normal text-soft">in {durationMs} ms</span>
  </span>
)

const AnswerView = ({ called: { headers, body } }: { called: Called }) => (
  <>
    <dl className="px-4 pt-2 text-[0.8125rem]">
      {headers.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-soft">{name}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
    <CodeBlock code={body} name="answer" />
  </>
)
