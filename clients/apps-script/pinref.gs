/**
 * Pinref in Google Sheets.
 *
 *   =PINREF_CID(A2)              the listing's permanent number
 *   =PINREF_RATING(A2)           its rating, as a number
 *   =PINREF(A2, "review_url")    any field of the listing
 *   =PINREF_STATE(A2, "watch_…") its state in one of your watchlists
 *
 * Pass a whole column, =PINREF_CID(A2:A500), to look up 100 links per call, or more than 300 in a batch in the
 * background. Results are cached for six hours, so recalculating a sheet costs nothing. The CID in a place id, a
 * feature id, or a full link is read without a call. Set the API key in the Pinref menu. MIT license.
 */

const PINREF_URL = 'http://localhost:3000'
const MAP_HOST = 'https://maps.google.com'

/**
 * A listing's fields, and how much is looked up for each: only the data in the
 * text, Google's current identifiers, or everything.
 */
const FIELDS = {
  cid: 'none',
  hex_cid: 'none',
  maps_url: 'none',
  schema_hasmap: 'none',
  place_id: 'checked',
  review_url: 'checked',
  reviews_url: 'checked',
  directions_url: 'checked',
  feature_id: 'checked',
  kg_id: 'checked',
  listing_status: 'checked',
  title: 'full',
  address: 'full',
  business_status: 'full',
  rating: 'full',
  reviews_count: 'full',
  title_language: 'full',
  location: 'full',
}

/** The states of a watched listing, and how long they are stored. */
const STATES = ['unchecked', 'listed', 'moved', 'gone', 'unreadable']
const STATES_SECONDS = 10 * 60

const LEVELS = ['none', 'checked', 'full']
const ITEMS_A_CALL = 100
/** The maximum number of inputs to look up directly: as many as the rate limit allows at once. */
const DIRECT_TEXTS = 300
const STORED_SECONDS = 6 * 60 * 60
/** The cache holds 1,000 values of 100,000 bytes, so results are packed into 256 values per level. */
const BUCKET_CHARACTERS = 30 * 1000
/** Sheets stops a function after 30 seconds, so functions stop waiting earlier. */
const MAX_WAIT_MS = 20 * 1000
const BURST_MS = 10 * 1000
const POLL_MS = 2 * 1000
const KEY = 'PINREF_KEY'
const NO_ANSWER = 'Pinref did not respond. Try again later.'
const NO_KEY = 'Set your API key first: in the menu, choose Pinref, then Set API key.'

/**
 * Returns the CID of the listing for a link, a place id, or a CID.
 * @param {A2:A500} links A cell, or a range of cells.
 * @return The CID, as text: it has more digits than a number in a sheet.
 * @customfunction
 */
function PINREF_CID(links) {
  return PINREF(links, 'cid')
}

/**
 * Returns the rating of the listing for a link, a place id, or a CID.
 * @param {A2:A500} links A cell, or a range of cells.
 * @return The rating, as a number; empty if there are no reviews.
 * @customfunction
 */
function PINREF_RATING(links) {
  return PINREF(links, 'rating')
}

/**
 * Returns a field of the listing for a link, a place id, or a CID.
 * @param {A2:A500} links A cell, or a range of cells.
 * @param {"review_url"} field The field: cid, hex_cid, place_id, feature_id, kg_id, maps_url, review_url, reviews_url,
 *   directions_url, title, title_language, address, location, business_status, rating, reviews_count, or listing_status.
 * @return The field of each listing, or an error message.
 * @customfunction
 */
function PINREF(links, field) {
  const name = field || 'review_url'
  if (!Object.keys(FIELDS).includes(name)) return eachCell_(links, () => `There is no field “${name}”.`)
  const texts = new Set([links].flat(2).map(textOf_).filter(isLink_))
  const results = lookUp_([...texts], { details: FIELDS[name], language: language_() })
  return eachCell_(links, (cell) => {
    const text = textOf_(cell)
    if (text === '') return ''
    if (!isLink_(text)) return text.fault
    const { listing, fault } = results.get(text)
    if (fault) return fault
    const value = listing[name]
    if (value === null) return ''
    if (name === 'location') return `${value.latitude}, ${value.longitude}`
    return name === 'rating' ? Number(value) : value
  })
}

