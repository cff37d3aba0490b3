/**
 * Pinref in Google Sheets.
 *
 *   =PINREF_CID(A2)              the listing's permanent number
 *   =PINREF_RATING(A2)           its rating, as a number
 *   =PINREF(A2, "review_url")    any field of the answer
 *
 * Give a whole column, =PINREF_CID(A2:A500): its links go in calls of 100, and more
 * than 300 in a batch in the background. Answers are stored for six hours, so a sheet
 * that recalculates counts nothing again. The CID in a place id, a feature id or a
 * full link is read without a call. Set the API key with the Pinref menu. MIT license.
 */

const PINREF_URL = 'http://localhost:3000'
const MAP_HOST = 'https://maps.google.com'

/**
 * The fields of an answer, and how much is looked up for each: what the text says,
 * the identifiers as Google has them now, or everything.
 */
const FIELDS = {
  cid: 'none',
  hex_cid: 'none',
  maps_url: 'none',
  schema_hasmap: 'none',
  place_id: 'checked',
  review_url: 'checked',
  feature_id: 'checked',
  kg_id: 'checked',
  status: 'checked',
  title: 'full',
  address: 'full',
  rating: 'full',
  reviews_count: 'full',
}

const LEVELS = ['none', 'checked', 'full']
const ITEMS_A_CALL = 100
/** The most texts that are looked up directly, which is as many as the rate limit allows at once. */
const DIRECT_TEXTS = 300
const STORED_SECONDS = 6 * 60 * 60
/** The cache holds 1,000 values of 100,000 bytes, so a value holds the answers for many texts: 256 for each level. */
const BUCKET_CHARACTERS = 30 * 1000
/** Sheets stops a function after 30 seconds. After this long, a function waits for nothing more. */
const MAX_WAIT_MS = 20 * 1000
const BURST_MS = 10 * 1000
const POLL_MS = 2 * 1000
const KEY = 'PINREF_KEY'
const NO_ANSWER = 'Pinref did not answer. Try again later.'
const NO_KEY = 'Set your API key first: in the menu, choose Pinref, then Set API key.'

/**
 * The CID of the listing that a link, a place id or a CID stands for.
 * @param {A2:A500} links A cell, or a range of cells.
 * @return The CID, as text: it has more digits than a number in a sheet.
 * @customfunction
 */
function PINREF_CID(links) {
  return PINREF(links, 'cid')
}

/**
 * The rating of the listing that a link, a place id or a CID stands for.
 * @param {A2:A500} links A cell, or a range of cells.
 * @return The rating, as a number; empty if there are no reviews.
 * @customfunction
 */
function PINREF_RATING(links) {
  return PINREF(links, 'rating')
}

/**
 * A field of the listing that a link, a place id or a CID stands for.
 * @param {A2:A500} links A cell, or a range of cells.
 * @param {"review_url"} field The field: cid, hex_cid, place_id, feature_id, kg_id, maps_url, review_url, title, address, rating,
 *   reviews_count or status.
 * @return The field of each listing, or why it could not be looked up.
 * @customfunction
 */
function PINREF(links, field) {
  const name = field || 'review_url'
  const shape = (tell) => (Array.isArray(links) ? links.map((row) => row.map(tell)) : tell(links))
  if (!Object.keys(FIELDS).includes(name)) return shape(() => `There is no field “${name}”.`)
  const texts = new Set([links].flat(2).map(textOf_).filter(isLink_))
  const answers = lookUp_([...texts], FIELDS[name])
  return shape((cell) => {
    const text = textOf_(cell)
    if (text === '') return ''
    if (!isLink_(text)) return text.fault
    const { listing, fault } = answers.get(text)
    if (fault) return fault
    const value = listing[name]
    return value === null ? '' : name === 'rating' ? Number(value) : value
  })
}

/** Adds the menu when the sheet is opened. */
function onOpen() {
  SpreadsheetApp.getUi().createMenu('Pinref').addItem('Set API key…', 'setApiKey').addToUi()
}

/** Asks for the key, tries it, which counts nothing, and stores it with the script, not in a cell. */
function setApiKey() {
  const ui = SpreadsheetApp.getUi()
  const asked = ui.prompt(
    'Pinref',
    `Paste an API key. You can create one at ${PINREF_URL}/keys.`,
    ui.ButtonSet.OK_CANCEL,
  )
  if (asked.getSelectedButton() !== ui.Button.OK) return
  const key = asked.getResponseText().trim()
  const [{ fault }] = fetchAll_([request_(key, 'get', '/key')])
  if (!fault) PropertiesService.getScriptProperties().setProperty(KEY, key)
  ui.alert('Pinref', fault || 'The key works and is saved.', ui.ButtonSet.OK)
}

