// The parts of Google Apps Script that our sheet script uses, with their limits.
// Node loads this file before the script.
// `appsScript` records the script's actions, and stands in for the person using the sheet.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

const properties = new Map(process.env.PINREF_KEY ? [['PINREF_KEY', process.env.PINREF_KEY]] : [])
const cached = new Map()

globalThis.appsScript = {
  /** The bodies that were sent. */
  sent: [],
  /** The script's sleep durations, in milliseconds. */
  slept: [],
  /** The durations, in seconds, for which values were cached. */
  keptSeconds: new Set(),
  /** The entries of each menu, and the function that each entry calls. */
  menus: {},
  /** The reply to the next prompt; null cancels the prompt. */
  typed: null,
  /** Whether another formula holds the lock. */
  isLocked: false,
  /** The requests that were made, such as `get /key`. */
  requests: [],
  /** The sheet's locale. */
  locale: 'en_US',
  /** The text of prompts and alerts. */
  messages: [],
}

globalThis.PropertiesService = {
  getScriptProperties: () => ({
    getProperty: (name) => properties.get(name) ?? null,
    setProperty: (name, value) => properties.set(name, value),
  }),
}

const checkName = (name) => {
  if (name.length > 250) throw new Error('Argument too large: key')
}

globalThis.CacheService = {
  getScriptCache: () => ({
    getAll(names) {
      names.forEach(checkName)
      return Object.fromEntries(names.flatMap((name) => (cached.has(name) ? [[name, cached.get(name)]] : [])))
    },
    putAll(values, seconds) {
      if (seconds > 21_600) throw new Error('Argument too large: expirationInSeconds')
      for (const [name, value] of Object.entries(values)) {
        checkName(name)
        if (typeof value !== 'string' || Buffer.byteLength(value) > 100_000)
          throw new Error('Argument too large: value')
        if (!cached.has(name) && cached.size === 1_000) throw new Error('the cache of Apps Script would drop a value')
        cached.set(name, value)
        globalThis.appsScript.keptSeconds.add(seconds)
      }
    },
    get: (name) => cached.get(name) ?? null,
    put(name, value, seconds) {
      this.putAll({ [name]: value }, seconds)
    },
    remove: (name) => cached.delete(name),
  }),
}

globalThis.LockService = {
  getScriptLock: () => ({ tryLock: () => !globalThis.appsScript.isLocked, releaseLock: () => {} }),
}

globalThis.Utilities = {
  DigestAlgorithm: { SHA_256: 'sha256' },
  Charset: { UTF_8: 'utf8' },
  /** Returns signed bytes, as Apps Script does. */
  computeDigest: (algorithm, text, charset) => [...new Int8Array(createHash(algorithm).update(text, charset).digest())],
  base64EncodeWebSafe: (bytes) => Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  base64DecodeWebSafe: (text) => [...new Int8Array(Buffer.from(text, 'base64url'))],
  /** Advances the clock instead of waiting, and gives the server a moment. */
  sleep(ms) {
    globalThis.appsScript.slept.push(ms)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    const now = Date.now
    Date.now = () => now() + ms
  },
}

/** Blocks until the response arrives, as in Apps Script. */
function fetchNow(url, { method = 'get', contentType, headers = {}, payload, muteHttpExceptions }) {
  const given = { ...headers, ...(contentType && { 'Content-Type': contentType }) }
  const all = Object.entries(given).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const body = payload === undefined ? [] : ['--data-binary', '@-']
  const curl = ['-s', '-X', method.toUpperCase(), ...all, ...body, '-w', '\n%{http_code}', url]
  if (payload !== undefined) globalThis.appsScript.sent.push(JSON.parse(payload))
  globalThis.appsScript.requests.push(`${method} ${url.replace(/^.*\/api/, '').replace(/(batch|watch)_\w+/, '$1')}`)
  const printed = execFileSync('curl', curl, { input: payload ?? '', encoding: 'utf8', maxBuffer: 1e8 })
  const end = printed.lastIndexOf('\n')
  const status = Number(printed.slice(end + 1))
  if (status >= 400 && !muteHttpExceptions) throw new Error(`Request failed for ${url} returned code ${status}`)
  return { getContentText: () => printed.slice(0, end), getResponseCode: () => status }
}

globalThis.UrlFetchApp = {
  fetch: fetchNow,
  fetchAll: (requests) => requests.map(({ url, ...options }) => fetchNow(url, options)),
}

const ui = {
  Button: { OK: 'OK', CANCEL: 'CANCEL' },
  ButtonSet: { OK: 'OK', OK_CANCEL: 'OK_CANCEL' },
  createMenu(name) {
    const entries = {}
    const menu = {
      addItem(title, call) {
        entries[title] = call
        return menu
      },
      addToUi: () => {
        globalThis.appsScript.menus[name] = entries
      },
    }
    return menu
  },
  prompt(_title, words) {
    const { messages, typed } = globalThis.appsScript
    messages.push(words)
    return { getSelectedButton: () => (typed === null ? 'CANCEL' : 'OK'), getResponseText: () => typed ?? '' }
  },
  alert: (_title, words) => globalThis.appsScript.messages.push(words),
}

globalThis.SpreadsheetApp = {
  getUi: () => ui,
  getActive: () => ({ getSpreadsheetLocale: () => globalThis.appsScript.locale }),
}
