import { eventExample } from '@/server/entrances/rest/examples/operations'
import type { Sample } from './sample'

/**
 * Receives callbacks and verifies their signatures without dependencies: a server on port 8080, or a shell check of a
 * saved callback. The secret is in the environment.
 */
export const callbackSample = (): Sample => ({
  title: 'Receive a callback',
  codes: [
    { language: 'JavaScript', code: javaScript },
    { language: 'Python', code: python },
    { language: 'PHP', code: php },
    { language: 'Go', code: go },
    { language: 'shell', code: shell },
  ],
  prints: null,
})

const javaScript = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const text = process.env.PINREF_CALLBACK_SECRET.replace('whsec_', '')
const secret = Buffer.from(text, 'base64')

function isGenuine(headers, body) {
  const time = headers['webhook-timestamp']
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  const hmac = createHmac('sha256', secret).update(\`\${headers['webhook-id']}.\${time}.\`)
  const expected = Buffer.from('v1,' + hmac.update(body).digest('base64'))
  const signatures = (headers['webhook-signature'] ?? '').split(' ')
  return isRecent && signatures.some((signature) => {
    const sent = Buffer.from(signature)
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end()
  response.writeHead(204).end()

  const { type, data } = JSON.parse(body)
  console.log(type, data.batch?.id)
}).listen(8080)`

const python = `import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

text = os.environ["PINREF_CALLBACK_SECRET"].removeprefix("whsec_")
secret = base64.b64decode(text)


def is_genuine(headers, body):
    message_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) >= 300:
        return False
    signed = f"{message_id}.{sent_at}.".encode() + body
    digest = hmac.digest(secret, signed, hashlib.sha256)
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(one, expected) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            print(event["type"], event["data"].get("batch", {}).get("id"))


HTTPServer(("", 8080), Receiver).serve_forever()`

const php = `<?php
// Serve it with: php -S 0.0.0.0:8080 callback.php
$secret = base64_decode(str_replace('whsec_', '', getenv('PINREF_CALLBACK_SECRET')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$isRecent = abs(time() - (int) $time) < 300;
$hmac = hash_hmac('sha256', "$id.$time.$body", $secret, true);
$expected = 'v1,' . base64_encode($hmac);
$genuine = array_filter($signatures, fn ($one) => hash_equals($expected, $one));
if (!$isRecent || !$genuine) {
    http_response_code(400);
    exit;
}
http_response_code(204);

$event = json_decode($body, true);
error_log($event['type'] . ' ' . ($event['data']['batch']['id'] ?? ''));`

const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(secret []byte, headers http.Header, body []byte) bool {
	sentAt := headers.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if age := time.Now().Unix() - seconds; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(headers.Get("Webhook-Id") + "." + sentAt + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(headers.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	text := strings.TrimPrefix(os.Getenv("PINREF_CALLBACK_SECRET"), "whsec_")
	secret, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		log.Fatal(err)
	}
	receive := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(secret, request.Header, body) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		log.Println(string(body))
	}
	log.Fatal(http.ListenAndServe(":8080", http.HandlerFunc(receive)))
}`

const shell = `# The callback headers. The raw body is in body.json.
id=$WEBHOOK_ID time=$WEBHOOK_TIMESTAMP signatures=$WEBHOOK_SIGNATURE

secret=$(printf %s "\${PINREF_CALLBACK_SECRET#whsec_}" |
  openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
expected=$({ printf '%s.%s.' "$id" "$time"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$secret" -binary |
  openssl base64 -A)
age=$(($(date +%s) - time))

if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then
  echo 'not recent' >&2
  exit 1
fi
case " $signatures " in
  *" v1,$expected "*) echo genuine ;;
  *) echo 'not signed by Pinref' >&2; exit 1 ;;
esac`

/** Returns a callback's body, indented. */
export const callbackExample = (): string => JSON.stringify(eventExample('batch.finished'), null, 2)
