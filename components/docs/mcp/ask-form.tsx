'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Select, TextField } from '@/components/ui/field'
import { CodeBlock } from '../code-block'
import { KeyField, useKey } from '../reference/key-field'

/** The tools that can take a single string: its field, its label, and an initial value. */
const inputs = {
  resolve_listing: {
    field: 'url',
    label: 'A link, a place id, or a CID',
    text: 'https://maps.google.com/?cid=7793879817120868320',
  },
  search_listings: { field: 'names', label: 'A business name', text: 'Sagrada Familia, Barcelona' },
  convert_cid: { field: 'cid', label: 'A CID', text: '0x6c296c66619367e0' },
} as const

type ToolName = keyof typeof inputs

/** Calls a tool as an agent would, and shows both sides of the exchange. */
export function AskForm() {
  const id = useId()
  const { key, setKey } = useKey()
  const [tool, setTool] = useState<ToolName>('resolve_listing')
  const [text, setText] = useState<string>(inputs.resolve_listing.text)
  const [response, setResponse] = useState<Exchange | 'calling' | 'none' | null>(null)
  const { field, label } = inputs[tool]
  const message = messageOf(tool, { [field]: field === 'names' ? [text] : text })

  const choose = (chosen: ToolName) => {
    setTool(chosen)
    setText(inputs[chosen].text)
    setResponse(null)
  }
  async function call(event: FormEvent) {
    event.preventDefault()
    setResponse('calling')
    setResponse((await sendMessage(message, key.trim())) ?? 'none')
  }

  return (
    <div className="mt-5 grid grid-cols-1 rounded-md border border-rule bg-sheet">
      <form onSubmit={call} className="grid content-start gap-4 border-b border-rule p-4">
        <Select id={`${id}-tool`} label="Tool" value={tool} onChange={({ target }) => choose(target.value as ToolName)}>
          {Object.keys(inputs).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextField id={`${id}-text`} label={label} value={text} onChange={({ target }) => setText(target.value)} />
        <KeyField id={`${id}-key`} value={key} isNeeded={false} onChange={setKey} />
        <div>
          <Button type="submit" busy={response === 'calling'}>
            <SteadyLabel labels={['Call tool', 'Calling']} shown={response === 'calling' ? 'Calling' : 'Call tool'} />
          </Button>
        </div>
      </form>
      <h3 className="px-4 pt-3 text-xs text-soft">What the agent sends</h3>
      <CodeBlock
        code={JSON.stringify(message, null, 2)}
        name="message"
        sample={{ id: 'mcpMessage', language: 'JSON' }}
        className="-mt-1"
      />
      <div className="border-t border-rule bg-sunk">
        <p role="status" className="px-4 pt-3 text-xs text-soft">
          {response === 'none' ? (
            <span className="text-sm font-medium text-limit">No response. Check your connection, then try again.</span>
          ) : isExchange(response) ? (
            `What the agent receives: ${response.status}`
          ) : (
            'What the agent receives appears here.'
          )}
        </p>
        {isExchange(response) ? (
          <CodeBlock code={response.body} name="response" className="-mt-1 [&>pre]:max-h-96 [&>span]:bg-sunk" />
        ) : (
          <div className="h-10" />
        )}
      </div>
    </div>
  )
}

const isExchange = (response: Exchange | string | null): response is Exchange =>
  response !== null && typeof response === 'object'

/** The response to a tool call. */
interface Exchange {
  status: number
  /** JSON, indented. */
  body: string
}

const revision = '2026-07-28'

/** Returns the message that calls a tool. @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
const messageOf = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name,
    arguments: input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'pinref-docs', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

/**
 * Sends a message as an agent would: with the key or as a visitor, never with the user's session.
 * @returns null if there was no response at all.
 */
async function sendMessage(message: ReturnType<typeof messageOf>, key: string): Promise<Exchange | null> {
  try {
    const response = await fetch('/api/mcp', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': message.method,
        'mcp-name': message.params.name,
        ...(key && { 'x-api-key': key }),
      },
      body: JSON.stringify(message),
    })
    return { status: response.status, body: JSON.stringify(await response.json(), null, 2) }
  } catch {
    return null
  }
}
