import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { highlight } from '@/components/docs/highlight'
import { readDocument } from '@/components/docs/reference/document'
import { allSamples } from '@/components/docs/samples/all'
import { textOfHtml } from '../../../support/text-of-html'

const codes = Object.values(await allSamples()).flatMap((sample) => sample.codes)

test('every code sample is highlighted, in every language, and its text is unchanged', () => {
  for (const { code, language } of codes) {
    const html = highlight(code, language)
    // A short command may have nothing to highlight.
    if (language !== 'shell') expect(html, language).toContain('<span class="code-')
    expect(textOfHtml(html ?? '')).toBe(code)
  }
})

test('code cannot become page elements', () => {
  for (const language of new Set(codes.map((one) => one.language))) {
    const code = `'<script>alert("1")</script>' & <img src=x onerror=alert(1)>`
    const html = highlight(code, language) ?? ''
    expect(html.replaceAll(/<\/?span(?: class="[\w\s-]+")?>/g, '')).not.toMatch(/[<>]/)
    expect(textOfHtml(html)).toBe(code)
  }
})

test('code in a language without a grammar is not highlighted', () => {
  expect(highlight('shop,link', null)).toBeUndefined()
  expect(highlight('shop,link', 'CSV')).toBeUndefined()
})

test('colors are CSS classes that the style sheet defines or deliberately leaves plain', async () => {
  const answers = (await readDocument()).operations.map(({ example }) => JSON.stringify(example, null, 2))
  const html = [
    ...codes.map(({ code, language }) => highlight(code, language)),
    ...answers.map((one) => highlight(one, 'JSON')),
  ]
  expect(html.join('')).not.toMatch(/style=/)
  const used = new Set([...html.join('').matchAll(/class="(code-\w+)/g)].map(([, name = '']) => name))
  const sheet = readFileSync('app/code.css', 'utf8')
  const plain = ['code-punctuation', 'code-params', 'code-operator', 'code-property', 'code-function', 'code-symbol']
  expect([...used].filter((name) => !sheet.includes(`.${name}`) && !plain.includes(name))).toEqual([])
})
