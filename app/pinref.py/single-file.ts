/** Matches an import at the top of a module, also one for type checkers only, which is indented. */
const imports = /^( *)(?:from (\S+) import (?:\(([^)]*)\)|(.*))|import (\S+))\n/gm

/**
 * Returns a Python package as a single module.
 * @param init the package itself, for its docstring. @param modules its modules, each after those that it imports.
 */
export function singleFile(init: string, modules: readonly string[]): string {
  const [docstring = ''] = /^""".*?"""\n/s.exec(init) ?? []
  const plain = new Set<string>()
  const names = new Map<string, Set<string>>()
  const exported: string[] = []
  const bodies = modules.map((module) =>
    module
      .replace(/^""".*?"""\n/s, '')
      .replace(/^__all__ = \[(.*?)\]\n/ms, (_, list: string) => {
        exported.push(...list.split(',').map((name) => name.trim()))
        return ''
      })
      .replace(imports, (_, indent: string, from: string | undefined, many: string, few: string, one: string) => {
        if (from === undefined) plain.add(`import ${one}`)
        else if (!from.startsWith('.')) add(`${indent}from ${from}`, (many ?? few).split(','))
        return ''
      })
      .replace(/^if TYPE_CHECKING:\n/m, '')
      .trim(),
  )

  function add(from: string, list: readonly string[]): void {
    const all = names.get(from) ?? new Set()
    for (const name of list) if (name.trim()) all.add(name.trim())
    names.set(from, all)
  }

  const lines = [...names].map(([from, all]) => `${from} import ${[...all].sort().join(', ')}`).sort()
  const forCheckers = lines.filter((line) => line.startsWith(' '))
  const others = lines.filter((line) => !/^ |__future__/.test(line))
  return [
    `${docstring}\nfrom __future__ import annotations\n\n${[...plain].sort().join('\n')}\n${others.join('\n')}`,
    `if TYPE_CHECKING:\n${forCheckers.join('\n')}`,
    `__all__ = [${exported.filter(Boolean).sort().join(', ')}]`,
    `${bodies.join('\n\n\n')}\n`,
  ].join('\n\n')
}
