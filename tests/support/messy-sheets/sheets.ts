import type { ListColumns } from '@/server/features/lists/columns'
import { sampleListings } from '@/server/places/sources/sample/listings'
import {
  blank,
  differs,
  duplicate,
  found,
  headings,
  hidden,
  linkTo,
  type MessyRow,
  notFound,
  notSent,
  rounded,
  sample,
  title,
  unreadable,
} from './cells'

/** A sheet as people keep it, and what a reader has to make of it. */
export interface MessySheet {
  /** The name of its file, without an extension. */
  name: string
  /** The row with the headings; 0 for none. */
  headingRow: number
  /** Which columns hold what. A column behind the last one is the links behind the texts of an earlier column. */
  columns: ListColumns
  rows: readonly MessyRow[]
  /** Merged cells: "A1:F1". */
  merges?: readonly string[]
  hiddenColumns?: readonly number[]
  /** Other sheets of the workbook, before this one. */
  coverSheet?: string
  /** Whether the headings are shown from right to left. */
  isRightToLeft?: boolean
}

const link = (at: number, rest: Partial<ListColumns> = {}): ListColumns => ({
  link: at,
  name: null,
  address: [],
  country: null,
  reference: null,
  ...rest,
})

const coordinates = 'https://www.google.com/maps/@52.5200066,13.404954,15z'
const website = 'https://www.example.com/filialen/berlin'
const instagram = 'https://www.instagram.com/example.cafe/'

const germanClients: MessySheet = {
  name: 'Kundenliste',
  headingRow: 3,
  columns: link(5, { reference: 0, name: 1, address: [2, 3, 4] }),
  merges: ['A1:G1'],
  rows: [
    title('Kundenliste – Stand 11/2026'),
    blank(),
    headings('Kd.-Nr.', 'Firma', 'Straße', 'PLZ', 'Ort', 'Google-Link', 'Bemerkung'),
    found(
      'Beuster',
      4711,
      'Beuster',
      'Weserstr. 32',
      { number: 12045, format: '00000' },
      'Berlin',
      linkTo.cid('Beuster'),
      '',
    ),
    found(
      'Gasthof Neuhaus',
      4712,
      'Gasthof Neuhaus',
      'Marktpl. 1',
      { number: 83471, format: '00000' },
      'Berchtesgaden',
      null,
      'Link fehlt',
    ),
    blank(),
    found(
      'Hörger Biohotel Tafernwirtschaft',
      4713,
      'Hörger Biohotel',
      'Hohenbercha 38',
      { number: 85402, format: '00000' },
      'Kranzberg',
      coordinates,
      'nur Karte',
    ),
    duplicate(
      4,
      found(
        'Beuster',
        4714,
        'BEUSTER',
        'Weserstr. 32',
        { number: 12045, format: '00000' },
        'Berlin',
        sample('Beuster').placeId,
        'doppelt?',
      ),
    ),
    differs(
      'Gasthof Neuhaus',
      4715,
      'Bäckerei Schmidt',
      'Hauptstr. 5',
      { number: 1067, format: '00000' },
      'Dresden',
      linkTo.desktop('Gasthof Neuhaus'),
      '',
    ),
    notFound(4716, 'Kegelclub Gut Holz', 'Nirgendweg 99', { number: 99999, format: '00000' }, 'Nirgendwo', null, ''),
    notSent(null, null, null, null, null, null, 'Summe: 6 Kunden'),
  ],
}
// The duplicate of row 5 is the row with another name.
const [, , , , , , , , otherName] = germanClients.rows
if (otherName) otherName.duplicateOf = 5

