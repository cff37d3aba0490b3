import fc from 'fast-check'

/**
 * An element of a `data=` tree that doesn't point to a listing. Fields 3, 4, and 1 at the root could point to a
 * listing, so they are omitted.
 */
const filler = fc.oneof(
  fc.tuple(fc.integer({ min: 5, max: 40 }), fc.constantFrom('b1', 'e0', 'i3', 'd41.9', 'sx', 's%2Fg%2F1x', 'zQQ')),
  fc.tuple(fc.integer({ min: 5, max: 40 }), fc.constantFrom('m1!1b1', 'm2!1d4.5!2d5.5', 'm3!1m1!1e1!2sx')),
)

/** Returns an element with its children and their correct count. */
function element(field: number, children: readonly string[]): string {
  const inside = children.join('!')
  return children.length === 0 ? `${field}m0` : `${field}m${inside.split('!').length}!${inside}`
}

const fillers = fc.array(
  filler.map(([field, value]) => `${field}${value}`),
  { maxLength: 4 },
)

/** Builds a tree around a feature id. */
type WriteTree = (featureId: string) => string

/** The tree of a place page that has a feature id at `4.3.1`, among other things. */
export const placeTree: fc.Arbitrary<WriteTree> = fc
  .tuple(fillers, fillers, fillers, fc.constantFrom([], ['3m1!4b1']))
  .map(([inside, beside, around, before]) => (featureId) => {
    const place = element(3, [`1s${featureId}`, ...inside])
    return `!${[...before, element(4, [place, ...beside]), ...around].join('!')}`
  })

/** The tree of an embedded map that has a feature id at `1.3.1.1`. */
export const embedTree: fc.Arbitrary<WriteTree> = fc.tuple(fillers, fillers).map(([beside, around]) => (featureId) => {
  const camera = element(1, ['1m3!1d2144.3!2d22.8!3d47.7', '3m2!1i1024!2i768', '4f13.1'])
  const place = element(3, [element(1, [`1s${featureId}`, '2sBar'])])
  return `!${[element(1, [camera, place, ...beside]), ...around].join('!')}`
})

/** Arbitrary text with the same characters: wrong counts, endless fields, thousands of levels. */
export const anyTree: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        '4m',
        '3m',
        '1m',
        '1s',
        '2z',
        '99999',
        '1s0x1:0x2',
        '0x1:0x2',
        'm',
        '4m6',
        '3m5',
        '1m99',
        '',
        '%',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.map((part) => `!${part}`).join('')),
  fc
    .tuple(fc.nat({ max: 400 }), fc.constantFrom('!1m1', '!4m9', '!3m0', '!1m-1', '!1m1e9', '!'))
    .map(([depth, one]) => one.repeat(depth)),
)
