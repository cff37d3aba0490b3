import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Sample } from './sample'

/**
 * Looks up a CSV file as a batch and saves the results: `shops.csv` with the columns `shop` and `link` becomes `results.csv`.
 * @param base the address of this server.
 */
export function csvBatchSample(base: string): Sample {
  const at = `${base}/api/batches`
  return {
    title: 'Look up a CSV file',
    codes: [
      { language: 'curl', code: curl(at) },
      { language: 'JavaScript', code: javaScript(at) },
      { language: 'Python', code: python(at) },
      { language: 'PHP', code: php(at) },
      { language: 'Go', code: go(at) },
    ],
    prints: null,
  }
}

/**
 * Sends the lines of a batch in two parts, in the shell.
 * @param placeId of the listing to look up.
 */
export const batchPartsSample = (base: string, placeId: string): Sample => ({
  title: 'Send a batch in parts',
  codes: [
    {
      language: 'curl',
      code: `key='X-API-Key: ${keyPlaceholder}'
at=${base}/api/batches
id=$(curl -sf -X POST "$at?details=none" -H "$key" | grep -o 'batch_[0-9A-Za-z]*')

curl -sf -X PUT "$at/$id/parts/1" -H "$key" -d '["${placeId}"]'
curl -sf -X PUT "$at/$id/parts/2" -H "$key" -d '["no link", "${placeId}"]'
curl -sf -X POST "$at/$id/start" -H "$key"`,
    },
  ],
  prints: null,
})

const curl = (at: string) => `key='X-API-Key: ${keyPlaceholder}'
at=${at}

id=$(curl -sf "$at?details=none&column=link" -H "$key" -H 'Content-Type: text/csv' \\
  --data-binary @shops.csv | grep -o 'batch_[0-9A-Za-z]*')

until curl -sf "$at/$id" -H "$key" | grep -q '"ended_at":"'; do sleep 1; done

curl -sf "$at/$id/results.csv" -H "$key" -o results.csv`

const javaScript = (at: string) => `import { readFile, writeFile } from 'node:fs/promises'

async function call(path, options) {
  const headers = { 'X-API-Key': '${keyPlaceholder}', 'Content-Type': 'text/csv' }
  const response = await fetch('${at}' + path, { headers, ...options })
  if (!response.ok) throw new Error((await response.json()).detail)
  return response
}

const shops = await readFile('shops.csv')
let answer = await call('?details=none&column=link', { method: 'POST', body: shops })
let batch = await answer.json()

while (batch.ended_at === null) {
  await new Promise((wake) => setTimeout(wake, 1000))
  answer = await call('/' + batch.id)
  batch = await answer.json()
}

const results = await call('/' + batch.id + '/results.csv')
await writeFile('results.csv', results.body)`

const python = (at: string) => `import json
import shutil
import time
import urllib.request


def call(path, data=None):
    headers = {"X-API-Key": "${keyPlaceholder}", "Content-Type": "text/csv"}
    request = urllib.request.Request("${at}" + path, data, headers)
    return urllib.request.urlopen(request)


with open("shops.csv", "rb") as shops:
    batch = json.load(call("?details=none&column=link", shops.read()))

while batch["ended_at"] is None:
    time.sleep(1)
    batch = json.load(call("/" + batch["id"]))

results = call("/" + batch["id"] + "/results.csv")
with open("results.csv", "wb") as file:
    shutil.copyfileobj(results, file)`

const php = (at: string) => `<?php
function call($path, $options = [])
{
    $headers = ['X-API-Key: ${keyPlaceholder}', 'Content-Type: text/csv'];
    $context = stream_context_create(['http' => $options + ['header' => $headers]]);
    return fopen('${at}' . $path, 'r', false, $context) ?: exit(1);
}

function batch($answer)
{
    return json_decode(stream_get_contents($answer), true);
}

$shops = file_get_contents('shops.csv');
$batch = batch(call('?details=none&column=link', ['method' => 'POST', 'content' => $shops]));

while ($batch['ended_at'] === null) {
    sleep(1);
    $batch = batch(call("/{$batch['id']}"));
}

file_put_contents('results.csv', call("/{$batch['id']}/results.csv"));`

const go = (at: string) => `package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func call(method, path string, body io.Reader) io.Reader {
	request, err := http.NewRequest(method, "${at}"+path, body)
	check(err)
	request.Header.Set("X-API-Key", "${keyPlaceholder}")
	request.Header.Set("Content-Type", "text/csv")
	response, err := http.DefaultClient.Do(request)
	check(err)
	if response.StatusCode >= http.StatusBadRequest {
		problem, _ := io.ReadAll(response.Body)
		log.Fatal(string(problem))
	}
	return response.Body
}

func main() {
	shops, err := os.Open("shops.csv")
	check(err)
	var batch struct {
		ID      string
		EndedAt *string \`json:"ended_at"\`
	}
	answer := call("POST", "?details=none&column=link", shops)
	check(json.NewDecoder(answer).Decode(&batch))

	for batch.EndedAt == nil {
		time.Sleep(time.Second)
		answer = call("GET", "/"+batch.ID, nil)
		check(json.NewDecoder(answer).Decode(&batch))
	}

	file, err := os.Create("results.csv")
	check(err)
	_, err = io.Copy(file, call("GET", "/"+batch.ID+"/results.csv", nil))
	check(err)
}`
