import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { groupBy } from './group-by.mjs'

/** The maximum image size in bytes, without the base image. */
const maxBytes = 350e6

const unwanted = /\.(map|tsx?|pem|key)$|^(tests|docs|\.git)($|\/)|(^|\/)\.(env|data|npmrc)/

/** Keys from Pinref, Google, Stripe, and Amazon, and private keys. */
const secret =
  /\bpr_live_\w{44}\b|\bAIza[\w-]{35}\b|\b(?:sk|rk)_live_\w{20,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----\n/

/**
 * Lists what the current build would add to an image, by folder.
 * @param {string} results the folder for `contents.txt`.
 * @throws Error if it is too large, or contains something that doesn't belong there.
 */
export function checkContents(results) {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-contents-'))
  try {
    execFileSync(process.execPath, ['scripts/runtime-files.mjs', folder])
    // With file types, because otherwise `readdirSync` follows links and lists their files twice.
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({ name: relative(folder, join(entry.parentPath, entry.name)), isLink: entry.isSymbolicLink() }))
      .map((file) => ({ ...file, bytes: lstatSync(join(folder, file.name)).size }))
    const listing = listingOf(files)
    writeFileSync(join(results, 'contents.txt'), listing)
    process.stdout.write(listing)
    const faults = [
      ...files.filter(({ name }) => unwanted.test(name)).map(({ name }) => `${name} must not be included`),
      ...files
        .filter(({ name, isLink }) => !isLink && secret.test(readFileSync(join(folder, name), 'latin1')))
        .map(({ name }) => `${name} contains a secret`),
      ...(sum(files) > maxBytes ? [`it is larger than ${megabytes(maxBytes)}`] : []),
    ]
    if (faults.length > 0) throw new Error(faults.join('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns a file's group: its library, or its folder in the build. */
const groupOf = (name) =>
  /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name.replace(/^(dist\/builds)\/[^/]+\/([^/]+).*/, '$1/<id>/$2')

function listingOf(files) {
  const groups = groupBy(files, ({ name }) => groupOf(name))
  const lines = [...groups]
    .map(([name, own]) => ({ name, bytes: sum(own), count: own.length }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes, count }) => `${megabytes(bytes).padStart(10)}  ${String(count).padStart(5)} files  ${name}`)
  return `${[...lines, `${megabytes(sum(files)).padStart(10)}  ${String(files.length).padStart(5)} files  in all`].join('\n')}\n`
}

const sum = (files) => files.reduce((bytes, file) => bytes + file.bytes, 0)
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
