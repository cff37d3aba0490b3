import { createContext, Script } from 'node:vm'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { stepsToRead } from '../../unit/links/steps'
import { claim, fuzz } from '../settings'
import { readOrRefused } from './soundness'

/** Stops a parse that would never end. Every other parse is judged by how its time grows. */
const watchdogMs = 10_000
const short = 1_024
const long = 4 * short

/** Twice the square of the growth: quadratic time passes, backtracking does not. Shorter times are noise. */
const maxGrowth = 2 * (long / short) ** 2
const noiseMs = 20
/**
 * How many times each string is measured: garbage collection may slow one measurement, but backtracking slows them all.
 */
const turns = 5

/** A token that inflates to 4,000 zeros. */
const zeros = deflateSync(Buffer.alloc(4_000)).toString('base64url')

const starts = [
  '',
  'https://',
  'x ',
  'https://www.google.com/maps/place/',
  'https://www.google.com/maps/place/x/data=',
  'https://www.google.com/maps/embed?pb=',
  'https://www.google.com/maps/dir/',
  'https://www.google.com/maps?',
  'https://www.google.com/search#lrd=',
  'https://consent.google.com/m?continue=',
  'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%2Fplace%2F',
  'https://maps.app.goo.gl/',
  'https://www.google.com/search?stick=H4sIAAAAAAAA_-NgU1Ix',
  'https://www.google.com/search?gs_ssp=eJzj4tVP1zc0zEjJsjTPLsk1',
  'https://www.google.com/search?stick=H4sI&stick=H4sI',
  `https://www.google.com/search?gs_ssp=${zeros}`,
  'https://www.google.com/url?q=',
  'https://www.google.com/maps?cid=5&origin=',
  'https://www.google.com/maps/reviews/data=!4m99!14m98',
  'https://www.google.com/search#rlfi=hd:;si:',
  'https://www.google.com/search#trex=m_t:lcl_akp,rc_ludocids:',
  'https://www.google.com/travel/hotels/entity/',
  'https://www.google.com/maps/preview#!data=',
  'https://web.archive.org/web/2023/',
  'intent://maps.google.com/#Intent;',
  'cid:-',
  'https://g.page/',
  'ChIJ',
  '0x',
]
const unit = fc.array(
  fc.constantFrom(
    ...'/ ? # & = % ! @ : . , + - _ a 0 1 x \' ( ) * ° " [ <'.split(' '),
    ...[
      '&stick=H4sIAAAAAAAA_-NgU1Ix',
      `&gs_ssp=${zeros}`,
      '&q=https://www.google.com/search?ludocid=5',
      '&origin=place_id:',
      '&cid=',
      '\\u003d',
      'https:\\/\\/',
      ',https://',
      '%25',
      '%2525',
      '%2F',
      '%E0',
      '&amp;',
      ' ',
      '\n',
      '\ud800',
      'é',
      '👩‍👩‍👧',
      '!1m9',
      '!1s',
      '!4m1',
      'a.',
      'https://',
      'continue=',
    ],
    ...['data=', '/data%3D', '0x1:0x2', 'ChIJ', 'maps.google.com', 'g.page/'],
  ),
  { minLength: 1, maxLength: 3 },
)

const sandbox = createContext({ read: () => {} })
const run = new Script('read()')

/**
 * Returns the processor time to read a string, in milliseconds: the shortest of three measurements.
 * @throws if it takes too long.
 */
function timeMs(text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    // On a busy machine, wall-clock time would include other work.
    const before = process.cpuUsage()
    sandbox.read = () => void readOrRefused(text)
    run.runInContext(sandbox, { timeout: watchdogMs })
    best = Math.min(best, process.cpuUsage(before).user / 1_000)
    if (best < noiseMs / 4) break
  }
  return best
}

const filled = (start: string, piece: string, length: number, end: string) =>
  start + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end

const family = fc.tuple(fc.constantFrom(...starts), unit, fc.constantFrom('', '!', ')', ' x', '%'))

/** The maximum number of steps per character, and the additional maximum for compressed tokens. */
const stepsPerCharacter = 150
const stepsOfTokens = 1_000_000

test('the steps to read a string do not exceed a fixed number per character, whatever element is repeated', () => {
  const costs = ([start, pieces, end]: [string, string[], string]) => {
    const text = filled(start, pieces.join(''), 8_192 - start.length - end.length, end)
    const steps = stepsToRead(text)
    claim(steps < stepsPerCharacter * text.length + stepsOfTokens, 'too many steps', start, pieces.join(''), end, steps)
  }
  fc.assert(fc.property(family, costs), fuzz(1_000))
})

describe('the time to read a string', () => {
  test('grows moderately with its length, whatever element is repeated', () => {
    const grows = ([start, pieces, end]: [string, string[], string]) => {
      const piece = pieces.join('')
      // The first lengths are so short that even an exponential parse ends.
      for (const length of [16, 24, 64, 256]) timeMs(filled(start, piece, length, end))
      const measured: string[] = []
      for (let turn = 0; turn < turns; turn++) {
        const little = timeMs(filled(start, piece, short, end))
        const much = timeMs(filled(start, piece, long, end))
        if (much < noiseMs || much < little * maxGrowth) return
        measured.push(`${little} -> ${much} ms`)
      }
      claim(false, 'grows too fast', start, piece, end, ...measured)
    }
    fc.assert(fc.property(family, grows), fuzz(2_000))
  })
})
