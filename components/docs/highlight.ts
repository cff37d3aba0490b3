import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import yaml from 'highlight.js/lib/languages/yaml'

/** The languages that samples are written in, with the grammar of each. */
const grammars: Record<string, string> = {
  curl: 'bash',
  shell: 'bash',
  JavaScript: 'javascript',
  'Apps Script': 'javascript',
  Python: 'python',
  PHP: 'php',
  Go: 'go',
  JSON: 'json',
  YAML: 'yaml',
  Compose: 'yaml',
  nginx: 'nginx',
  Caddy: 'nginx',
  systemd: 'ini',
}

const own = highlighter.newInstance()
for (const [name, grammar] of Object.entries({ bash, go, ini, javascript, json, nginx, php, python, yaml }))
  own.registerLanguage(name, grammar)
own.configure({ classPrefix: 'code-' })

/** Code that was highlighted before, because pages show the same few hundred snippets at every request. */
const highlighted = new Map<string, string>()
const maxHighlighted = 1_000

/**
 * Returns code as HTML: escaped text in spans with the classes of `app/code.css`. Used on the server: a browser gets the HTML
 * alone.
 * @param language of a sample, or `JSON`; null if it has no grammar, such as CSV.
 */
export function highlight(code: string, language: string | null): string | undefined {
  const grammar = language === null ? undefined : grammars[language]
  if (!grammar) return undefined
  const name = `${grammar}\n${code}`
  const known = highlighted.get(name)
  if (known !== undefined) return known
  const { value } = own.highlight(code, { language: grammar })
  if (highlighted.size >= maxHighlighted) highlighted.clear()
  highlighted.set(name, value)
  return value
}
