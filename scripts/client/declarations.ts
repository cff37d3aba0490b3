import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerTypes } from './answer-types'

/**
 * Writes the package's type declarations. Every export of the client has an explicit type, so no declaration refers to the
 * server. The API's types, which come from the router, are inlined.
 */
export function writeDeclarations(folder: string): void {
  const emitted = mkdtempSync('dist/types-')
  try {
    const config = join(emitted, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: {
          allowJs: false,
          noEmit: false,
          incremental: false,
          declaration: true,
          emitDeclarationOnly: true,
          isolatedDeclarations: true,
          noCheck: true,
          noResolve: true,
          rootDir: '../../clients/npm/src',
          outDir: '.',
        },
        include: [],
        files: readdirSync('clients/npm/src')
          .filter(isFile('.ts'))
          .map((file) => join('../../clients/npm/src', file)),
      }),
    )
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config], { stdio: 'inherit' })
    writeFileSync(join(emitted, 'answers.d.ts'), answerTypes())
    for (const file of readdirSync(emitted).filter(isFile('.d.ts'))) {
      const text = readFileSync(join(emitted, file), 'utf8')
      if (text.includes("'@/")) throw new Error(`${file} refers to the server, which is not in the package.`)
      writeFileSync(join(folder, file), text)
    }
  } finally {
    rmSync(emitted, { recursive: true })
  }
}

const isFile = (ending: string) => (name: string) => name.endsWith(ending)
