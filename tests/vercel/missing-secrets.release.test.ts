import { expect, test } from 'vitest'
import { buildForVercel, variables } from './build'

test('a build for Vercel without KEY_PEPPER fails with an explanation', () => {
  const { KEY_PEPPER: _, ...others } = variables
  expect(() => buildForVercel(others)).toThrow(/^ {2}KEY_PEPPER is required on Vercel/m)
  // Copying the project takes time.
}, 180_000)