/**
 * Returns the state of a listing in a watchlist: unchecked, listed, moved, gone or unreadable.
 * @param {A2:A500} listings A cell, or a range of cells, with a link, a place id, a CID, or your own reference.
 * @param {"watch_…"} watchlist The id of the watchlist.
 * @return The state of each listing, “not watched”, or an error message.
 * @customfunction
 */
function PINREF_STATE(listings, watchlist) {
  const { states, fault } = statesOf_(String(watchlist || '').trim())
  return eachCell_(listings, (cell) => {
    const text = textOf_(cell)
    if (text === '') return ''
    if (!isLink_(text)) return text.fault
    if (fault) return fault
    const { cid } = readHere_(text) || {}
    return STATES[states.get(text) ?? states.get(cid)] ?? 'not watched'
  })
}

/** Returns the language of the sheet's locale, such as pt-BR for pt_BR; empty if unknown. */
function language_() {
  const [, language, region] =
    /^([a-z]{2,3})(?:_([A-Z]{2}))?$/.exec(SpreadsheetApp.getActive().getSpreadsheetLocale()) || []
  return [language, region].filter(Boolean).join('-')
}

/** Returns the value of a cell, or of each cell in a range. */
function eachCell_(cells, valueIn) {
  return Array.isArray(cells) ? cells.map((row) => row.map(valueIn)) : valueIn(cells)
}

/** Adds the menu when a sheet is opened. */
function onOpen() {
  SpreadsheetApp.getUi().createMenu('Pinref').addItem('Set API key…', 'setApiKey').addToUi()
}

/** Prompts for the key, checks it without counting a call, and stores it in the script's properties, not in a cell. */
function setApiKey() {
  const ui = SpreadsheetApp.getUi()
  const response = ui.prompt(
    'Pinref',
    `Paste an API key. You can create one at ${PINREF_URL}/keys.`,
    ui.ButtonSet.OK_CANCEL,
  )
  if (response.getSelectedButton() !== ui.Button.OK) return
  const key = response.getResponseText().trim()
  const [{ fault }] = fetchAll_([request_(key, 'get', '/key')])
  if (!fault) PropertiesService.getScriptProperties().setProperty(KEY, key)
  ui.alert('Pinref', fault || 'The key works and is saved.', ui.ButtonSet.OK)
}

/** Returns a cell's trimmed text, or an error if it is a number that has lost digits. */
function textOf_(cell) {
  if (typeof cell === 'number' && cell >= 1e15)
    return { fault: 'This number has lost digits. Format the cell as plain text, then paste the CID again.' }
  return String(cell).trim()
}

const isLink_ = (text) => typeof text === 'string' && text !== ''

/**
 * Looks up distinct inputs: offline if possible, then in the cache, and the rest with Pinref.
 * @returns a map from each input to its `listing` or its `fault`.
 */
function lookUp_(texts, options) {
  const results = new Map()
  for (const text of options.details === 'none' ? texts : []) {
    const listing = readHere_(text)
    if (listing) results.set(text, { listing })
  }
  const isLeft = (text) => !results.has(text)
  readStored_(texts.filter(isLeft), options, results)
  const left = texts.filter(isLeft)
  if (left.length === 0) return results
  const key = PropertiesService.getScriptProperties().getProperty(KEY)
  if (!key) for (const text of left) results.set(text, { fault: NO_KEY })
  else if (left.length <= DIRECT_TEXTS) lookUpNow_(left, options, key, results)
  else lookUpInBatch_(left, options, key, results)
  return results
}

