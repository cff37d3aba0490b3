import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import lockfile from 'proper-lockfile'
import { bundleServer, programs } from './bundle.mjs'

/*
 * Builds Pinref in a new folder, then atomically makes it the current build. A running server keeps its files.
 *
 *   dist/pinref-server.js -> current/…  one of the programs that are started by path
 *   dist/current -> builds/<id>         the link that is replaced
 *   dist/builds/<id>                    the bundles, Next's own folder, and the project files that Next reads at run time
 */

const builds = 'dist/builds'

/** The number of earlier builds to keep, for servers that still run them and browsers that still show their pages. */
const earlierBuilds = 2

async function main() {
  fs.mkdirSync(builds, { recursive: true })
  const release = await lockfile.lock(builds).catch((cause) => {
    throw new Error('Another build is running.', { cause })
  })
  try {
    const id = new Date().toISOString().replace(/\D/g, '')
    const folder = `${builds}/${id}`
    const name = buildName(id)
    await buildPages(folder, name)
    copyEarlierAssets(folder)
    for (const name of ['public', 'next.config.mjs']) fs.cpSync(name, `${folder}/${name}`, { recursive: true })
    fs.writeFileSync(`${folder}/package.json`, '{ "type": "module" }\n')
    await bundleServer(folder, name)
    point('dist/current', `builds/${id}`)
    for (const name of programs) point(`dist/${name}.js`, `current/${name}.js`)
    removeOld()
  } finally {
    await release()
  }
}

/** Returns the build's name: the commit, plus the build's id if files differ from the commit, or only the id. */
function buildName(id) {
  if (!fs.existsSync('.git')) return id
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD')
    return git('status', '--porcelain') === '' ? commit : `${commit}-${id}`
  } catch {
    // Git is missing, has no commit yet, or does not trust this folder.
    return id
  }
}

async function buildPages(folder, name) {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const env = { ...process.env, NEXT_DIST_DIR: `${folder}/.next`, NEXT_TELEMETRY_DISABLED: '1', PINREF_BUILD: name }
  const [code] = await once(spawn(process.execPath, [next, 'build'], { env, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The pages could not be built.')
}

/** Copies earlier builds' scripts and styles, whose names contain hashes, for browsers that still show an earlier page. */
function copyEarlierAssets(folder) {
  const assets = `${folder}/.next/static`
  const files = fs.readdirSync(assets, { recursive: true }).filter((file) => fs.statSync(`${assets}/${file}`).isFile())
  // Next to the bundle of a web worker, Next.js writes an empty source map and the worker's source, which no page loads.
  const own = files.filter((file) => !/\.(map|tsx?)$/.test(file))
  for (const file of files) if (!own.includes(file)) fs.rmSync(`${assets}/${file}`)
  fs.writeFileSync(`${folder}/assets.json`, JSON.stringify(own))
  for (const id of finishedBuilds().slice(-earlierBuilds)) {
    for (const file of JSON.parse(fs.readFileSync(`${builds}/${id}/assets.json`, 'utf8'))) {
      fs.cpSync(`${builds}/${id}/.next/static/${file}`, `${assets}/${file}`, { force: false })
    }
  }
}

/** Atomically creates a link or changes its target. */
function point(link, target) {
  const draft = `${link}.new`
  fs.rmSync(draft, { force: true })
  fs.symlinkSync(target, draft)
  fs.renameSync(draft, link)
}

function removeOld() {
  const retained = finishedBuilds().slice(-1 - earlierBuilds)
  for (const id of fs.readdirSync(builds)) {
    if (!retained.includes(id)) fs.rmSync(`${builds}/${id}`, { recursive: true })
  }
}

/** Returns the ids of finished builds, oldest first. The server's bundle is the last file that a build writes. */
const finishedBuilds = () =>
  fs
    .readdirSync(builds)
    .filter((id) => fs.existsSync(`${builds}/${id}/pinref-server.js`))
    .sort()

main().catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