/** Returns the text of a cell, trimmed; a fault if it is a number that has lost digits. */
function textOf_(cell) {
  if (typeof cell === 'number' && cell >= 1e15)
    return { fault: 'This number has lost digits. Format the cell as plain text, then paste the CID again.' }
  return String(cell).trim()
}

const isLink_ = (text) => typeof text === 'string' && text !== ''

/**
 * Looks up different texts. What can be computed is computed, what is stored comes from the cache, and Pinref looks up the rest.
 * @returns a map from each text to its `listing` or its `fault`.
 */
function lookUp_(texts, details) {
  const answers = new Map()
  for (const text of details === 'none' ? texts : []) {
    const listing = readHere_(text)
    if (listing) answers.set(text, { listing })
  }
  const isLeft = (text) => !answers.has(text)
  readStored_(texts.filter(isLeft), details, answers)
  const left = texts.filter(isLeft)
  if (left.length === 0) return answers
  const key = PropertiesService.getScriptProperties().getProperty(KEY)
  if (!key) for (const text of left) answers.set(text, { fault: NO_KEY })
  else if (left.length <= DIRECT_TEXTS) lookUpNow_(left, details, key, answers)
  else lookUpInBatch_(left, details, key, answers)
  return answers
}

/** Looks up texts in calls of 100, side by side. Those that are too many at once are sent again, once. */
function lookUpNow_(texts, details, key, answers) {
  const send = (left) => {
    const chunks = []
    for (let at = 0; at < left.length; at += ITEMS_A_CALL) chunks.push(left.slice(at, at + ITEMS_A_CALL))
    const bodyOf = (chunk) => ({ items: chunk.map((url) => ({ operation: 'resolve', url, details })) })
    const read = fetchAll_(chunks.map((chunk) => request_(key, 'post', '/batch', bodyOf(chunk))))
    return read.flatMap(({ answer, fault, code }, index) =>
      chunks[index].filter((text, at) => {
        const { result, problem } = fault ? { problem: { detail: fault, code } } : answer.results[at]
        answers.set(text, result ? { listing: result } : { fault: problem.detail })
        return !result && problem.code === 'too_many_requests'
      }),
    )
  }
  const refused = send(texts)
  if (refused.length > 0) {
    Utilities.sleep(BURST_MS)
    send(refused)
  }
  store_(texts, details, answers)
}

/**
 * Looks up texts in a batch in the background, which has no limit of calls at once, and waits for it as long as Sheets allows.
 * The same texts find the same batch again until it has ended.
 */
