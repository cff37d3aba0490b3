import { expect, test } from 'vitest'
import { faultsOfScript, positionsIn } from '@/scripts/lua-faults.mjs'
import { definedScripts, defineScript } from '@/server/platform/store/script'
import { flag, integer } from '@/server/platform/store/script-values'

/** Returns the faults of a script with this Lua, one key, one argument, and one constant. */
function faultsOf(lua: string): string[] {
  defineScript({ name: 'a', keys: ['user'], args: { by: integer }, constants: { most: 5 }, returns: flag, lua })
  const script = definedScripts.at(-1)
  return script ? faultsOfScript(script) : []
}

test.each([
  ['a valid script', "if by > most then return false end\nreturn redis.call('INCRBY', user, by) > 0\n", []],
  ['a syntax error', 'if by > most then return user\n', [expect.stringMatching(/^the script a: .*'end' expected/)]],
  [
    'a name that nothing defines',
    'return user + by + mots\n',
    ['the script a: nothing defines mots: return user + by + mots', 'the script a: most is declared but not used'],
  ],
  [
    'an assignment to an undeclared name',
    'left = most - by\nreturn user\n',
    ['the script a: nothing defines left: left = most - by'],
  ],
  [
    'a function that Redis does not have',
    'os.execute(user .. by .. most)\n',
    ['the script a: nothing defines os: os.execute(user .. by .. most)'],
  ],
])('the linter of scripts reports the faults of %s', (_, lua, faults) => {
  expect(faultsOf(lua)).toEqual(faults)
})

test('the linter of scripts finds positions, but not all keys at once', () => {
  expect(positionsIn("redis.call('DEL', unpack(KEYS))\nreturn KEYS[1] .. ARGV[2]")).toEqual(['KEYS[', 'ARGV'])
})
