import { countries, readCountry } from '@/server/features/listings/country'
import { fold } from './fold'

/** The ISO 3166-1 alpha-3 codes, in the order of `countries`. */
const alpha3 = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL BES ' +
  'BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA ' +
  'DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS ' +
  'GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA ' +
  'PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ ' +
  'MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM ' +
  'PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV ' +
  'SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR ' +
  'VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ')

/** The languages in which names of countries are read. */
const languages = 'en de fr es it pt pt-PT nl pl sv tr ja ko zh-Hans zh-Hant ar he'.split(' ')

/** Names and short forms that are in use beside the present official ones. */
const usualNames: Readonly<Record<string, string>> = {
  AE: 'UAE|VAE|EAU|BAE|Emirates|Dubai|الامارات',
  AT: 'Republik Österreich',
  BA: 'Bosnia|Bosnien|Bosnie',
  CD: 'DR Congo|DRC|RDC',
  CH: 'Schweizerische Eidgenossenschaft|Swiss|Confoederatio Helvetica',
  CI: 'Ivory Coast|Elfenbeinküste',
  CN: 'PRC|PR China|VR China|Volksrepublik China|中华人民共和国|中華人民共和國|中華人民共和国',
  CV: 'Cape Verde|Kapverden',
  CZ: 'Czech Republic|Tschechische Republik|République tchèque|República Checa|Repubblica Ceca|Česká republika|Česko|ČR',
  DE: 'BRD|Bundesrepublik Deutschland|Federal Republic of Germany|BR Deutschland',
  DK: 'Danmark',
  ES: 'Reino de España',
  FI: 'Suomi',
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Vereinigtes Königreich von Großbritannien und Nordirland|Schottland|Nordirland|Grande-Bretagne|Angleterre|Écosse|Gran Bretaña|Inglaterra|Escocia|Gran Bretagna|Inghilterra|Grã-Bretanha|Groot-Brittannië|Engeland|Schotland|Anglia|Szkocja|İngiltere|İskoçya|英國|イングランド|بريطانيا|انجلترا|אנגליה',
  GR: 'Hellas|Ελλάδα',
  HK: 'Hong Kong SAR|Hongkong|Hong-Kong|香港|홍콩|هونغ كونغ|הונג קונג',
  HR: 'Hrvatska',
  HU: 'Magyarország',
  IE: 'Eire|Republic of Ireland|Republik Irland',
  IL: 'State of Israel',
  IT: 'Repubblica Italiana',
  JP: 'Nippon|Nihon|日本国',
  KR: 'Korea|Republic of Korea|South Korea|ROK|Korea (South)|Republik Korea|한국|남한|大韓民国|大韓民國|南韓|韓国',
  LU: 'Grand Duchy of Luxembourg|Grand-Duché de Luxembourg|Lëtzebuerg',
  MK: 'Macedonia|Mazedonien|Macédoine',
  MM: 'Burma|Birma|Birmanie',
  MO: 'Macau|Macao|Macau SAR|澳門|澳门|マカオ|마카오',
  MX: 'Estados Unidos Mexicanos|Méjico',
  NL: 'Holland|The Netherlands|Hollande|Holanda|Olanda|Holandia|Hollanda|オランダ|荷蘭|הולנד|هولندا',
  NO: 'Norge',
  PL: 'Rzeczpospolita Polska',
  PS: 'Palestine|Palästina',
  RU: 'Russian Federation|Russische Föderation|Россия|РФ',
  SA: 'KSA|Saudi|السعودية',
  SK: 'Slovak Republic|Slowakische Republik|Slovensko',
  SY: 'Syria|Syrien',
  SZ: 'Swaziland|Swasiland',
  TR: 'Turkey|Turkiye|Türkiye Cumhuriyeti|トルコ|터키',
  TW: 'Taiwan ROC|臺灣|台灣|台湾',
  UA: 'Україна',
  US: 'USA|U.S.A.|U.S.|US|United States of America|America|Vereinigte Staaten von Amerika|USA - Vereinigte Staaten|Amerika|États-Unis d’Amérique|EE. UU.|EE.UU.|EEUU|EUA|Estados Unidos de América|Estados Unidos da América|Stati Uniti d’America|Verenigde Staten van Amerika|VS|Stany Zjednoczone Ameryki|Förenta staterna|ABD|アメリカ|米国|美国|美國|미국|امريكا|الولايات المتحدة الامريكية|ארהב',
  VA: 'Vatican|Vatikan',
  VN: 'Viet Nam|Vietnam',
}

/** The signs of countries on vehicles, which lists in German use. */
const vehicleSigns: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  I: 'IT',
  L: 'LU',
}

/** The longest text that is read as the name of a country, in UTF-16 units. */
const longestName = 80

let namesRead: ReadonlyMap<string, string | null> | undefined

