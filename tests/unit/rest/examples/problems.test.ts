import { expect, test } from 'vitest'
import { errorExample } from '@/server/entrances/rest/examples/problems'
import { apiErrorCodes, dashboardErrorCodes } from '@/server/platform/problems/errors'
import { problemShape, problems } from '@/server/platform/problems/problem'

test.each(apiErrorCodes)('the example of %s is a problem body in the format that Pinref sends', (code) => {
  const example = errorExample(code)
  expect(problemShape.safeParse(example).error).toBeUndefined()
  expect(example).toMatchObject({ code, status: problems[code].status, type: expect.stringContaining(code) })
  const { status } = problems[code]
  expect(example?.retry_after !== undefined, 'says when to try again').toBe(status === 429 || status === 500)
})

test('examples include the faults, identifiers, or quota figures that belong to their code', () => {
  expect(errorExample('invalid_request')?.errors).toContainEqual({
    pointer: '/url',
    detail: expect.any(String),
  })
  expect(errorExample('listing_not_found')?.identifiers).toMatchObject({ cid: expect.stringMatching(/^\d+$/) })
  expect(errorExample('free_quota_exhausted')?.detail).toMatch(/\(\d+ of \d+\)/)
})

test.each(dashboardErrorCodes)('the dashboard code %s has no example', (code) => {
  expect(errorExample(code)).toBeNull()
})
