/** The values of a body: only types that every language reads the same way. */
export type SampleValue = string | readonly SampleValue[] | SampleBody

/** An API call. */
export interface ApiRequest {
  /** This server's address, without a trailing slash. */
  base: string
  /** Defaults to POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Null if the call has none. */
  body: SampleBody | null
  /** Null for a visitor's call. */
  key: string | null
}

interface SampleBody {
  readonly [name: string]: SampleValue
}

export interface RequestSample {
  language: 'curl' | 'JavaScript' | 'Python' | 'PHP' | 'Go'
  /** A complete program that prints the response, JSON or a file. The program needs only the language itself. */
  code: string
}

/** Placeholder for the reader's own key. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** Placeholder for a batch id. */
export const batchPlaceholder = 'YOUR_BATCH_ID'

/** Placeholder for an API key's id. */
export const keyIdPlaceholder = 'YOUR_KEY_ID'

/** Placeholder for a watchlist id. */
export const watchlistPlaceholder = 'YOUR_WATCHLIST_ID'

/** Placeholder for the id of a callback endpoint. */
export const callbackPlaceholder = 'YOUR_CALLBACK_ID'

/** Placeholder for the id of a delivery. */
export const deliveryPlaceholder = 'YOUR_DELIVERY_ID'

/** Returns the same request in five languages. User input is quoted by each language's own rules. */
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

/** Whether the response is a file, which is printed unchanged. */
const isFile = ({ path }: ApiRequest): boolean => /\.(?:csv|jsonl)$/.test(path)

/** Returns the request as a shell command, with its values quoted for the shell. */
export function curlSample({ base, method = 'POST', path, body, key }: ApiRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const option = method === (body === null ? 'GET' : 'POST') ? '' : `-X ${method} `
  return [
    `curl ${option}${base}${path}`,
    ...(body === null ? [] : [`-H ${quote(`Content-Type: ${json}`)}`]),
    ...(key === null ? [] : [`-H ${quote(`X-API-Key: ${key}`)}`]),
    ...(body === null ? [] : [`-d ${quote(JSON.stringify(wellFormed(body)))}`]),
  ].join(' \\\n  ')
}

function javaScript(request: ApiRequest): string {
  const { base, method = 'POST', path, body, key } = request
  const quote = (text: string) =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
  const headers = [
    ...(body === null ? [] : [`'Content-Type': '${json}'`]),
    ...(key === null ? [] : [`'X-API-Key': ${quote(key)}`]),
  ]
  const written = writer({ text: quote, fields: (all) => `{ ${all.join(', ')} }`, name: (name) => `${name}: ` }, '  ')
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === null ? [] : [`body: JSON.stringify(${written(body)})`]),
  ]
  return `const response = await fetch(${quote(base + path)}, {
${options.map((option) => `  ${option},\n`).join('')}})
${
  isFile(request)
    ? `if (!response.ok) throw new Error((await response.json()).detail)

console.log(await response.text())`
    : `const answer = await response.json()
if (!response.ok) throw new Error(answer.detail)

console.log(JSON.stringify(answer, null, 2))`
}`
}

function python(request: ApiRequest): string {
  const { base, method = 'POST', path, body, key } = request
  // A JSON string is a Python string too: both use the same escapes.
  const quote = (text: string) => JSON.stringify(text)
  const headers = [
    ...(body === null ? [] : [`"Content-Type": "${json}"`]),
    ...(key === null ? [] : [`"X-API-Key": ${quote(key)}`]),
  ]
  const written = writer({ text: quote, fields: (all) => `{${all.join(', ')}}`, name: (name) => `"${name}": ` }, '    ')
  const options = [
    quote(base + path),
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`method="${method}"`]),
    ...(body === null ? [] : [`data=json.dumps(${written(body)}).encode()`]),
    `headers={${headers.join(', ')}}`,
  ]
  return `${isFile(request) ? '' : 'import json\n'}import urllib.request

request = urllib.request.Request(
${options.map((option) => `    ${option},\n`).join('')})
with urllib.request.urlopen(request) as response:
${
  isFile(request)
    ? '    print(response.read().decode())'
    : `    answer = json.load(response)

print(json.dumps(answer, indent=2))`
}`
}

function php(request: ApiRequest): string {
  const { base, method = 'POST', path, body, key } = request
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  const headers = [
    ...(body === null ? [] : [`'Content-Type: ${json}'`]),
    ...(key === null ? [] : [quote(`X-API-Key: ${key}`)]),
  ]
  const written = writer(
    { text: quote, fields: (all) => `[${all.join(', ')}]`, name: (name) => `'${name}' => ` },
    '    ',
  )
  const options = [
    `'method' => '${method}'`,
    `'header' => [${headers.join(', ')}]`,
    ...(body === null ? [] : [`'content' => json_encode(${written(body)})`]),
    `'ignore_errors' => true`,
  ]
  return `<?php
$response = file_get_contents(${quote(base + path)}, false, stream_context_create(['http' => [
${options.map((option) => `    ${option},\n`).join('')}]]));
${
  isFile(request)
    ? `if (!str_contains($http_response_header[0], ' 200 ')) {
    throw new RuntimeException(json_decode($response, true)['detail']);
}

echo $response;`
    : `$answer = json_decode($response, true);
if (isset($answer['detail'])) {
    throw new RuntimeException($answer['detail']);
}

echo json_encode($answer, JSON_PRETTY_PRINT), "\\n";`
}`
}

function go({ base, method = 'POST', path, body, key }: ApiRequest): string {
  // A JSON string is a Go string too.
  const quote = (text: string) => JSON.stringify(text)
  const sent = body === null ? 'nil' : 'body'
  const headers = { ...(body !== null && { 'Content-Type': json }), ...(key !== null && { 'X-API-Key': key }) }
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"
${body === null ? '' : '\t"strings"\n'})

func main() {
${body === null ? '' : `\tbody := strings.NewReader(${quote(JSON.stringify(wellFormed(body)))})\n`}\
	request, err := http.NewRequest("${method}", ${quote(base + path)}, ${sent})
	if err != nil {
		log.Fatal(err)
	}
${Object.entries(headers)
  .map(([name, value]) => `\trequest.Header.Set("${name}", ${quote(value)})\n`)
  .join('')}\
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		log.Println(response.Status)
	}
	io.Copy(os.Stdout, response.Body)
}`
}

/** How a language writes a body's values. All languages write lists in brackets. */
interface Notation {
  text(text: string): string
  /** Writes a field's name, and the separator between it and its value. */
  name(name: string): string
  fields(fields: readonly string[]): string
}

/**
 * Returns a function that writes a body in a language, with each value of a list on its own line.
 * @param indent the indentation of the body's line.
 */
function writer({ text, name, fields }: Notation, indent: string): (body: SampleBody) => string {
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
