/** What a body is made of: nothing that one of the languages would read differently. */
export type SampleValue = string | readonly SampleValue[] | { readonly [name: string]: SampleValue }

/** A call of the API. */
export interface ApiRequest {
  /** The address of this server, without a slash at the end. */
  base: string
  path: '/api/resolve' | '/api/search' | '/api/convert' | '/api/batch'
  body: { readonly [name: string]: SampleValue }
  /** Null for a visitor's call. */
  key: string | null
}

export interface RequestSample {
  language: 'curl' | 'JavaScript' | 'Python' | 'PHP' | 'Go'
  /** A complete program that prints the answer as JSON. It needs nothing but the language itself. */
  code: string
}

/** Stands where a reader's own key belongs. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** Trevi Fountain, which both the sample and Google know. */
export const examplePlaceId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

/** The same request in five languages. User input is quoted by each language's own rules. */
export function requestSamples(request: ApiRequest): RequestSample[] {
  return [
    { language: 'curl', code: curlSample(request) },
    { language: 'JavaScript', code: javaScript(request) },
    { language: 'Python', code: python(request) },
    { language: 'PHP', code: php(request) },
    { language: 'Go', code: go(request) },
  ]
}

const json = 'application/json'

/** The request as a shell command, with its values quoted for the shell. */
export function curlSample({ base, path, body, key }: ApiRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl ${base}${path}`,
    `-H ${quote(`Content-Type: ${json}`)}`,
    ...(key === null ? [] : [`-H ${quote(`X-API-Key: ${key}`)}`]),
    `-d ${quote(JSON.stringify(wellFormed(body)))}`,
  ].join(' \\\n  ')
}

function javaScript({ base, path, body, key }: ApiRequest): string {
  const quote = (text: string) =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
  const headers = [`'Content-Type': '${json}'`, ...(key === null ? [] : [`'X-API-Key': ${quote(key)}`])]
  const written = writer({ text: quote, fields: (all) => `{ ${all.join(', ')} }`, name: (name) => `${name}: ` }, '  ')
  return `const response = await fetch(${quote(base + path)}, {
  method: 'POST',
  headers: { ${headers.join(', ')} },
  body: JSON.stringify(${written(body)}),
})
const answer = await response.json()
if (!response.ok) throw new Error(answer.detail)

console.log(JSON.stringify(answer, null, 2))`
}

function python({ base, path, body, key }: ApiRequest): string {
  // A JSON string is a Python string too: both know the same escapes.
  const quote = (text: string) => JSON.stringify(text)
  const headers = [`"Content-Type": "${json}"`, ...(key === null ? [] : [`"X-API-Key": ${quote(key)}`])]
  const written = writer({ text: quote, fields: (all) => `{${all.join(', ')}}`, name: (name) => `"${name}": ` }, '    ')
  return `import json
import urllib.request

request = urllib.request.Request(
    ${quote(base + path)},
    data=json.dumps(${written(body)}).encode(),
    headers={${headers.join(', ')}},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)

print(json.dumps(answer, indent=2))`
}

function php({ base, path, body, key }: ApiRequest): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  const headers = [`'Content-Type: ${json}'`, ...(key === null ? [] : [quote(`X-API-Key: ${key}`)])]
  const written = writer(
    { text: quote, fields: (all) => `[${all.join(', ')}]`, name: (name) => `'${name}' => ` },
    '    ',
  )
  return `<?php
$response = file_get_contents(${quote(base + path)}, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [${headers.join(', ')}],
    'content' => json_encode(${written(body)}),
    'ignore_errors' => true,
]]));
$answer = json_decode($response, true);
if (isset($answer['detail'])) {
    throw new RuntimeException($answer['detail']);
}

echo json_encode($answer, JSON_PRETTY_PRINT), "\\n";`
}

function go({ base, path, body, key }: ApiRequest): string {
  // A JSON string is a Go string too.
  const quote = (text: string) => JSON.stringify(text)
  const setKey = key === null ? '' : `\n\trequest.Header.Set("X-API-Key", ${quote(key)})`
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(${quote(JSON.stringify(wellFormed(body)))})
	request, err := http.NewRequest("POST", ${quote(base + path)}, body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "${json}")${setKey}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Println(response.Status)
	}
	io.Copy(os.Stdout, response.Body)
}`
}

/** How a language writes what a body is made of. Lists have brackets in all of them. */
interface Notation {
  text(text: string): string
  /** A field's name, and what stands between it and its value. */
  name(name: string): string
  fields(fields: readonly string[]): string
}

/**
 * Writes a body in a language; lists have a line for each of their values.
 * @param indent of the line that the body stands in.
 */
function writer({ text, name, fields }: Notation, indent: string): (body: ApiRequest['body']) => string {
  const written = (value: SampleValue): string => {
    if (typeof value === 'string') return text(value)
    if (isList(value)) return `[\n${value.map((one) => `${indent}  ${written(one)},\n`).join('')}${indent}]`
    return fields(Object.entries(value).map(([key, field]) => name(key) + written(field)))
  }
  return (body) => written(wellFormed(body))
}

const isList = (value: SampleValue): value is readonly SampleValue[] => Array.isArray(value)

/** Replaces lone surrogates, which are not valid text in every language, as the server would. */
function wellFormed(value: SampleValue): SampleValue {
  if (typeof value === 'string') return value.replace(/[\ud800-\udfff]/gu, '\ufffd')
  if (isList(value)) return value.map(wellFormed)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, wellFormed(field)]))
}