function lookUpInBatch_(texts, details, key, answers) {
  const endMs = Date.now() + MAX_WAIT_MS
  const cache = CacheService.getScriptCache()
  const name = `pinref:batch:${details}:${digestOf_(JSON.stringify(texts)).text}`
  const ask = (method, path, body, headers) => fetchAll_([request_(key, method, path, body, headers)])[0]
  const failAll = (fault) => {
    for (const text of texts) if (!answers.has(text)) answers.set(text, { fault })
  }
  let id = cache.get(name)
  if (!id) {
    // Formulas that are calculated at the same time start one batch.
    const once = { 'Idempotency-Key': `${name}:${Math.floor(Date.now() / 60000)}` }
    const { answer, fault } = ask('post', `/batches?operation=resolve&details=${details}`, texts, once)
    if (fault) return failAll(fault)
    id = answer.id
    cache.put(name, id, STORED_SECONDS)
  }
  let batch = ask('get', `/batches/${id}`)
  const isRunning = () => !batch.fault && ['queued', 'running'].includes(batch.answer.state)
  while (isRunning() && Date.now() + POLL_MS < endMs) {
    Utilities.sleep(POLL_MS)
    batch = ask('get', `/batches/${id}`)
  }
  if (batch.code === 'batch_not_found') cache.remove(name)
  if (batch.fault) return failAll(batch.fault)
  const { answer: lines, fault } = ask('get', `/batches/${id}/results.jsonl`)
  if (fault) return failAll(fault)
  for (const { input, listing, problem } of lines)
    if (listing || problem) answers.set(input, listing ? { listing } : { fault: problem.detail })
  const { state, reason, lines: counts } = batch.answer
  if (['finished', 'cancelled', 'failed'].includes(state)) {
    store_(texts, details, answers)
    cache.remove(name)
    ask('delete', `/batches/${id}`)
  }
  const progress = `${counts.done} of ${counts.total} are done`
  if (isRunning()) failAll(`Still being looked up: ${progress}. Enter the formula again in a minute to continue.`)
  else failAll(`The batch is ${state}${reason ? ` (${reason})` : ''}: ${progress}. See ${PINREF_URL}/batches/${id}`)
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
 * Sends requests side by side; if one gets no answer, there is none to any.
 * @returns for each its `answer`, which is a list if it has lines of JSON, or its `fault` and the `code` of its problem.
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

/** Adds the stored answers of texts, looked up as deep as `details` or deeper. An answer is its fields, after its time. */
function readStored_(texts, details, answers) {
  const digests = texts.map((text) => [text, digestOf_(text)])
  for (const level of LEVELS.slice(LEVELS.indexOf(details)).reverse()) {
    const stored = readBuckets_(digests.map(([, digest]) => bucketOf_(digest, level)))
    for (const [text, digest] of digests) {
      const [seconds, ...values] = stored.get(bucketOf_(digest, level))[digest.text] ?? [0]
      if (answers.has(text) || seconds < Date.now() / 1000 - STORED_SECONDS) continue
      const listing = Object.fromEntries(Object.keys(FIELDS).map((field, index) => [field, values[index]]))
      answers.set(text, { listing })
    }
  }
}

/** Stores the answers of texts that were found. */
function store_(texts, details, answers) {
  const found = texts.filter((text) => answers.get(text)?.listing).map((text) => [text, digestOf_(text)])
  const lock = LockService.getScriptLock()
  // Without the lock, answers that another formula stores at the same time could be lost, and would count again.
  if (found.length === 0 || !lock.tryLock(BURST_MS)) return
  const buckets = readBuckets_(found.map(([, digest]) => bucketOf_(digest, details)))
  for (const [text, digest] of found) {
    const { listing } = answers.get(text)
    const values = Object.keys(FIELDS).map((field) => listing[field] ?? null)
    buckets.get(bucketOf_(digest, details))[digest.text] = [Math.floor(Date.now() / 1000), ...values]
  }
  const written = [...buckets].map(([name, bucket]) => [name, writtenBucket_(bucket)])
  CacheService.getScriptCache().putAll(Object.fromEntries(written), STORED_SECONDS)
  lock.releaseLock()
}

/** Writes a bucket, without its oldest answers if it is too large for the cache. */
function writtenBucket_(bucket) {
  const answers = Object.entries(bucket).map((answer) => JSON.stringify(answer).slice(1, -1).replace(',', ':'))
  let size = answers.join().length
  while (size > BUCKET_CHARACTERS) size -= answers.shift().length + 1
  return `{${answers}}`
}

/** Returns buckets of the cache by their names; empty ones are new. */
function readBuckets_(names) {
  const stored = CacheService.getScriptCache().getAll([...new Set(names)])
  return new Map(names.map((name) => [name, stored[name] ? JSON.parse(stored[name]) : {}]))
}

const bucketOf_ = ({ number }, level) => `pinref:${level}:${number}`

function digestOf_(text) {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8).slice(0, 16)
  return { text: Utilities.base64EncodeWebSafe(bytes), number: bytes[0] + 128 }
}

/** What most place pages and CID links look like. Pinref reads many more. */
const MORE = '(?:[?&](?:authuser|coh|entry|g_ep|g_mp|g_st|hl|rclk|skid|utm_source)=[\\w%-]*)*$'
const PAIR = '0x[0-9a-f]{12,16}:(0x[0-9a-f]{12,16})'
const FORMS = [
  '^([1-9]\\d{0,19})$',
  `^${PAIR}$`,
  `^https?://(?:maps\\.google\\.com/|www\\.google\\.com/maps)\\?cid=(\\d{18,20})${MORE}`,
  '^https://www\\.google\\.com/maps/place/[^/?#!]*/(?:@[-\\d.,]+[a-z]/)?data=(?:!3m1!4b1)?!4m\\d!3m\\d' +
    `!1s${PAIR}!8m2!3d-?[\\d.]+!4d-?[\\d.]+(?:!9m1!1b1)?(?:!16s[%/\\w]+)?(?:!19s(ChIJ[\\w-]{23}))?${MORE}`,
].map((form) => new RegExp(form, 'i'))

/** Returns the fields that a text has in itself; null if Pinref has to read it. */
function readHere_(text) {
  const [, number, placeId] = FORMS.map((form) => form.exec(text)).find(Boolean) || []
  const cid = BigInt(number || cidInPlaceId_(text))
  if (cid === 0n || cid >= 1n << 64n || (placeId && cidInPlaceId_(placeId) !== cid)) return null
  const link = `${MAP_HOST}/?cid=${cid}`
  return { cid: String(cid), hex_cid: `0x${cid.toString(16)}`, maps_url: link, schema_hasmap: link }
}

/** Returns the CID in a place id: the last 8 of its 20 bytes, the lowest first; 0 for any other text. */
function cidInPlaceId_(text) {
  if (!/^ChIJ[\w-]{23}$/.test(text)) return 0
  const bytes = Utilities.base64DecodeWebSafe(`${text}=`).map((byte) => byte & 255)
  if (bytes.length !== 20 || bytes[11] !== 0x11) return 0
  return bytes.slice(12).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
}
