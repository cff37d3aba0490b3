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

/** The languages of the samples, with their grammars. */
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

/** A cache of highlighted code, because every request shows some of the same few hundred snippets. */
const cache = new Map<string, string>()
const maxCached = 1_000

/**
 * Returns code as HTML: escaped text in spans with the classes of `app/code.css`. Used only on the server.
 * @param language of a sample, or `JSON`; null if it has no grammar, such as CSV.
 */
export function highlight(code: string, language: string | null): string | undefined {
  const grammar = language === null ? undefined : grammars[language]
  if (!grammar) return undefined
  const name = `${grammar}\n${code}`
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const { value } = own.highlight(code, { language: grammar })
  if (cache.size >= maxCached) cache.clear()
  cache.set(name, value)
  return value
}
