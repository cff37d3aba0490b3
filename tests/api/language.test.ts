import { describe, expect, test } from 'vitest'
import { call, hosts } from './call'

const tokyoTower = 'ChIJCewJkL2LGGAR3Qmk0vCTGkg'
const japanese = { title: '東京タワー', title_language: 'ja' }
const english = { title: 'Tokyo Tower', title_language: 'en' }

describe.each(hosts)('a language, on the $host', ({ url }) => {
  test('chooses the title in resolve, search, and the items of a batch', async () => {
    const own = (body: object) => ({ url: tokyoTower, ...body })
    expect((await call(url, 'resolve', own({}))).body).toMatchObject(english)
    expect((await call(url, 'resolve', own({ language: 'JA-jp' }))).body).toMatchObject(japanese)
    const query = { name: 'tokyo tower', language: 'ja' }
    expect((await call(url, 'search', query)).body.results[0]).toMatchObject(japanese)
    const items = [
      { operation: 'resolve', ...own({ language: 'ja' }) },
      { operation: 'resolve', ...own({ language: 'de' }) },
      { operation: 'search', ...query },
      { operation: 'resolve', ...own({ language: 'Japanese' }) },
    ]
    const { body } = await call(url, 'batch', { items })
    expect(body.results.slice(0, 2).map(({ result }: { result: unknown }) => result)).toMatchObject([japanese, english])
    expect(body.results[2].result.results[0]).toMatchObject(japanese)
    expect(body.results[3].problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/items/3/language' }],
    })
  })

  test('keeps the title of a sample listing whose name is known in one language only', async () => {
    const { body } = await call(url, 'resolve', { url: 'ChIJk_s92NyipBIRUMnDG8Kq2Js', language: 'ja' })
    expect(body).toMatchObject({ title: 'Sagrada Família', title_language: null })
  })

  test.each([[''], ['Japanese'], ['ja_JP'], ['j'], ['und'], ['ja '], [`en-${'x-'.repeat(20)}`], [7], [null], [['ja']]])(
    '%j is rejected',
    async (language) => {
      for (const [operation, body] of [
        ['resolve', { url: tokyoTower }],
        ['search', { name: 'tokyo tower' }],
      ] as const) {
        const answer = await call(url, operation, { ...body, language })
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
        expect(answer.body.errors).toEqual([
          { pointer: '/language', detail: 'Send language as a language tag, such as ja or pt-BR.' },
        ])
      }
    },
  )
})
