import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { atRate } from '../load/load'
import { median } from '../load/statistics'

const callers = 8
const paths = ['/', '/docs', '/pricing', '/docs/reference']

/** Call and page figures. Times are in milliseconds. */
export interface PagesLoadFigures {
  alone: { calls: number; medianMs: number }
  loaded: { calls: number; medianMs: number; pages: number; pageMedianMs: number }
  /** Responses other than 200, for calls and pages. */
  failures: number
  /** The call time while pages were requested, as a multiple of the time without them. */
  ratio: number
}

/**
 * Requests this many pages a second for this long and measures the effect on eight callers' calls.
 * @param url a server's address, which allows visitors any number of calls.
 */
export async function loadPages(url: string, pagesPerSecond: number, seconds: number): Promise<PagesLoadFigures> {
  const agent = new Agent({ keepAlive: true })
  let failures = 0

  async function timed(method: string, path: string, body = ''): Promise<number> {
    const started = performance.now()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${url}${path}`, { method, agent }, (response) => {
        text(response).then(() => resolve(response.statusCode), reject)
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    }).catch(() => 0)
    if (status !== 200) failures += 1
    return performance.now() - started
  }

  async function callFor(ms: number): Promise<number[]> {
    const took: number[] = []
    const until = performance.now() + ms
    const caller = async () => {
      while (performance.now() < until) took.push(await timed('POST', '/api/convert', '{"cid":"1"}'))
    }
    await Promise.all(Array.from({ length: callers }, caller))
    return took
  }

  async function askForPages(ms: number): Promise<number[]> {
    const took: number[] = []
    await atRate(pagesPerSecond, Math.floor((pagesPerSecond * ms) / 1_000), async (page) => {
      took.push(await timed('GET', paths[page % paths.length] ?? '/'))
    })
    return took
  }

  // The first visit to a page loads its code, and the first calls run code that is not compiled yet.
  for (const path of paths) await timed('GET', path)
  await callFor(2_000)
  const alone = await callFor(seconds * 1_000)
  const [loaded, pages] = await Promise.all([callFor(seconds * 1_000), askForPages(seconds * 1_000)])

  agent.destroy()
  return {
    alone: { calls: alone.length, medianMs: median(alone) },
    loaded: { calls: loaded.length, medianMs: median(loaded), pages: pages.length, pageMedianMs: median(pages) },
    failures,
    ratio: median(loaded) / median(alone),
  }
}
