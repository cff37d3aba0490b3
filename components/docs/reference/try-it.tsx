'use client'

import { type FormEvent, useId, useState } from 'react'
import { type ApiRequest, requestSamples, type SampleValue } from '@/components/samples/request-samples'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Select, TextBox, TextField } from '@/components/ui/field'
import { CodeBlock } from '../code-block'
import { SampleTabs } from '../sample-tabs'
import type { Field } from './document'
import { KeyField, useKey } from './key-field'

/** Highlighted code. */
interface Highlighted {
  code: string
  html: string | undefined
}

interface TryItProps {
  /** The sample's id, and what the sample does. */
  id: string
  title: string
  /** The request sent unless the form is changed. */
  request: ApiRequest
  fields: readonly Field[]
  /** The same request in every language, highlighted on the server. */
  codes: readonly Highlighted[]
  /** The example response, shown until there is a real one. */
  example: Highlighted
  /** The id of the sample that prints this response, for the tests. */
  answerTo: string
}

/** A form that makes a real call and shows the response, with the same call as code beside it. */
export function TryIt({ id, title, request, fields, codes, example, answerTo }: TryItProps) {
  const formId = useId()
  const { key, setKey } = useKey()
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.name, first(field, request)])),
  )
  const [result, setResult] = useState<CallResult | 'calling' | 'none' | null>(null)
  const needsKey = request.key !== null
  const body = request.body && bodyOf(fields, values)
  const samples = requestSamples({ ...request, body, key: key.trim() || request.key })

  async function send(event: FormEvent) {
    event.preventDefault()
    setResult('calling')
    setResult((await callApi(request.method ?? 'POST', request.path, body, key.trim())) ?? 'none')
  }

  return (
    <div className="mt-5 grid rounded-md border border-rule bg-sheet xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <form
        onSubmit={send}
        className="grid content-start gap-4 p-4 max-xl:border-b max-xl:border-rule xl:border-r xl:border-rule"
      >
        {fields.map((field) => (
          <Input
            key={field.name}
            id={`${formId}-${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <KeyField id={`${formId}-key`} value={key} isNeeded={needsKey} onChange={setKey} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={result === 'calling'}>
            <SteadyLabel labels={['Send', 'Sending']} shown={result === 'calling' ? 'Sending' : 'Send'} />
          </Button>
          <span className="text-sm text-soft">{noteOn(key.trim(), needsKey)}</span>
        </div>
      </form>
      <div className="min-w-0">
        <SampleTabs
          name={title}
          panels={samples.map(({ language, code }) => ({
            language,
            panel: (
              <CodeBlock
                code={code}
                html={codes.find((other) => other.code === code)?.html}
                name={`${title}: ${language}`}
                sample={{ id, language }}
                className="[&>pre]:max-h-96"
              />
            ),
          }))}
        />
        <div className="border-t border-rule bg-sunk">
          <div role="status" className="px-4 pt-3 text-xs text-soft">
            {result === 'none' ? (
              <span className="text-sm font-medium text-limit">
                No response. Check your connection, then try again.
              </span>
            ) : isResult(result) ? (
              <StatusLine result={result} />
            ) : (
              'Example response'
            )}
          </div>
          {isResult(result) ? (
            <ResultView result={result} />
          ) : (
            <CodeBlock
              {...example}
              name={`${title}: example response`}
              answerTo={answerTo}
              className="-mt-1 [&>pre]:max-h-96 [&>span]:bg-sunk"
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface InputProps {
  id: string
  field: Field
  value: string
  onChange: (value: string) => void
}

/** The control for a field: a select, a text field, or a box for a list as JSON. */
function Input({ id, field, value, onChange }: InputProps) {
  const { name, required, options } = field
  const control = {
    id,
    label: (
      <>
        <span className="font-mono">{name}</span>
        {!required && <span className="font-normal text-soft"> (optional)</span>}
      </>
    ),
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (isList(field)) return <TextBox {...control} rows={9} />
  if (!options) return <TextField {...control} />
  return (
    <Select {...control}>
      <option value="">Not sent</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  )
}

/** Returns the initial value of a field. */
function first(field: Field, { body }: ApiRequest): string {
  const value = body?.[field.name]
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2)
}

const bodyOf = (fields: readonly Field[], values: Record<string, string>): Record<string, SampleValue> =>
  Object.fromEntries(
    fields.flatMap((field): Array<[string, SampleValue]> => {
      const text = values[field.name] ?? ''
      return field.required || text ? [[field.name, isList(field) ? listIn(text) : text]] : []
    }),
  )

/** Whether a field is written as JSON. */
const isList = ({ type }: Field) => type.startsWith('list')

/** Parses a list. Returns text that is not JSON unchanged, so the server reports the error. */
function listIn(text: string): SampleValue {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Describes what the call will cost. */
function noteOn(key: string, needsKey: boolean): string {
  if (needsKey) return key ? 'This call uses your account and doesn’t count.' : 'This call needs a key.'
  if (key.startsWith('pr_test_')) return 'This call returns sample data and doesn’t count.'
  return 'This is a real call. It counts if it succeeds.'
}

const isResult = (result: CallResult | string | null): result is CallResult =>
  result !== null && typeof result === 'object'

const StatusLine = ({ result: { status, durationMs } }: { result: CallResult }) => (
  <span className={`text-sm font-medium ${status < 300 ? 'text-done' : 'text-limit'}`}>
    {status} <span className="font-normal text-soft">in {durationMs} ms</span>
  </span>
)

const ResultView = ({ result: { headers, body } }: { result: CallResult }) => (
  <>
    <dl className="px-4 pt-2 text-[0.8125rem]">
      {headers.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-soft">{name}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
    <CodeBlock code={body} name="response" className="[&>pre]:max-h-96 [&>span]:bg-sunk" />
  </>
)

/** The response to an API call. */
interface CallResult {
  status: number
  /** The headers worth showing, in a fixed order. */
  headers: Array<[name: string, value: string]>
  /** The body; JSON is indented. */
  body: string
  durationMs: number
}

const shownHeaders = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']

/**
 * Calls the API as a program would: with the key or as a visitor, never with the user's session.
 * @param path on our own origin, e.g. `/api/resolve`.
 * @param body null if the call has none.
 * @returns null if there was no response at all.
 */
async function callApi(method: string, path: string, body: object | null, key: string): Promise<CallResult | null> {
  const start = performance.now()
  try {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'x-api-key': key }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: shownHeaders.flatMap((name): CallResult['headers'] => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
      body: indented(text),
      durationMs: Math.round(performance.now() - start),
    }
  } catch {
    return null
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
