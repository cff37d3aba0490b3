import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Attributes = { key: string; value: Value }[]

export interface ReceivedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  startMs: number
  endMs: number
  status: { code?: number; message?: string }
  attributes: Record<string, unknown>
}

export interface ReceivedPoint {
  service: string
  /** The service process that sent the data. */
  instance: string
  unit: string
  /** The count of a histogram, or the sum of a counter. */
  count: number
  /** The sum of a histogram. */
  sum: number
  attributes: Record<string, unknown>
}

/** Replaces an OpenTelemetry collector: accepts OTLP over HTTP as JSON, at `/v1/traces` and `/v1/metrics`. */
export async function startOtlpReceiver() {
  const bodies: { path: string; text: string; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push({ path: request.url ?? '', text, headers: request.headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All received data, unparsed. */
    text: () => bodies.map(({ text, headers }) => `${JSON.stringify(headers)}\n${text}`).join('\n'),
    serviceNames: () =>
      [
        ...at('/v1/traces').flatMap((body) => body.resourceSpans),
        ...at('/v1/metrics').flatMap((body) => body.resourceMetrics),
      ].map(({ resource }) => record(resource.attributes)['service.name']),
    spans: (): ReceivedSpan[] =>
      at('/v1/traces')
        .flatMap((body) => body.resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ startTimeUnixNano, endTimeUnixNano, attributes, parentSpanId, ...span }) => ({
          ...span,
          parentSpanId: parentSpanId || undefined,
          startMs: Number(startTimeUnixNano) / 1e6,
          endMs: Number(endTimeUnixNano) / 1e6,
          attributes: record(attributes),
        })),
    /** Returns the newest value of each of a metric's series. */
    points: (name: string): ReceivedPoint[] => {
      const newest = new Map<string, ReceivedPoint>()
      const resources = at('/v1/metrics').flatMap((body) => body.resourceMetrics)
      for (const { resource, scopeMetrics } of resources) {
        const of = record(resource.attributes)
        const [service, instance] = [String(of['service.name']), String(of['service.instance.id'])]
        const metrics = scopeMetrics.flatMap((scope: { metrics: unknown[] }) => scope.metrics)
        for (const metric of metrics) {
          if (metric.name !== name) continue
          for (const point of (metric.histogram ?? metric.sum).dataPoints) {
            const attributes = record(point.attributes)
            const count = Number(point.count ?? point.asInt ?? point.asDouble)
            const { unit } = metric
            const sum = Number(point.sum ?? 0)
            newest.set(JSON.stringify([service, instance, attributes]), {
              service,
              instance,
              unit,
              count,
              sum,
              attributes,
            })
          }
        }
      }
      return [...newest.values()]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function record(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.intValue === undefined
        ? (value.stringValue ?? value.doubleValue ?? value.boolValue)
        : Number(value.intValue),
    ]),
  )
}
