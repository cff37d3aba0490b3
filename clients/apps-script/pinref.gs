/**
 * Pinref in Google Sheets.
 *
 *   =PINREF_CID(A2)              the listing's permanent number
 *   =PINREF_RATING(A2)           its rating, as a number
 *   =PINREF(A2, "review_url")    any field of the answer
 *
 * Give a whole column, =PINREF_CID(A2:A500), and its links go in calls of 100.
 * Answers are kept for six hours: a sheet that calculates again counts nothing anew.
 * Set the API key with the Pinref menu. MIT license.
 */

const PINREF_URL = 'http://localhost:3000'

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
/** As many calls as may go at once without being refused for it. */
const CALLS_AT_ONCE = 3
const KEPT_SECONDS = 6 * 60 * 60
/** Sheets stops a function after 30 seconds. */
const MOST_MS = 20 * 1000
/** After which calls that were too many at once may be sent again. */
const BURST_SECONDS = 10
const KEY = 'PINREF_KEY'
const NO_ANSWER = 'Pinref did not answer. Try again later.'

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
 * @return The rating, as a number; empty where there are no reviews.
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
 * @return The field of each listing, or why it could not be had.
 * @customfunction
 */
function PINREF(links, field) {
  const name = field || 'review_url'
  const shape = (tell) => (Array.isArray(links) ? links.map((row) => row.map(tell)) : tell(links))
  if (!Object.keys(FIELDS).includes(name)) return shape(() => `There is no field “${name}”.`)
  const answers = lookUp_([links].flat(2).map(textOf_).filter(isLink_), FIELDS[name])
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

/** Asks for the key, tries it, which counts nothing, and keeps it with the script, out of the cells. */
function setApiKey() {
  const ui = SpreadsheetApp.getUi()
  const asked = ui.prompt(
    'Pinref',
    `Paste an API key. You can create one at ${PINREF_URL}/keys.`,
    ui.ButtonSet.OK_CANCEL,
  )
  if (asked.getSelectedButton() !== ui.Button.OK) return
  const key = asked.getResponseText().trim()
  const request = { headers: { 'X-API-Key': key }, muteHttpExceptions: true }
  const { fault } = read_(UrlFetchApp.fetch(`${PINREF_URL}/api/key`, request))
  if (!fault) PropertiesService.getScriptProperties().setProperty(KEY, key)
  ui.alert('Pinref', fault || 'The key works and is saved.', ui.ButtonSet.OK)
}

/** What a cell says, trimmed; a fault where it is a number that has lost digits. */
function textOf_(cell) {
  if (typeof cell === 'number' && cell >= 1e15)
    return { fault: 'This number has lost digits. Format the cell as plain text, then paste the CID again.' }
  return String(cell).trim()
}

function isLink_(text) {
  return typeof text === 'string' && text !== ''
}

/**
 * Looks up texts: what is kept comes from the cache, the rest from Pinref, each text once.
 * @returns a map from each text to its `listing` or its `fault`.
 */
function lookUp_(texts, details) {
  const asked = [...new Set(texts)]
  const answers = readKept_(asked, details)
  const key = PropertiesService.getScriptProperties().getProperty(KEY)
  const startMs = Date.now()
  let left = asked.filter((text) => !answers.has(text))
  if (!key) return noteFault_(answers, left, 'Set your API key first: in the menu, choose Pinref, then Set API key.')
  while (left.length > 0) {
    const later = left.slice(ITEMS_A_CALL * CALLS_AT_ONCE)
    const refused = send_(left.slice(0, ITEMS_A_CALL * CALLS_AT_ONCE), details, key, answers)
    left = [...refused, ...later]
    if (refused.length === 0) continue
    if (Date.now() - startMs + BURST_SECONDS * 1000 > MOST_MS)
      return noteFault_(answers, later, 'Not looked up yet. Write the formula again in a minute: it goes on from here.')
    Utilities.sleep(BURST_SECONDS * 1000)
  }
  return answers
}

function noteFault_(answers, texts, fault) {
  for (const text of texts) answers.set(text, { fault })
  return answers
}

/**
 * Sends texts in calls of 100, side by side, and notes and keeps what they are answered.
 * @returns those that were refused for being too many at once.
 */
function send_(texts, details, key, answers) {
  const chunks = []
  for (let from = 0; from < texts.length; from += ITEMS_A_CALL) chunks.push(texts.slice(from, from + ITEMS_A_CALL))
  const requests = chunks.map((chunk) => ({
    url: `${PINREF_URL}/api/batch`,
    method: 'post',
    contentType: 'application/json',
    headers: { 'X-API-Key': key },
    payload: JSON.stringify({ items: chunk.map((url) => ({ operation: 'resolve', url, details })) }),
    muteHttpExceptions: true,
  }))
  const refused = []
  readAll_(requests).forEach(({ answer, fault, code }, index) => {
    const found = new Map()
    chunks[index].forEach((text, at) => {
      const { result, problem } = fault ? { problem: { detail: fault, code } } : answer.results[at]
      answers.set(text, result ? { listing: result } : { fault: problem.detail })
      if (result) found.set(text, result)
      else if (problem.code === 'too_many_requests') refused.push(text)
    })
    keep_(found, details)
  })
  return refused
}

/** Sends requests side by side; where one gets no answer, there is none of any. */
function readAll_(requests) {
  try {
    return UrlFetchApp.fetchAll(requests).map(read_)
  } catch {
    return requests.map(() => ({ fault: NO_ANSWER }))
  }
}

/** The body of an answer, or what went wrong in a sentence. */
function read_(response) {
  try {
    const answer = JSON.parse(response.getContentText())
    if (response.getResponseCode() === 200) return { answer }
    return { fault: answer.detail || NO_ANSWER, code: answer.code }
  } catch {
    return { fault: NO_ANSWER }
  }
}

/** What is kept of texts, looked up as deep as `details` or deeper. */
function readKept_(texts, details) {
  const answers = new Map()
  const cache = CacheService.getScriptCache()
  for (const level of LEVELS.slice(LEVELS.indexOf(details)).reverse()) {
    const kept = cache.getAll(texts.map((text) => cacheKey_(text, level)))
    for (const text of texts) {
      const listing = kept[cacheKey_(text, level)]
      if (listing && !answers.has(text)) answers.set(text, { listing: JSON.parse(listing) })
    }
  }
  return answers
}

function keep_(found, details) {
  const kept = {}
  for (const [text, { rate_limit, ...listing }] of found) kept[cacheKey_(text, details)] = JSON.stringify(listing)
  CacheService.getScriptCache().putAll(kept, KEPT_SECONDS)
}

/** A name in the cache has 250 characters at most; a text can have more. */
function cacheKey_(text, level) {
  const digest = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8)
  return `pinref:${level}:${Utilities.base64EncodeWebSafe(digest)}`
}