const sheets: readonly MessySheet[] = [
  germanClients,
  {
    name: 'Profile mit Hyperlinks',
    headingRow: 1,
    columns: link(3, { name: 0, address: [1] }),
    rows: [
      headings('Objekt', 'Anschrift', 'Google Profil'),
      found('Beuster', 'Beuster', 'Weserstr. 32, 12045 Berlin', { text: 'Profil', link: linkTo.cid('Beuster') }),
      found('Shang Garden 香乐园', 'Shang Garden', 'Grünauer Allee 6, 82008 Unterhaching', {
        text: 'Maps',
        link: linkTo.desktop('Shang Garden 香乐园'),
      }),
      found('Gasthof Neuhaus', 'Gasthof Neuhaus', 'Marktpl. 1, 83471 Berchtesgaden', {
        text: 'Website',
        link: website,
      }),
    ],
  },
  {
    name: 'Client list',
    headingRow: 1,
    columns: link(3, { reference: 0, name: 1 }),
    rows: [
      headings('Client ID', 'Business name', 'Google Maps'),
      found('British Museum', 'C-001', 'British Museum', {
        formula: `HYPERLINK("${linkTo.cid('British Museum')}","Open")`,
        value: 'Open',
      }),
      found('Big Ben', 'C-002', 'Big Ben', {
        formula: `HYPERLINK("${linkTo.review('Big Ben')}";"Review")`,
        value: 'Review',
      }),
      found('Hawksmoor Seven Dials', 'C-003', 'Hawksmoor Seven Dials', {
        text: 'Open',
        link: linkTo.desktop('Hawksmoor Seven Dials'),
      }),
    ],
  },
  {
    name: '店舗一覧',
    headingRow: 2,
    columns: link(4, { reference: 0, name: 1, address: [2, 3] }),
    merges: ['A1:E1'],
    rows: [
      title('店舗一覧（2026年11月）'),
      headings('店舗番号', '店舗名', '郵便番号', '住所', 'Googleマップ', '備考'),
      found(
        '三枝商店',
        '001',
        '三枝商店',
        '426-0034',
        '1 Chome-3-13 Ekimae, Fujieda, Shizuoka',
        linkTo.cid('三枝商店'),
        '',
      ),
      found(
        'Route Inn',
        '002',
        'Route Inn',
        '368-0033',
        '2 Chome-3-18 Nosakamachi, Chichibu, Saitama',
        sample('Route Inn').placeId,
        '要確認',
      ),
      blank(),
      found(
        'Tokyo Tower',
        '003',
        'Tokyo Tower',
        '105-0011',
        '4-chome-2-8 Shibakoen, Minato City, Tokyo',
        sample('Tokyo Tower').hex,
        '',
      ),
    ],
  },
  {
    name: 'قائمة العملاء',
    headingRow: 1,
    isRightToLeft: true,
    columns: link(3, { reference: 0, name: 1, address: [2] }),
    rows: [
      headings('رقم العميل', 'الاسم', 'العنوان', 'رابط خرائط جوجل'),
      found('ألذ مقلوبة', 11, 'ألذ مقلوبة', 'طريق الملك فهد، تبوك', linkTo.cid('ألذ مقلوبة')),
      found(
        'قريه تبوك التراثيه',
        12,
        'قريه تبوك التراثيه',
        'طريق الملك خالد، تبوك',
        linkTo.desktop('قريه تبوك التراثيه'),
      ),
      unreadable(13, null, 'تبوك', coordinates),
    ],
  },
  {
    name: 'Lista de clientes',
    headingRow: 1,
    columns: link(3, { name: 0, address: [1], country: 2 }),
    rows: [
      headings('Nombre del cliente', 'Dirección', 'País', 'Enlace de Google Maps'),
      found('Farmacia M30', 'Farmacia M30', 'C. del Camino de los Vinateros, 28030 Madrid', 'España', null),
      found(
        'Sagrada Família',
        'Sagrada Familia',
        'C/ de Mallorca, 401, Barcelona',
        'ES',
        linkTo.cid('Sagrada Família'),
      ),
      found(
        'Santagloria Coffee & Bakery',
        'Santagloria Coffee & Bakery',
        "Carrer D'Aragó, 07005 Palma",
        'Spain',
        'pendiente',
      ),
    ],
  },
  {
    name: 'Établissements',
    headingRow: 4,
    columns: link(2, { name: 0, address: [1] }),
    rows: [
      title('Agence Dupont & Fils'),
      title('Établissements à suivre', null, 'Mise à jour :', { date: '2026-11-02' }),
      blank(),
      headings('Enseigne', 'Adresse', 'Lien Google'),
      found('Sacré-Cœur', 'Sacre Coeur', '35 Rue du Chevalier de la Barre, 75018 Paris', linkTo.cid('Sacré-Cœur')),
      found('Cuisinella', 'Cuisinella SARL', '75 Rue Alexandro Volta, 11000 Carcassonne', linkTo.review('Cuisinella')),
      duplicate(5, found('Sacré-Cœur', 'Sacré-Cœur', '75018 Paris', linkTo.desktop('Sacré-Cœur'))),
    ],
  },
  {
    name: 'solo link',
    headingRow: 0,
    columns: link(0),
    rows: ['Colosseum', 'Pantheon', 'Trevi Fountain', 'Spanish Steps'].map((name) => found(name, linkTo.cid(name))),
  },
  {
    name: 'Clientes CID',
    headingRow: 1,
    columns: link(1, { name: 0 }),
    rows: [
      headings('Cliente', 'CID'),
      found('Garbanzo Restaurante', 'Garbanzo Restaurante', rounded(sample('Garbanzo Restaurante').cid)),
      found('Trade Hotel', 'Trade Hotel', rounded(sample('Trade Hotel').cid)),
      notFound('Padaria Que Não Existe Ltda.', 5822041866838060000),
      notFound('Oficina Inventada', '5822041866838063000'),
    ],
  },
  {
    name: 'Lojas',
    headingRow: 1,
    columns: link(2, { reference: 0, name: 1 }),
    rows: [
      headings('N.º', 'Loja', 'CID'),
      found('Fogão Nativo', 1, 'Fogão Nativo', sample('Fogão Nativo').cid),
      found('Penny Market Updated', 2, 'Penny Market Updated', `cid:${sample('Penny Market Updated').cid}`),
      found('Eiffel Tower', 3, 'Eiffel Tower', `'${sample('Eiffel Tower').cid}`),
    ],
  },
  {
    name: 'Klanten',
    headingRow: 1,
    columns: link(3, { name: 0 }),
    rows: [
      headings('Naam', 'Website', 'Instagram', 'Link', 'Telefoon'),
      found('Big Ben', 'Big Ben', website, instagram, linkTo.cid('Big Ben'), '+44 20 7219 4272'),
      found('British Museum', 'British Museum', website, null, linkTo.desktop('British Museum'), '020 7323 8299'),
      found(
        'Paro - Covent Garden & Strand - Best Indian Restaurant London',
        'Paro Covent Garden',
        null,
        instagram,
        linkTo.review('Paro - Covent Garden & Strand - Best Indian Restaurant London'),
        '',
      ),
    ],
  },
  {
    name: 'Lista klientów',
    headingRow: 1,
    columns: link(6, { reference: 0, name: 1, address: [2, 3, 4], country: 5 }),
    rows: [
      headings('Nr klienta', 'Nazwa firmy', 'Ulica', 'Kod pocztowy', 'Miasto', 'Kraj', 'Link do Map Google'),
      found(
        'Premio SZER',
        'K/01',
        'Premio SZER Sp. z o.o.',
        'Obywatelska 94',
        '94-104',
        'Łódź',
        'Polska',
        linkTo.desktop('Premio SZER'),
      ),
      found('Beuster', 'K/02', 'Beuster', 'Weserstr. 32', '12045', 'Berlin', 'Niemcy', 'brak'),
    ],
  },
  {
    name: 'Butiker',
    headingRow: 1,
    columns: link(3, { reference: 0, name: 1, address: [2] }),
    rows: [
      headings('Butiksnr', 'Butik', 'Adress', 'Google-länk'),
      notSent('Region Nord', null, null, null),
      found('Petco', 'B-1', 'Petco', '', linkTo.cid('Petco')),
      notSent('Region Syd', null, null, null),
      found('Space Needle', 'B-2', 'Space Needle AB', '400 Broad St, Seattle', linkTo.review('Space Needle')),
      blank(),
      notSent('Summa', null, null, null),
    ],
  },
  {
    name: 'Müşteriler',
    headingRow: 1,
    columns: link(2, { name: 0, address: [1] }),
    rows: [
      headings('Müşteri Adı', 'Adres', 'Harita Linki'),
      found(
        'Gönül Bahçesi Cafe & Restaurant',
        'GÖNÜL BAHÇESİ CAFE & RESTAURANT',
        'Gürpınar, Dalyan Cd., 34528 Beylikdüzü/İstanbul',
        linkTo.cid('Gönül Bahçesi Cafe & Restaurant'),
      ),
      found('A101', 'A101', 'Bahçelievler', linkTo.desktop('A101')),
      notFound('Olmayan Lokanta', 'Hiçbir Sokak 1, Ankara', 'yok'),
    ],
  },
  {
    name: '거래처 목록',
    headingRow: 1,
    columns: link(3, { reference: 0, name: 1, address: [2] }),
    rows: [
      headings('거래처 코드', '상호', '주소', '구글 지도 링크'),
      found('Taj Mahal', 'A-1', 'Taj Mahal', 'Agra, Uttar Pradesh', linkTo.cid('Taj Mahal')),
      found('Statue of Liberty', 'A-2', 'Statue of Liberty', 'New York, NY 10004', sample('Statue of Liberty').placeId),
    ],
  },
  {
    name: '客户名单',
    headingRow: 1,
    columns: link(2, { name: 0, address: [1] }),
    rows: [
      headings('客户名称', '地址', '谷歌地图链接'),
      found(
        'Shang Garden 香乐园',
        '香乐园 Shang Garden',
        'Grünauer Allee 6, 82008 Unterhaching',
        linkTo.cid('Shang Garden 香乐园'),
      ),
      unreadable(null, 'Unterhaching', 'https://www.google.com/maps/dir/Berlin/Potsdam'),
    ],
  },
  {
    name: '客戶清單',
    headingRow: 1,
    columns: link(2, { reference: 0, name: 1 }),
    rows: [
      headings('編號', '店名', 'Google 地圖連結'),
      found(
        'Okonomiyaki Bonkuraya Dotombori',
        1,
        'Okonomiyaki Bonkuraya',
        linkTo.cid('Okonomiyaki Bonkuraya Dotombori'),
      ),
      found(
        'Ueshima Coffee House - Omori',
        2,
        'Ueshima Coffee House Omori',
        linkTo.desktop('Ueshima Coffee House - Omori'),
      ),
    ],
  },
  {
    name: 'רשימת לקוחות',
    headingRow: 1,
    isRightToLeft: true,
    columns: link(2, { name: 0, address: [1] }),
    rows: [
      headings('שם העסק', 'כתובת', 'קישור לגוגל מפות'),
      found(
        'Flying Tiger Copenhagen',
        'Flying Tiger Copenhagen',
        'Moshe Dayan Boulevard 3, Rishon LeTsiyon',
        linkTo.cid('Flying Tiger Copenhagen'),
      ),
      found('חנות יד שניה אשקלון секонд хенд Ашкелон', 'חנות יד שניה אשקלון', 'Yerikho St 14, Ashkelon', null),
    ],
  },
  {
    name: 'Everything in one column',
    headingRow: 1,
    columns: link(0),
    rows: [
      headings('Where', 'Notes'),
      found('Empire State Building', linkTo.cid('Empire State Building'), 'a link'),
      found('Times Square', sample('Times Square').placeId, 'a place id'),
      found('Googleplex', sample('Googleplex').cid, 'a CID'),
      found('Space Needle', sample('Space Needle').featureId, 'a feature id'),
      found('Statue of Liberty', 'Statue of Liberty', 'a name'),
      duplicate(
        2,
        found('Empire State Building', `Look: ${linkTo.desktop('Empire State Building')} great!`, 'shared text'),
      ),
      unreadable(`${linkTo.cid('Times Square')} ${linkTo.cid('Googleplex')}`, 'two listings'),
      notSent(null, 'nothing'),
    ],
  },
  {
    name: 'Numbers that are not CIDs',
    headingRow: 1,
    columns: link(1, { name: 0 }),
    rows: [
      headings('Name', 'Link'),
      found('Big Ben', 'Big Ben', linkTo.cid('Big Ben')),
      found('British Museum', 'British Museum', linkTo.cid('British Museum')),
      found('Hawksmoor Seven Dials', 'Hawksmoor Seven Dials', linkTo.cid('Hawksmoor Seven Dials')),
      found('Franco Manca Covent Garden', 'Franco Manca Covent Garden', '4006381333931'),
      found('Flat Iron Tottenham Court Road', 'Flat Iron', 442078374848),
      unreadable(null, '10115'),
      unreadable(null, 20261127),
    ],
  },
  {
    name: 'Merged cities',
    headingRow: 2,
    columns: link(2, { name: 1, address: [0] }),
    merges: ['A1:C1', 'A3:A5'],
    rows: [
      title('Sights by city'),
      headings('City', 'Name', 'Link'),
      found('Colosseum', 'Roma', 'Colosseum', linkTo.cid('Colosseum')),
      found('Pantheon', null, 'Pantheon', null),
      found('Palazzo Bonaparte', null, 'Palazzo Bonaparte', null),
      found('Big Ben', 'London', 'Big Ben', linkTo.review('Big Ben')),
    ],
  },
  {
    name: 'Hidden rows and columns',
    headingRow: 1,
    columns: link(2, { reference: 0, name: 1 }),
    hiddenColumns: [1],
    rows: [
      headings('Ref', 'Company', 'Maps URL', 'Margin'),
      found('Petco', 'P1', 'Petco', linkTo.cid('Petco'), { number: 0.125, format: '0.0%' }),
      hidden(found('Googleplex', 'P2', 'Googleplex', linkTo.cid('Googleplex'), { number: 1234.5, format: '#,##0.00' })),
      hidden(blank()),
      found('Times Square', 'P3', 'Times Square', linkTo.cid('Times Square'), { number: -3, format: '0' }),
    ],
  },
  {
    name: 'Workbook with a cover sheet',
    headingRow: 1,
    coverSheet: 'Read me first',
    columns: link(1, { name: 0 }),
    rows: [
      headings('Branch', 'Maps link'),
      found('Aria Restaurant Sydney', 'Aria Restaurant Sydney', linkTo.cid('Aria Restaurant Sydney')),
      found('Restaurant Hubert', 'Restaurant Hubert Pty Ltd', linkTo.desktop('Restaurant Hubert')),
    ],
  },
  {
    name: 'Names with links behind them',
    headingRow: 1,
    columns: link(3, { name: 1, reference: 0 }),
    rows: [
      headings('#', 'Restaurant', 'Contact'),
      found('Las Violetas', 'R1', { text: 'Las Violetas', link: linkTo.cid('Las Violetas') }, 'Ana'),
      found('Acatraz', 'R2', { text: 'Acatraz', link: linkTo.desktop('Acatraz') }, 'Luis'),
      found('El Gran Mosquito', 'R3', 'El Gran Mosquito', 'Eva'),
    ],
  },
  {
    name: 'Dates and formats',
    headingRow: 1,
    columns: link(3, { name: 1 }),
    rows: [
      headings('Since', 'Customer', 'Paid', 'Google URL', 'Revenue', 'Active'),
      found(
        'Petco',
        { date: '2024-02-29' },
        'Petco',
        { date: '2026-01-31' },
        linkTo.cid('Petco'),
        { number: 1250000, format: '#,##0' },
        true,
      ),
      found(
        'Space Needle',
        { date: '2025-12-01' },
        'Space Needle',
        null,
        linkTo.cid('Space Needle'),
        { number: 99.5, format: '0.00' },
        false,
      ),
    ],
  },
  {
    name: 'Two columns named Link',
    headingRow: 1,
    columns: link(2, { name: 0 }),
    rows: [
      headings('Client', 'Link', 'Link'),
      found('Trevi Fountain', 'Trevi Fountain', website, linkTo.cid('Trevi Fountain')),
      found('Roman Forum', 'Roman Forum', instagram, linkTo.desktop('Roman Forum')),
    ],
  },
  {
    name: 'Line breaks and quotes',
    headingRow: 1,
    columns: link(2, { name: 0, address: [1] }),
    rows: [
      headings('Name', 'Address', 'Link', 'Notes'),
      found('Big Ben', 'Big Ben', 'London\nSW1A 0AA', linkTo.cid('Big Ben'), 'He said "call; later",\nthen left'),
      found(
        'British Museum',
        ' British Museum ',
        'Great Russell St,\r\nLondon',
        `  ${linkTo.cid('British Museum')}\n`,
        '=1+1',
      ),
      found('Petco', '+Petco', '', linkTo.cid('Petco'), '@someone'),
    ],
  },
  {
    name: 'Looked up before',
    headingRow: 1,
    columns: link(1, { name: 0 }),
    rows: [
      headings('Client', 'Link', 'pinref_state', 'pinref_title', 'pinref_cid', 'pinref_place_id'),
      found(
        'Petco',
        'Petco',
        linkTo.cid('Petco'),
        'found',
        'Petco (old)',
        sample('Big Ben').cid,
        sample('Big Ben').placeId,
      ),
      found('Big Ben', 'Big Ben', linkTo.cid('Big Ben'), 'failed', '', '', ''),
    ],
  },
  {
    name: 'Fifty columns',
    headingRow: 2,
    columns: link(40, { reference: 0, name: 1 }),
    rows: [
      title('Export'),
      headings(
        'Customer no.',
        'Company name',
        ...Array.from({ length: 38 }, (_, at) => `Field ${at + 1}`),
        'Google Maps URL',
        ...Array.from({ length: 9 }, (_, at) => `Custom ${at + 1}`),
      ),
      ...['Petco', 'Big Ben', 'Pantheon', 'Colosseum'].map((name, at) =>
        found(
          name,
          `C${at}`,
          name,
          ...Array.from({ length: 38 }, (_, field) => `${name} ${field}`),
          linkTo.cid(name),
          ...Array.from({ length: 9 }, () => at),
        ),
      ),
    ],
  },
  {
    name: 'Names only',
    headingRow: 1,
    columns: link(0, { link: null, name: 0, address: [1], country: 2 }),
    rows: [
      headings('Business', 'City', 'Country'),
      found('Space Needle', 'Space Needle', 'Seattle', 'USA'),
      found('Beuster', 'Beuster', 'Berlin', 'Deutschland'),
      notFound('Kegelclub Gut Holz', 'Nirgendwo', 'Germany'),
      notSent(null, 'Paris', 'France'),
    ],
  },
]

/** A sheet of 20,000 rows: the sample listings again and again, with a blank row after every hundred. */
export function longSheet(): MessySheet {
  const listings = sampleListings.filter(
    ({ title }, at) => sampleListings.findIndex((one) => one.title === title) === at,
  )
  const rows: MessyRow[] = [headings('No.', 'Name', 'Link')]
  const firsts = new Map<string, number>()
  for (let at = 0; rows.length < 20_000; at++) {
    const { title: name } = listings[at % listings.length] ?? { title: '' }
    const row = found(name, at + 1, name, linkTo.cid(name))
    const first = firsts.get(name)
    rows.push(first === undefined ? row : duplicate(first, row))
    if (first === undefined) firsts.set(name, rows.length)
    if (at % 100 === 99) rows.push(blank())
  }
  return { name: 'Twenty thousand rows', headingRow: 1, columns: link(2, { reference: 0, name: 1 }), rows }
}

/** Sheets as people keep them: 30 small ones. */
export const messySheets: readonly MessySheet[] = sheets
