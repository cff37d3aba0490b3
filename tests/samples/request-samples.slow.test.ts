import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import { removeFolder } from '../support/remove-folder'
import { isRun, runSample } from '../support/run-sample'

/** Texts that are easily quoted wrongly: quotes, backslashes, variables, comments, other scripts, control characters. */
const texts = [
  'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc',
  `It's "here": \\n $HOME $(id) \`id\` %s {$x} #{x} \${y} <?php ?> // -- \\`,
  'café 東京 🗼 \u2028 \u00a0',
  'two\nlines\r\tand \u0001 controls',
  `'''`,
  '\\',
]

describe('requestSamples', () => {
  const received: Array<{
    method: string | undefined
    url: string | undefined
    key: unknown
    type: unknown
    body: unknown
  }> = []
  let server: Server
  let base = ''
  let folder = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pinref-samples-'))
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const { 'x-api-key': key, 'content-type': type } = request.headers
      received.push({
        method: request.method,
        url: request.url,
        key,
        type,
        body: body === '' ? null : JSON.parse(body),
      })
      response.setHeader('content-type', 'application/json').end('{"title":"Caffè","cid":"17759648132674796470"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    removeFolder(folder)
  })

  it.for(['curl', 'JavaScript', 'Python', 'PHP', 'Go'])(
    'makes a %s sample that sends any text unchanged and prints the answer',
    // Newer versions of Go build their standard library before they run the first sample.
    { timeout: 180_000 },
    async (language, { skip }) => {
      skip(!isRun({ language }), 'SKIP_LANGUAGES is set')
      const flat = texts.map((url) => ({ path: '/api/resolve' as const, body: { url } }))
      const items = texts.flatMap((text) => [
        { operation: 'resolve', url: text },
        { operation: 'search', name: text },
      ])
      const lists = [{ path: '/api/batch' as const, body: { items } }]
      for (const key of [null, keyPlaceholder]) {
        for (const { path, body } of key ? [...flat, ...lists] : flat.slice(0, 1)) {
          received.length = 0
          const samples = requestSamples({ base, path, body, key })
          const code = samples.find((sample) => sample.language === language)?.code ?? ''
          const printed = await runSample(language, code, folder)
          expect(JSON.parse(printed)).toEqual({ title: 'Caffè', cid: '17759648132674796470' })
          expect(received).toEqual([
            { method: 'POST', url: path, key: key ?? undefined, type: 'application/json', body },
          ])
        }
      }
    },
  )

  it.for(['curl', 'JavaScript', 'Python', 'PHP', 'Go'])(
    'makes a %s sample that uses the given method, with and without a body',
    { timeout: 180_000 },
    async (language, { skip }) => {
      skip(!isRun({ language }), 'SKIP_LANGUAGES is set')
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        for (const body of method === 'GET' || method === 'DELETE' ? [null] : [null, { lines: texts }]) {
          received.length = 0
          const samples = requestSamples({ base, method, path: '/api/batches/x', body, key: keyPlaceholder })
          const code = samples.find((sample) => sample.language === language)?.code ?? ''
          expect(JSON.parse(await runSample(language, code, folder))).toMatchObject({ title: 'Caffè' })
          const type = body === null ? undefined : 'application/json'
          expect(received).toEqual([{ method, url: '/api/batches/x', key: keyPlaceholder, type, body }])
        }
      }
    },
  )
})