/** Looks up inputs in parallel calls of 100. Calls over the rate limit are retried once. */
function lookUpNow_(texts, options, key, results) {
  const sent = sentOptions_(options)
  const send = (left) => {
    const chunks = []
    for (let at = 0; at < left.length; at += ITEMS_A_CALL) chunks.push(left.slice(at, at + ITEMS_A_CALL))
    const bodyOf = (chunk) => ({ items: chunk.map((url) => ({ operation: 'resolve', url, ...sent })) })
    const read = fetchAll_(chunks.map((chunk) => request_(key, 'post', '/batch', bodyOf(chunk))))
    return read.flatMap(({ answer, fault, code }, index) =>
      chunks[index].filter((text, at) => {
        const { result, problem } = fault ? { problem: { detail: fault, code } } : answer.results[at]
        results.set(text, result ? { listing: result } : { fault: problem.detail })
        return !result && problem.code === 'too_many_requests'
      }),
    )
  }
  const refused = send(texts)
  if (refused.length > 0) {
    Utilities.sleep(BURST_MS)
    send(refused)
  }
  store_(texts, options, results)
}

/**
 * Looks up inputs in a background batch, which has no rate limit, and waits as long as Sheets
 * allows. The same inputs reuse the same batch until it has ended.
 */
function lookUpInBatch_(texts, options, key, results) {
  const endMs = Date.now() + MAX_WAIT_MS
  const cache = CacheService.getScriptCache()
  const name = `pinref:batch:${levelName_(options)}:${digestOf_(JSON.stringify(texts)).text}`
  const send = (method, path, body, headers) => fetchAll_([request_(key, method, path, body, headers)])[0]
  const failAll = (fault) => {
    for (const text of texts) if (!results.has(text)) results.set(text, { fault })
  }
  let id = cache.get(name)
  if (!id) {
    // Formulas calculated at the same time start only one batch.
    const once = { 'Idempotency-Key': `${name}:${Math.floor(Date.now() / 60000)}` }
    const query = Object.entries({ operation: 'resolve', ...sentOptions_(options) }).map((entry) => entry.join('='))
    const { answer, fault } = send('post', `/batches?${query.join('&')}`, texts, once)
    if (fault) return failAll(fault)
    id = answer.id
    cache.put(name, id, STORED_SECONDS)
  }
  let batch = send('get', `/batches/${id}`)
  const isRunning = () => !batch.fault && ['queued', 'running'].includes(batch.answer.state)
  while (isRunning() && Date.now() + POLL_MS < endMs) {
    Utilities.sleep(POLL_MS)
    batch = send('get', `/batches/${id}`)
  }
  if (batch.code === 'batch_not_found') cache.remove(name)
  if (batch.fault) return failAll(batch.fault)
  const { answer: lines, fault } = send('get', `/batches/${id}/results.jsonl`)
  if (fault) return failAll(fault)
  for (const { input, listing, problem } of lines)
    if (listing || problem) results.set(input, listing ? { listing } : { fault: problem.detail })
  const { state, reason, line_counts: counts } = batch.answer
  if (['finished', 'cancelled', 'failed'].includes(state)) {
    store_(texts, options, results)
    cache.remove(name)
    send('delete', `/batches/${id}`)
  }
  const progress = `${counts.total - counts.waiting} of ${counts.total} are done`
  if (isRunning()) failAll(`Still being looked up: ${progress}. Enter the formula again in a minute to continue.`)
  else failAll(`The batch is ${state}${reason ? ` (${reason})` : ''}: ${progress}. See ${PINREF_URL}/batches/${id}`)
}

