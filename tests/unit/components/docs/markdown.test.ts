import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InlineMarkdown, Markdown } from '@/components/docs/markdown'

const html = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ (?:class|translate)="[^"]*"/g, '')

test('headings, paragraphs, and lists are rendered, including a two-line item', () => {
  const markdown =
    '# Changelog\n\nWhat a user sees.\n\n## 1.0.0\n\n### Added\n\n- One thing\n  in two lines.\n- `Another`.\n## 0.9.0\n### Fixed\n- A third.\n'
  expect(html(markdown)).toBe(
    '<p>What a user sees.</p><h2>1.0.0</h2><h3>Added</h3>' +
      '<ul><li>One thing\nin two lines.</li><li><code>Another</code>.</li></ul>' +
      '<h2>0.9.0</h2><h3>Fixed</h3><ul><li>A third.</li></ul>',
  )
})

test('inline code, bold text, and links are rendered', () => {
  expect(html('Try `a` and **b**: [c](https://example.com).')).toBe(
    '<p>Try <code>a</code> and <strong>b</strong>: <a href="https://example.com">c</a>.</p>',
  )
})

test('HTML is shown as text', () => {
  expect(html('<script>alert(1)</script>\n\nA <b onclick="alert(1)">bold</b> word & `<i>`.')).toBe(
    '&lt;script&gt;alert(1)&lt;/script&gt;' +
      '<p>A &lt;b onclick=&quot;alert(1)&quot;&gt;bold&lt;/b&gt; word &amp; <code>&lt;i&gt;</code>.</p>',
  )
})

test('inline Markdown is not wrapped in a paragraph', () => {
  expect(renderToStaticMarkup(createElement(InlineMarkdown, { text: 'Begins `ChIJ`.' }))).toMatch(
    /^Begins <code.*>ChIJ<\/code>\.$/,
  )
})

test('the project’s changelog is rendered with no Markdown left over', () => {
  const page = html(readFileSync('CHANGELOG.md', 'utf8'))
  expect(page).toContain('<h2>0.1.0 - 2026-11-21</h2>')
  expect(page.replaceAll(/<code>.*?<\/code>|&#?\w+;/g, '').match(/[`#]|\*\*|\]\(|>[-*] /g)).toBeNull()
})