/** Returns every name, folded, with its country; null for a name that several countries have. Built on first use. */
function countriesByName(): ReadonlyMap<string, string | null> {
  if (namesRead) return namesRead
  const names = new Map<string, string | null>()
  const add = (name: string, code: string) => {
    const key = keyOf(name)
    if (key !== '') names.set(key, (names.get(key) ?? code) === code && names.get(key) !== null ? code : null)
  }
  for (const language of languages) {
    const displayed = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of countries) add(displayed.of(code) ?? '', code)
  }
  for (const [index, code] of countries.entries()) add(alpha3[index] ?? '', code)
  for (const [code, written] of Object.entries(usualNames))
    for (const name of written.split('|')) names.set(keyOf(name), code)
  for (const [sign, code] of Object.entries(vehicleSigns)) names.set(keyOf(sign), code)
  namesRead = names
  return names
}

/** Folds a name, without marks: `usa` for `U.S.A.`, `ארהב` for `ארה״ב`. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(/["'“”„’׳״]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')

/**
 * Parses a country in a cell: an ISO 3166-1 code of two or three letters, a name in one of 17 languages, or a usual short
 * form such as `UK`, `BRD`, or `Holland`.
 * @returns its ISO 3166-1 alpha-2 code; null for anything else, also for names that several countries have.
 */
export function countryOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > longestName) return null
  return readCountry(trimmed) ?? countriesByName().get(keyOf(trimmed)) ?? null
}

/** How much of the end of an address is examined, in UTF-16 units. */
const examinedEnd = 200

/** Countries with a name that is also a state or a town elsewhere: Georgia, and the Spanish `Granada` for Grenada. */
const ambiguousCountries = new Set(['BL', 'GD', 'GE', 'GP', 'LC', 'MF', 'MS', 'PW', 'SH'])

/** Names at the end of an address that are also a place elsewhere, such as Oman, which is spelled like Amman. */
const ambiguousNames = new Set(['america', 'armenia', 'jordan', 'macedonia', 'monaco', 'niger', 'عمان'])

/** Short forms that are no state, province, or language. Codes such as `CA`, `DE`, and `IN` are states at least as often. */
const clearShortForms = new Set(['uk', 'us', 'usa', 'uae', 'brd', 'prc', 'ksa', 'eua'])

/** A postal code with the code of its country, such as `CH-8001`. */
const codedPostalCode = /^(?:(DE?|FR?|IT?)-\d{5}|(AT|CH|DK|NL)-\d{4})(?= \p{L})/u

/** The beginnings of addresses that go from the country or the prefecture to the house. */
const beginnings: ReadonlyArray<[RegExp, string]> = [
  [/^(?:日本(?:国)?[\s、,，〒]|〒|(?:日本)?(?:東京都|北海道|大阪府|京都府|\p{Script=Han}{2,3}県))/u, 'JP'],
  [/^(?:中[国國])?香港(?=特別|特别|島|岛|九龍|九龙|新界|[\s,，、])/u, 'HK'],
  [/^(?:中[国國])?(?:澳門|澳门)(?=特別|特别|[\s,，、])/u, 'MO'],
  [/^(?:中[国國])?[台臺][灣湾](?=[\s,，、\d]|\p{Script=Han}{2}[市縣县])/u, 'TW'],
  [/^(?:中国|中國|中华人民共和国)(?=[\s,，、]|\p{Script=Han}{2,8}(?:省|市|自治区|自治區))/u, 'CN'],
  [/^(?:대한민국|한국)(?=[\s,])/u, 'KR'],
]

/**
 * Finds the country in an address of one line: its name after the last comma, as in `10115 Berlin, Germany`, or at the
 * beginning of a Chinese, Japanese, or Korean address.
 * @returns its ISO 3166-1 alpha-2 code; null if the address has none or it is unclear, such as `Georgia` or `CA`.
 */
export function countryInAddress(text: string): string | null {
  const line = text.trim()
  const beginning = beginnings.find(([pattern]) => pattern.test(line))
  if (beginning) return beginning[1]
  const last = lastPart(line.slice(-examinedEnd))
  const [, long, short] = codedPostalCode.exec(last) ?? []
  if (long ?? short) return countryOf(long ?? short ?? '')
  const named = clearCountry(last)
  if (named) return named
  const city = clearCountry(last.replace(/ \d{6}$/, ''))
  return city === 'SG' ? city : null
}

/** Returns the part of an address after its last comma, or in parentheses at its end. */
function lastPart(line: string): string {
  const end = line.replace(/[\s.,،;]+$/, '')
  const [, inParentheses] = /\(([^()]{1,80})\)$/.exec(end) ?? []
  return (inParentheses ?? end.split(/[,،、，;|\n]|\s[-–—]\s/).at(-1) ?? '').trim()
}

function clearCountry(name: string): string | null {
  const key = keyOf(name.slice(0, longestName))
  const isShort = /^[a-z]{1,3}$/.test(key) && !clearShortForms.has(key)
  const code = isShort || ambiguousNames.has(key) ? null : (countriesByName().get(key) ?? null)
  return code !== null && ambiguousCountries.has(code) ? null : code
}