/** Returns the `states` of a watchlist's listings by CID, reference and text, from the cache or from Pinref, or a `fault`. */
function statesOf_(watchlist) {
  if (!/^watch_\w{1,40}$/.test(watchlist))
    return { fault: 'Pass the id of a watchlist as the second value: "watch_…".' }
  const cache = CacheService.getScriptCache()
  const nameOf = (part) => `pinref:${watchlist}:${part}`
  const names = Array.from({ length: Number(cache.get(nameOf('parts'))) }, (_, part) => nameOf(part))
  const stored = names.length > 0 ? Object.values(cache.getAll(names)) : []
  if (stored.length > 0 && stored.length === names.length) return { states: new Map(stored.flatMap(JSON.parse)) }
  const key = PropertiesService.getScriptProperties().getProperty(KEY)
  if (!key) return { fault: NO_KEY }
  const endMs = Date.now() + MAX_WAIT_MS
  const states = new Map()
  for (let after = ''; after !== null; ) {
    if (Date.now() > endMs) return { fault: `This watchlist is too large for a sheet. See ${PINREF_URL}/watchlists.` }
    const path = `/watchlists/${watchlist}/listings${after && `?after=${after}`}`
    const [{ answer, fault }] = fetchAll_([request_(key, 'get', path)])
    if (fault) return { fault }
    for (const { id, reference, text, state } of answer.listings)
      for (const name of [id, reference, text]) if (name) states.set(name, STATES.indexOf(state))
    after = answer.next
  }
  const parts = [[]]
  let size = 0
  for (const entry of states) {
    size += entry[0].length + 6
    if (size > BUCKET_CHARACTERS) size = parts.push([]) && entry[0].length
    parts[parts.length - 1].push(entry)
  }
  const values = parts.map((part, index) => [nameOf(index), JSON.stringify(part)])
  cache.putAll(Object.fromEntries([...values, [nameOf('parts'), String(parts.length)]]), STATES_SECONDS)
  return { states }
}

function request_(key, method, path, body, headers) {
  return {
    url: `${PINREF_URL}/api${path}`,
    method,
    headers: { 'X-API-Key': key, ...headers },
    ...(body && { contentType: 'application/json', payload: JSON.stringify(body) }),
    muteHttpExceptions: true,
  }
}

/**
 * Sends requests in parallel; if one gets no response, all fail.
 * @returns the `answer` of each, which is a list for JSON Lines, or its `fault` and the `code` of its problem.
 */
function fetchAll_(requests) {
  const read = (response) => {
    try {
      const text = response.getContentText()
      const isOk = response.getResponseCode() < 300
      const areLines = isOk && requests[0].url.endsWith('.jsonl')
      const answer = JSON.parse(areLines ? `[${text.trim().replaceAll('\n', ',')}]` : text)
      return isOk ? { answer } : { fault: answer.detail || NO_ANSWER, code: answer.code }
    } catch {
      return { fault: NO_ANSWER }
    }
  }
  try {
    return UrlFetchApp.fetchAll(requests).map(read)
  } catch {
    return requests.map(() => ({ fault: NO_ANSWER }))
  }
}

/**
 * Adds cached results for the inputs, at `details` or a fuller level. A cached result consists of
 * its time, then its fields.
 */
function readStored_(texts, { details, language }, results) {
  const digests = texts.map((text) => [text, digestOf_(text)])
  for (const level of LEVELS.slice(LEVELS.indexOf(details)).reverse()) {
    const bucketOf = (digest) => bucketOf_(digest, levelName_({ details: level, language }))
    const stored = readBuckets_(digests.map(([, digest]) => bucketOf(digest)))
    for (const [text, digest] of digests) {
      const [seconds, ...values] = stored.get(bucketOf(digest))[digest.text] ?? [0]
      if (results.has(text) || seconds < Date.now() / 1000 - STORED_SECONDS) continue
      const listing = Object.fromEntries(Object.keys(FIELDS).map((field, index) => [field, values[index]]))
      results.set(text, { listing })
    }
  }
}

/** Caches the results for inputs that were found. */
function store_(texts, options, results) {
  const level = levelName_(options)
  const found = texts.filter((text) => results.get(text)?.listing).map((text) => [text, digestOf_(text)])
  const lock = LockService.getScriptLock()
  // Without the lock, results stored by another formula at the same time could be lost,
  // and looking them up again would count.
  if (found.length === 0 || !lock.tryLock(BURST_MS)) return
  const buckets = readBuckets_(found.map(([, digest]) => bucketOf_(digest, level)))
  for (const [text, digest] of found) {
    const { listing } = results.get(text)
    const values = Object.keys(FIELDS).map((field) => listing[field] ?? null)
    buckets.get(bucketOf_(digest, level))[digest.text] = [Math.floor(Date.now() / 1000), ...values]
  }
  const written = [...buckets].map(([name, bucket]) => [name, writtenBucket_(bucket)])
  CacheService.getScriptCache().putAll(Object.fromEntries(written), STORED_SECONDS)
  lock.releaseLock()
}

