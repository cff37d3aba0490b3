import { fold } from './fold'
import type { NameMatch } from './row-state'

/** How much of a name is compared, in UTF-16 units and in words. Names of listings are shorter. */
const longestCompared = 300
const maxWords = 40

/** Legal forms that are ignored wherever they stand in a name. */
const legalForms = wordsOf(
  'gmbh ggmbh mbh ohg gbr kgaa ltd limited inc incorporated llc llp plc corp corporation pvt pty sarl sarlu sas sasu eurl ' +
    'srl srls sprl bvba slu slne sll scp vof oyj aps ltda eireli lda sti kft zrt doo dooel sro spzoo ооо оао зао пао ' +
    '株式会社 有限会社 合同会社 合資会社 合名会社 주식회사 유한회사 有限公司 股份有限公司 有限责任公司 有限責任公司 בעמ',
)

/** Legal forms that can also be words or initials. Without periods, they are ignored only at the end of a name. */
const finalLegalForms = wordsOf('ag kg ek ev eg ug se co company cia sa sl sc nv bv oy ab hb kb as asa kk')

/** Legal forms that are found before a name is split into words. */
const writtenForms =
  /\((?:株|有|同|주|유|haftungsbeschränkt)\)|株式会社|有限会社|合同会社|주식회사|유한회사|(?:股份|责任|責任)?有限公司|& ?Co\.? ?(?:KGaA|KG|OHG)?(?!\p{L})|(?<![\p{L}\p{N}])(?:S\. ?p\. ?A\.?|Sp\. ?z ?o\. ?o\.?|S\.? ?de ?R\.? ?L\.?(?: de C\.? ?V\.?)?|S\.? ?A\.? ?de C\.? ?V\.?|A\/S|S\/A|בע["״”]מ)(?![\p{L}\p{N}])/giu

/** Initials with periods: `S.L.`, `J. P.` */
const initials = /(?<!\p{L})\p{L}(?:\. ?\p{L})+\.?(?!\p{L})/gu

/** Words that a name can have or omit without a difference. */
const fillers = wordsOf('and und et y e i en och og ve the')

/** Words for a kind of business. Names that have only these in common are different. */
const trades = wordsOf(
  'restaurant ristorante restaurante restaurang restauracja restoran lokanta cafe caffe kaffe kawiarnia coffee bar pub bistro ' +
    'trattoria pizzeria pizza osteria brasserie taverna imbiss grill hotel hostel hostal pension gasthof gasthaus apotheke ' +
    'pharmacie pharmacy farmacia apotheek apotek apteka eczane eczanesi praxis zahnarztpraxis zahnarzt arztpraxis clinic clinica ' +
    'clinique klinik dental dentist dr doctor backerei konditorei bakery boulangerie patisserie panaderia panetteria bakkerij ' +
    'piekarnia metzgerei friseur friseursalon coiffeur salon barber barbershop peluqueria kapper fryzjer kuafor shop store ' +
    'boutique laden markt market supermarkt supermarket supermercado supermarche tienda magasin negozio loja winkel sklep butik ' +
    'autohaus garage garaje autowerkstatt werkstatt kanzlei rechtsanwalt rechtsanwalte notar steuerberater studio atelier ' +
    'filiale branch agence agentur agency agencia bank banque banco banca museum musee museo school schule escuela scuola fitness ' +
    'gym am im in an der die das de du del della di da do la le les el los il lo of at bei zum zur',
)

const scripts = {
  Latin: /\p{Script=Latin}/u,
  Han: /\p{Script=Han}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hangul: /\p{Script=Hangul}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Thai: /\p{Script=Thai}/u,
  Devanagari: /\p{Script=Devanagari}/u,
}

type Script = keyof typeof scripts

/** Scripts whose words have no spaces between them, or optional ones. */
const unspaced: ReadonlySet<Script> = new Set(['Han', 'Kana', 'Hangul', 'Thai'])

/** Letters of scripts without spaces, other letters, or digits. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}])+|\p{N}+/gu

/** A word, folded, with the scripts of its letters: none for a number. */
interface Word {
  text: string
  scripts: readonly Script[]
}

/**
 * Compares a name in a list with the name of a listing, regardless of case, accents, width, punctuation, legal forms, and
 * the order of words.
 *
 * `same`: the same words. `similar`: one name contains the other, they have most of their distinctive words in common, or
 * they differ in one letter of a long word. `different`: everything else, also other branches of a chain.
 * @returns null if a name has no letters or digits, or if the names can't be compared because they are written in
 *   different scripts, like `東京タワー` and `Tokyo Tower`.
 */
export function nameMatch(sheetName: string, title: string): NameMatch | null {
  const [ours, theirs] = [wordsIn(sheetName), wordsIn(title)]
  if (ours.length === 0 || theirs.length === 0) return null
  const [own, other] = [comparable(ours, theirs), comparable(theirs, ours)]
  const isWhole = own.length === ours.length && other.length === theirs.length
  const verdict = own.length > 0 && other.length > 0 ? compare(own, other) : 'different'
  if (isWhole) return verdict
  return verdict === 'different' ? null : 'similar'
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Splits a name into folded words, without legal forms and fillers unless it has nothing else. */
function wordsIn(name: string): Word[] {
  const plain = name
    .slice(0, longestCompared)
    .normalize('NFKC')
    .replace(/['’‘`´ʼ׳]/g, '')
  const stripped = plain.replace(writtenForms, ' ').replace(initials, (found) => {
    const letters = found.replace(/[. ]/g, '')
    const folded = fold(letters)
    return legalForms.has(folded) || finalLegalForms.has(folded) ? ' ' : letters
  })
  const all = splitWords(stripped)
  const named = all.filter((word) => !legalForms.has(word))
  while (named.length > 1 && finalLegalForms.has(named.at(-1) ?? '')) named.pop()
  const distinctive = named.filter((word) => !fillers.has(word))
  const [used = []] = [distinctive, named, all, splitWords(plain)].filter(({ length }) => length > 0)
  return used.map((text) => ({ text: simplified(text), scripts: scriptsOf(text) }))
}

const splitWords = (text: string): string[] => (fold(text).match(words) ?? []).slice(0, maxWords)

const latin: readonly Script[] = ['Latin']

const scriptsOf = (text: string): readonly Script[] =>
  /^[a-z]+$/.test(text) ? latin : (Object.keys(scripts) as Script[]).filter((script) => scripts[script].test(text))

/** Returns a word in one of its spellings: `muller` for `mueller`, `strase` for `str` and `strasse`. */
const simplified = (word: string): string =>
  word
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a')
    .replace(/ss/g, 's')
    .replace(/^(\w{3,})?str$/, '$1strase')

/** Returns the words whose scripts the other name has, too. Numbers are in all scripts. */
function comparable(own: readonly Word[], others: readonly Word[]): Word[] {
  const shared = new Set(others.flatMap(({ scripts }) => scripts))
  if (shared.size === 0) return [...own]
  return own.filter(({ scripts }) => scripts.length === 0 || scripts.some((script) => shared.has(script)))
}

function compare(ours: readonly Word[], theirs: readonly Word[]): NameMatch {
  const [own, other] = [textsOf(ours), textsOf(theirs)]
  if (own.join('') === other.join('')) return 'same'
  const [left, right] = [joinPairs(own, other), joinPairs(other, own)]
  const exact = matchWords(left, right, (a, b) => a === b)
  if (exact.left.length === 0 && exact.right.length === 0) return 'same'
  const rest = matchWords(exact.left, exact.right, isVariant)
  if (rest.left.some(isNumber) && rest.right.some(isNumber)) return 'different'
  const matched = [...exact.matched, ...rest.matched]
  if (rest.left.length === 0 || rest.right.length === 0) return lengthOf(matched) > 1 ? 'similar' : 'different'
  if (isOtherBranch(own.join(''), other.join(''))) return 'different'
  if (isTypo(own.join(''), other.join(''), shortestWhole)) return 'similar'
  const isUnspaced = [...ours, ...theirs].some(({ scripts }) => scripts.some((script) => unspaced.has(script)))
  if (isUnspaced && isCloseText(own.join(''), other.join(''))) return 'similar'
  const common = weightOf(matched)
  const smaller = Math.min(common + weightOf(rest.left), common + weightOf(rest.right))
  return common > 0 && common >= smaller * leastCommon ? 'similar' : 'different'
}

const textsOf = (words: readonly Word[]): string[] => words.map(({ text }) => text)

/** The share of the distinctive words of the shorter name that the longer name must have. */
const leastCommon = 0.65

const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0)

/** Returns the length of words other than kinds of business. */
const weightOf = (words: readonly string[]): number => lengthOf(words.filter((word) => !trades.has(word)))

/** Joins two words in succession that are one word in the other name: `Mc Donalds`, `McDonalds`. */
function joinPairs(own: readonly string[], other: readonly string[]): string[] {
  const present = new Set(other)
  const joined: string[] = []
  for (let index = 0; index < own.length; index++) {
    const word = own[index] ?? ''
    const pair = word + (own[index + 1] ?? '')
    const isPair = index + 1 < own.length && present.has(pair) && !present.has(word)
    joined.push(isPair ? pair : word)
    if (isPair) index++
  }
  return joined
}

/** Removes from both names the words that they have in common, each once. */
function matchWords(left: readonly string[], right: readonly string[], isMatch: (a: string, b: string) => boolean) {
  const rest = [...right]
  const matched: string[] = []
  const unmatched = left.filter((word) => {
    const index = rest.findIndex((other) => isMatch(word, other))
    if (index < 0) return true
    rest.splice(index, 1)
    matched.push(word)
    return false
  })
  return { left: unmatched, right: rest, matched }
}

/** The minimum length of a word, and of a whole name, in which one wrong letter is a typo. */
const shortestWord = 5
const shortestWhole = 8

/** Whether two words are forms of one word: with a typo, a genitive such as `annas`, or an ending such as `berliner`. */
function isVariant(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  const ending = longer.startsWith(shorter) ? longer.slice(shorter.length) : null
  const isForm = ending !== null && (shorter.length >= shortestWord ? ending.length <= 2 : ending === 's')
  return (isForm && shorter.length > 2 && !/\p{N}/u.test(ending)) || isTypo(a, b, shortestWord)
}

/** Whether two strings differ in one letter: another, one more, or two in the wrong order. Digits must not differ. */
function isTypo(a: string, b: string, shortest: number): boolean {
  if (Math.min(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (/\p{N}/u.test(inA + inB)) return false
  if (inA.length <= 1 && inB.length <= 1) return true
  return inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0]
}

/** Whether two names have only the word for a branch in common at their ends: `渋谷店`, `新宿店`. */
function isOtherBranch(a: string, b: string): boolean {
  let end = 0
  while (end < Math.min(a.length, b.length) && a.at(-1 - end) === b.at(-1 - end)) end++
  return end < Math.min(a.length, b.length) && /^(?:[支本分]?店|지?점)$/u.test(a.slice(a.length - end))
}

/** The share of pairs of adjacent characters that names without spaces must have in common. */
const leastPairs = 0.75

/** Whether one string contains the other, or they have most pairs of adjacent characters in common. */
function isCloseText(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length > 1 && longer.includes(shorter)) return true
  const [left, right] = [pairsOf(a), pairsOf(b)]
  const counts = new Map<string, number>()
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  const common = right.filter((pair) => {
    const count = counts.get(pair) ?? 0
    counts.set(pair, count - 1)
    return count > 0
  })
  return common.length > 0 && 2 * common.length >= leastPairs * (left.length + right.length)
}

const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2))
