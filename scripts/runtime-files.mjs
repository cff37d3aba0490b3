import { cpSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { libraryFiles } from './library-files.mjs'

/*
 * Copies the current build and the library files that it loads, and nothing else, into an empty folder:
 * `npm run task runtime-files -- <folder>`. `node dist/pinref-server.js start` in that folder then starts Pinref, but
 * Pinref can't be built there.
 */

/** Files that Next.js writes for its own use, and files only for development. */
const excluded =
  /^(assets\.json|\.next\/(build|diagnostics|trace|trace-build|turbopack|types))$|\.(map|d\.ts|nft\.json)$/

async function main([folder]) {
  if (!folder) throw new Error('Pass a folder: npm run task runtime-files -- <folder>')
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  const build = relative('.', realpathSync('dist/current'))
  const links = readdirSync('dist', { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join('dist', name))
  for (const path of [build, ...links, ...(await libraryFiles(build))]) {
    cpSync(path, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !excluded.test(relative(build, file)),
    })
  }
}

main(process.argv.slice(2)).catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