/** Serializes a bucket, dropping its oldest results if it is too large for the cache. */
function writtenBucket_(bucket) {
  const results = Object.entries(bucket).map((answer) => JSON.stringify(answer).slice(1, -1).replace(',', ':'))
  let size = results.join().length
  while (size > BUCKET_CHARACTERS) size -= results.shift().length + 1
  return `{${results}}`
}

/** Returns cache buckets by name; missing ones are created empty. */
function readBuckets_(names) {
  const stored = CacheService.getScriptCache().getAll([...new Set(names)])
  return new Map(names.map((name) => [name, stored[name] ? JSON.parse(stored[name]) : {}]))
}

/** Returns the options to send. Only full lookups return text in a language. */
const sentOptions_ = ({ details, language }) => (details === 'full' && language ? { details, language } : { details })

/** Returns the part of a cache name that keeps levels, and full lookups in different languages, apart. */
const levelName_ = (options) => Object.values(sentOptions_(options)).join(':')

const bucketOf_ = ({ number }, level) => `pinref:${level}:${number}`

function digestOf_(text) {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8).slice(0, 16)
  return { text: Utilities.base64EncodeWebSafe(bytes), number: bytes[0] + 128 }
}

/** The format of most place pages and CID links. Pinref reads many more formats. */
const MORE = '(?:[?&](?:authuser|coh|entry|g_ep|g_mp|g_st|hl|rclk|skid|utm_source)=[\\w%-]*)*$'
const PAIR = '0x[0-9a-f]{12,16}:(0x[0-9a-f]{12,16})'
const FORMS = [
  '^([1-9]\\d{0,19})$',
  `^${PAIR}$`,
  `^https?://(?:maps\\.google\\.com/|www\\.google\\.com/maps)\\?cid=(\\d{18,20})${MORE}`,
  '^https://www\\.google\\.com/maps/place/[^/?#!]*/(?:@[-\\d.,]+[a-z]/)?data=(?:!3m1!4b1)?!4m\\d!3m\\d' +
    `!1s${PAIR}!8m2!3d-?[\\d.]+!4d-?[\\d.]+(?:!9m1!1b1)?(?:!16s[%/\\w]+)?(?:!19s(ChIJ[\\w-]{23}))?${MORE}`,
].map((form) => new RegExp(form, 'i'))

/** Returns the fields in the text itself; null if Pinref has to read it. */
function readHere_(text) {
  const [, number, placeId] = FORMS.map((form) => form.exec(text)).find(Boolean) || []
  if (isDoubtful_(number || '')) return null
  const cid = BigInt(number || cidInPlaceId_(text))
  if (cid === 0n || cid >= 1n << 64n || (placeId && cidInPlaceId_(placeId) !== cid)) return null
  const link = `${MAP_HOST}/?cid=${cid}`
  return { cid: String(cid), hex_cid: `0x${cid.toString(16)}`, maps_url: link, schema_hasmap: link }
}

/** Whether a decimal may be another number than a CID, or a CID that a spreadsheet rounded. Pinref checks it. */
function isDoubtful_(number) {
  if (!/^\d+$/.test(number)) return false
  return BigInt(number) < 1n << 44n || (BigInt(number) > 1n << 53n && String(Number(number)) === number)
}

/** Returns the CID in a place id: the last 8 of its 20 bytes, in little-endian order; 0 for any other text. */
function cidInPlaceId_(text) {
  if (!/^ChIJ[\w-]{23}$/.test(text)) return 0
  const bytes = Utilities.base64DecodeWebSafe(`${text}=`).map((byte) => byte & 255)
  if (bytes.length !== 20 || bytes[11] !== 0x11) return 0
  return bytes.slice(12).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
}
