/**
 * The suffixes after `google.` in Google's country domains: those on its published list of supported domains, and older ones
 * that still lead to Google.
 */
const suffixes = `
  com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi
  fm fr ga ge gf gg gl gm gp gr gy hn hr ht hu ie im io iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu
  mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws
  co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve
  co.vi co.za co.zm co.zw
  com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.by com.bz com.co com.cu com.cy com.do com.ec
  com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc com.ly com.mm com.mt com.mx com.my
  com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg
  com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn
`

const googleDomains: ReadonlySet<string> = new Set(suffixes.match(/\S+/g)?.map((suffix) => `google.${suffix}`))

/** A part of Google whose links can point or lead to a listing, on any country domain. `www` is also the bare domain. */
export type GoogleSite = 'www' | 'maps' | 'search' | 'business' | 'local' | 'consent' | 'accounts' | 'translate'

const sites: ReadonlyMap<string, GoogleSite> = new Map<string, GoogleSite>([
  ['www', 'www'],
  ['maps', 'maps'],
  ['map', 'maps'],
  ['ditu', 'maps'],
  ['search', 'search'],
  ['business', 'business'],
  ['local', 'local'],
  ['consent', 'consent'],
  ['accounts', 'accounts'],
  ['translate', 'translate'],
])

/**
 * Returns the part of Google that a host is; null for every other host. It compares the whole host, so `google.com.evil.example`
 * and `notgoogle.com` do not match.
 * @param host lower case, without a port.
 */
export function googleSite(host: string): GoogleSite | null {
  if (googleDomains.has(host)) return 'www'
  const dot = host.indexOf('.')
  return googleDomains.has(host.slice(dot + 1)) ? (sites.get(host.slice(0, dot)) ?? null) : null
}
