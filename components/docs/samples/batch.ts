import { keyPlaceholder } from '@/components/samples/request-samples'
import { rowOf } from '@/server/batches/row'
import type { Listing } from '@/server/listings/shapes'
import type { Sample } from './sample'

/**
 * A batch from its making to its results.
 * @param base the address of this server.
 * @param listing the one that is looked up.
 */
export function batchSample(base: string, { cid, place_id }: Pick<Listing, 'cid' | 'place_id'>): Sample {
  const lines = [place_id ?? '', 'no link']
  const known = { columns: [], sameAs: null, details: null }
  const results = [
    rowOf({
      ...{ ...known, line: 0, item: lines[0] ?? '' },
      result: ['resolve', cid, place_id, null, 'unchecked', null],
    }),
    rowOf({
      ...{ ...known, line: 1, item: lines[1] ?? '' },
      result: [
        'problem',
        'invalid_request',
        'A name is looked up only with details "full": Google bills every search.',
        null,
        null,
      ],
    }),
  ]
  const request = { base, lines }
  return {
    title: 'Make a batch and fetch its results',
    codes: [
      { language: 'curl', code: curl(request) },
      { language: 'JavaScript', code: javaScript(request) },
      { language: 'Python', code: python(request) },
      { language: 'PHP', code: php(request) },
      { language: 'Go', code: go(request) },
    ],
    prints: JSON.stringify({ results, after: 2, last: true }, null, 2),
  }
}

/**
 * What else is done with batches, in the shell.
 * @param placeId of the listing that is looked up.
 */
export function batchSamples(
  base: string,
  placeId: string,
): Record<'makeBatch' | 'batchParts' | 'batchResults', Sample> {
  const inCurl = (title: string, code: string): Sample => ({ title, codes: [{ language: 'curl', code }], prints: null })
  const at = `key='X-API-Key: ${keyPlaceholder}'\nat=${base}/api/batches`
  return {
    makeBatch: inCurl(
      'Make a batch of a CSV',
      `printf 'shop,link\\nTrevi,${placeId}\\n' > shops.csv

curl -sf '${base}/api/batches?details=none&column=link' --data-binary @shops.csv \\
  -H 'X-API-Key: ${keyPlaceholder}' -H 'Content-Type: text/csv' -H 'Idempotency-Key: shops-2026-11'`,
    ),
    batchParts: inCurl(
      'Send a batch in parts',
      `${at}
id=$(curl -sf -X POST "$at?details=none" -H "$key" | grep -o 'batch_[0-9A-Za-z]*')

curl -sf -X PUT "$at/$id/parts/1" -H "$key" -d '["${placeId}"]'
curl -sf -X PUT "$at/$id/parts/2" -H "$key" -d '["no link", "${placeId}"]'
curl -sf -X POST "$at/$id/start" -H "$key"`,
    ),
    batchResults: inCurl(
      'Fetch the results of the latest batch',
      `${at}
id=$(curl -sf "$at" -H "$key" | grep -o 'batch_[0-9A-Za-z]*' | head -n 1)

curl -sf "$at/$id/results?after=0" -H "$key"
curl -sf "$at/$id/results" -H "$key" -H 'Accept: text/csv' -o results.csv`,
    ),
  }
}

interface Request {
  base: string
  /** Without quotes and backslashes. */
  lines: readonly string[]
}

const curl = ({ base, lines }: Request) => `key='X-API-Key: ${keyPlaceholder}'
id=$(curl -s '${base}/api/batches?details=none' -H "$key" \\
  -d '${JSON.stringify(lines)}' | grep -o 'batch_[0-9A-Za-z]*')

until curl -s "${base}/api/batches/$id" -H "$key" | grep -q '"state":"finished"'; do sleep 1; done

curl -s "${base}/api/batches/$id/results" -H "$key"`

const javaScript = ({ base, lines }: Request) => `async function call(path, body) {
  const response = await fetch('${base}/api/batches' + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail)
  return answer
}

let batch = await call('', { details: 'none', lines: [${lines.map((line) => `'${line}'`).join(', ')}] })
while (batch.state !== 'finished') {
  await new Promise((wake) => setTimeout(wake, 1000))
  batch = await call('/' + batch.id)
}

console.log(JSON.stringify(await call('/' + batch.id + '/results'), null, 2))`

const python = ({ base, lines }: Request) => `import json
import time
import urllib.request


def call(path, body=None):
    request = urllib.request.Request(
        "${base}/api/batches" + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


batch = call("", {"details": "none", "lines": [${lines.map((line) => `"${line}"`).join(', ')}]})
while batch["state"] != "finished":
    time.sleep(1)
    batch = call("/" + batch["id"])

print(json.dumps(call("/" + batch["id"] + "/results"), indent=2))`

const php = ({ base, lines }: Request) => `<?php
function call($path, $body = null)
{
    $response = file_get_contents('${base}/api/batches' . $path, false, stream_context_create(['http' => [
        'method' => $body === null ? 'GET' : 'POST',
        'header' => ['Content-Type: application/json', 'X-API-Key: ${keyPlaceholder}'],
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
    ]]));
    $answer = json_decode($response, true);
    if (isset($answer['detail'])) {
        throw new RuntimeException($answer['detail']);
    }
    return $answer;
}

$batch = call('', ['details' => 'none', 'lines' => [${lines.map((line) => `'${line}'`).join(', ')}]]);
while ($batch['state'] !== 'finished') {
    sleep(1);
    $batch = call('/' . $batch['id']);
}

echo json_encode(call('/' . $batch['id'] . '/results'), JSON_PRETTY_PRINT), "\\n";`

const go = ({ base, lines }: Request) => `package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func call(method, path, body string) []byte {
	request, err := http.NewRequest(method, "${base}/api/batches"+path, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-Key", "${keyPlaceholder}")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		log.Fatal(string(answer))
	}
	return answer
}

func main() {
	var batch struct{ ID, State string }
	answer := call("POST", "?details=none", ${JSON.stringify(JSON.stringify(lines))})
	for json.Unmarshal(answer, &batch); batch.State != "finished"; json.Unmarshal(answer, &batch) {
		time.Sleep(time.Second)
		answer = call("GET", "/"+batch.ID, "")
	}
	os.Stdout.Write(call("GET", "/"+batch.ID+"/results", ""))
}`
