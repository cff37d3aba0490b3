import fc from 'fast-check'

/** The bytes to send over a socket, and how to send them. */
export interface RawConversation {
  /** Latin-1, sent in these pieces. */
  pieces: string[]
  /** Closes right after the last piece, without waiting for a response. */
  leaves: boolean
  /** This is a complete request, so it gets a response, however late. */
  isWhole?: boolean
}

const body = '{"cid":"1"}'
const call = (more = '', text = body) =>
  `POST /api/convert HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${text.length}\r\n\r\n${text}`

const requestLine = fc.oneof(
  { arbitrary: fc.constant('POST /api/convert HTTP/1.1'), weight: 6 },
  fc.constantFrom(
    'POST /api/convert HTTP/1.0',
    'POST /api/convert HTTP/2.0',
    'POST /api/convert',
    'POST  /api/convert HTTP/1.1',
  ),
  fc.constantFrom(
    'post /api/convert HTTP/1.1',
    'FROB /api/convert HTTP/1.1',
    'QUERY /api/convert HTTP/1.1',
    'PRI * HTTP/2.0',
  ),
  fc.constantFrom(
    'GET http://x/api/health HTTP/1.1',
    'POST http://evil.example/api/convert HTTP/1.1',
    'TRACE /api/convert HTTP/1.1',
  ),
  fc.constantFrom(
    'POST /api\\convert HTTP/1.1',
    'POST /api/\xe2\x82\xac HTTP/1.1',
    'POST /api/convert\x00 HTTP/1.1',
    '',
    'HELLO',
  ),
  fc.constantFrom(
    `GET /api/${'a'.repeat(15_000)} HTTP/1.1`,
    `GET /api/${'a'.repeat(70_000)} HTTP/1.1`,
    '\x16\x03\x01\x02\x00\x01',
  ),
)

const headerLine = fc.oneof(
  { arbitrary: fc.constantFrom('Accept: */*', 'Content-Type: application/json', 'User-Agent: fuzz'), weight: 4 },
  fc.constantFrom('Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'),
  fc.constantFrom(
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Expect: 100-continue',
    'Expect: magic',
    'Connection: close',
  ),
  fc.constantFrom(
    'Bad Header: 1',
    'X-A: a\x00b',
    'X-A: a\rb',
    ' folded',
    'X-A',
    ': x',
    'X-A : 1',
    'X-\xe9: 1',
    'Host: second',
  ),
  fc.constantFrom(
    'X-API-Key: \xff\xfe',
    'Authorization: Bearer \xe9',
    `X-Long: ${'a'.repeat(20_000)}`,
    'Content-Length: 3',
  ),
  fc.constant(Array.from({ length: 3_000 }, (_, line) => `X-${line}: y`).join('\r\n')),
  fc
    .tuple(fc.string({ unit: 'binary-ascii', maxLength: 10 }), fc.string({ maxLength: 20 }))
    .map((pair) => pair.join(': ')),
)

const framing = fc.oneof(
  { arbitrary: fc.constant(`Content-Length: ${body.length}\r\n\r\n${body}`), weight: 5 },
  fc.constantFrom(
    `\r\n${body}`,
    `Content-Length: 5\r\n\r\n${body}`,
    `Content-Length: 99\r\n\r\n${body}`,
    'Content-Length: -1\r\n\r\n',
  ),
  fc.constantFrom(
    'Content-Length: 1x\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\n',
    'Content-Length: 20000\r\n\r\n',
  ),
  fc.constantFrom('Transfer-Encoding: gzip\r\n\r\n', `Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\n${body}`),
  fc
    .array(
      fc.constantFrom(
        `b\r\n${body}\r\n`,
        '0\r\n\r\n',
        '5\r\n{"cid\r\n',
        'zz\r\n',
        'ffffffffffffffff\r\n',
        '0\r\nX: y\r\n\r\n',
        '\r\n',
        '-1\r\n',
        `4e20\r\n${' '.repeat(20_000)}\r\n`,
      ),
      {
        maxLength: 5,
      },
    )
    .map((chunks) => `Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`),
)

const request = fc.oneof(
  {
    arbitrary: fc
      .tuple(
        requestLine,
        fc.constantFrom('Host: x\r\n', 'Host: x\r\n', 'Host: x\r\n', '', 'Host: a b@c\r\n'),
        fc.array(headerLine, { maxLength: 4 }),
        framing,
      )
      .map(([line, host, lines, rest]) => `${line}\r\n${host}${lines.map((one) => `${one}\r\n`).join('')}${rest}`),
    weight: 6,
  },
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constant(call()),
)

/** Splits a request in two: in its request line, in a header, or in its body. */
const cut = (text: string, at: number): string[] => [
  text.slice(0, at % (text.length + 1)),
  text.slice(at % (text.length + 1)),
]

export const rawConversation: fc.Arbitrary<RawConversation> = fc.oneof(
  // Pipelined: several requests at once, the last of which ends the connection.
  {
    arbitrary: fc.array(request, { minLength: 1, maxLength: 4 }).map((requests) => ({
      pieces: [requests.join('') + call('Connection: close\r\n')],
      leaves: false,
    })),
    weight: 4,
  },
  { arbitrary: fc.tuple(request, fc.nat()).map(([text, at]) => ({ pieces: cut(text, at), leaves: false })), weight: 2 },
  fc.tuple(request, fc.nat()).map(([text, at]) => ({ pieces: [cut(text, at)[0] ?? ''], leaves: true })),
  request.map((text) => ({ pieces: [text], leaves: true })),
)
