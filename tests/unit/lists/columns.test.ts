import { describe, expect, test } from 'vitest'
import { posterLanguages } from '@/components/kit/text'
import { guessColumns, type ListColumns } from '@/server/features/lists/columns'
import { stepsOf } from '../links/steps'

const link = (number: number) => `https://maps.google.com/?cid=${5822041866838061234n + BigInt(number)}`
const [placeId, otherPlaceId] = ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'ChIJaXQRs6lZwokRY6EFpJnhNNE']

/** What `guessColumns` returns for a list without any such column. */
const none: ListColumns = { link: null, name: null, address: [], country: null, reference: null }

/** Headings for reference, name, street, postal code, city, country, link, phone, and email in one language. */
const headings: Record<(typeof posterLanguages)[number], string> = {
  en: 'Store ID|Store name|Street|ZIP code|City|Country|Google Maps link|Phone|Email address',
  de: 'Kd.-Nr.|Firma|Straße|PLZ|Ort|Land|Google-Maps-Link|Telefon|E-Mail-Adresse',
  fr: 'N° client|Nom du magasin|Rue|Code postal|Ville|Pays|Lien Google Maps|Téléphone|Adresse e-mail',
  es: 'Nº cliente|Nombre del negocio|Calle|Código postal|Ciudad|País|Enlace|Teléfono|Correo electrónico',
  it: 'Codice cliente|Ragione sociale|Via|CAP|Città|Paese|Link Google Maps|Telefono|Indirizzo e-mail',
  pt: 'Código do cliente|Nome da empresa|Rua|CEP|Cidade|País|Link do Google Maps|Telefone|E-mail',
  'pt-PT': 'N.º cliente|Nome da loja|Rua|Código postal|Localidade|País|Ligação|Telemóvel|Endereço de e-mail',
  nl: 'Klantnummer|Bedrijfsnaam|Straat|Postcode|Plaats|Land|Google Maps-link|Telefoon|E-mailadres',
  pl: 'Nr klienta|Nazwa firmy|Ulica|Kod pocztowy|Miasto|Kraj|Link do Google Maps|Telefon|Adres e-mail',
  sv: 'Kundnr|Företagsnamn|Gatuadress|Postnummer|Ort|Land|Google Maps-länk|Telefon|E-postadress',
  tr: 'Müşteri No|Firma Adı|Sokak|Posta Kodu|Şehir|Ülke|Harita linki|Telefon|E-posta adresi',
  ja: '店舗コード|店舗名|番地|郵便番号|市区町村|国|店舗リンク|電話番号|メールアドレス',
  ko: '고객번호|매장명|상세주소|우편번호|도시|국가|구글 지도 링크|전화번호|이메일 주소',
  'zh-Hans': '客户编号|店铺名称|街道|邮编|城市|国家|地图链接|电话|邮箱地址',
  'zh-Hant': '客戶編號|店家名稱|街道|郵遞區號|城市|國家|地圖連結|電話|電子郵件',
  ar: 'رقم العميل|اسم المتجر|الشارع|الرمز البريدي|المدينة|الدولة|رابط الخريطة|الهاتف|البريد الإلكتروني',
  he: 'מספר לקוח|שם העסק|רחוב|מיקוד|עיר|מדינה|קישור למפה|טלפון|כתובת מייל',
}

describe('the columns of a list are guessed', () => {
  test.each(posterLanguages)('by headings in %s', (language) => {
    const names = headings[language].split('|')
    const guess = { link: 6, name: 1, address: [2, 3, 4], country: 5, reference: 0 }
    expect(guessColumns(names, [])).toEqual(guess)
    const row = ['4711', 'Anna', 'Hauptstr. 1', '10115', 'Berlin', 'DE', link(1), '+49 30 12345', 'a@example.com']
    expect(guessColumns(names, [row, row])).toEqual(guess)
  })

  const sheets: ReadonlyArray<[name: string, guess: Partial<ListColumns>, names: string, rows: string[][]]> = [
    [
      'website, Google Maps, and Instagram by their cells',
      { link: 2, name: 0 },
      'Name|Link|Link 2|Link 3',
      [
        ['Café Anna', 'https://cafe-anna.example', link(1), 'https://instagram.com/cafeanna'],
        ['Bar Bo', 'https://bar-bo.example', 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA', ''],
      ],
    ],
    [
      'a link column without a heading that says so',
      { link: 1, name: 0 },
      'Kunde|Column 2',
      [
        ['Café Anna', link(1)],
        ['Bar Bo', link(2)],
        ['Hotel Cäsar', ''],
      ],
    ],
    [
      'links behind texts rather than the texts',
      { link: 2, name: 0 },
      'Name|Maps|Maps (link)',
      [
        ['Café Anna', 'Karte', link(1)],
        ['Bar Bo', 'Karte', link(2)],
      ],
    ],
    [
      'a column of texts that is named like links as no links',
      { name: 0 },
      'Name|Maps',
      [
        ['Café Anna', 'Karte'],
        ['Bar Bo', 'Karte'],
      ],
    ],
    [
      'links by their heading in rows that have none yet',
      { link: 1, name: 0 },
      'Name|Maps',
      [['Café Anna', ''], ['Bar']],
    ],
    [
      'links rather than place ids and CIDs of the same listings',
      { link: 3, name: 0 },
      'name|place_id|cid|url',
      [
        ['A', placeId, '5822041866838061234', link(1)],
        ['B', otherPlaceId, '5822041866838061235', link(2)],
      ],
    ],
    [
      'the link to a listing rather than the link for reviews',
      { link: 0 },
      'Maps-Link|Review link',
      [[link(1), `https://search.google.com/local/writereview?placeid=${placeId}`]],
    ],
    [
      'no link if another column has more than half as many',
      {},
      'x|y',
      [
        [placeId, otherPlaceId],
        [otherPlaceId, placeId],
        [placeId, ''],
      ],
    ],
    [
      'no link if several columns could be it',
      {},
      'x|y',
      [
        [placeId, otherPlaceId],
        [otherPlaceId, placeId],
      ],
    ],
    [
      'CIDs',
      { link: 1, name: 0 },
      'Store|ID',
      [
        ['Anna', '5822041866838061234'],
        ['Bo', '17759648132674796470'],
      ],
    ],
    [
      'CIDs that a spreadsheet rounded',
      { link: 1, name: 0 },
      'Store|X',
      [
        ['Anna', '5.82204E+18'],
        ['Bo', '1,77596E+19'],
      ],
    ],
    [
      'short numbers as a reference, not as CIDs',
      { name: 1, reference: 0 },
      'CID|Customer',
      [
        ['17', 'Anna'],
        ['18', 'Bo'],
      ],
    ],
    [
      'phone numbers, EANs, and dates as no links',
      { name: 0 },
      'Name|A|B|C',
      [
        ['Café Anna', '+493012345678', '4006381333931', '2026-11-27'],
        ['Bar Bo', '0301234567', '4006381333948', '2026-11-28'],
      ],
    ],
    ['names alone', { name: 0 }, 'Name', [['Café Anna'], ['Bar Bo']]],
    ['names alone without a heading', { name: 0 }, 'Column 1', [['Café Anna'], ['Bar Bo']]],
    ['one column of links to other websites', { link: 0 }, 'Column 1', [['https://a.example'], ['https://b.example']]],
    [
      'the names of branches rather than their chain',
      { name: 1 },
      'Firma|Filiale',
      [
        ['ALDI', 'ALDI Mitte'],
        ['ALDI', 'ALDI Nord'],
        ['ALDI', 'ALDI Ost'],
      ],
    ],
    [
      'no name if two columns could be it',
      {},
      'Kunde|Firma',
      [
        ['Anna', 'Anna GmbH'],
        ['Bo', 'Bo AG'],
      ],
    ],
    [
      'numbers of branches as a reference, not as names',
      { name: 1, reference: 0 },
      'Filiale|Name',
      [
        ['0412', 'Anna'],
        ['0413', 'Bo'],
      ],
    ],
    [
      'the own number rather than the row number',
      { name: 2, reference: 1 },
      'Nr.|Filialnr.|Name',
      [['1', 'A-17', 'Anna']],
    ],
    [
      'the name of a business rather than the name of a person',
      { name: 1 },
      'Contact name|Company|First name|Last name',
      [['Eve Adams', 'Café Anna', 'Eve', 'Adams']],
    ],
    [
      'an address in one column, which repeats the city',
      { name: 0, address: [1] },
      'Name|Adresse|Ort',
      [
        ['Anna', 'Hauptstr. 1, 10115 Berlin', 'Berlin'],
        ['Bo', 'Hauptstr. 2, 20095 Hamburg', 'Hamburg'],
      ],
    ],
    [
      'an address in one column, which has only the street',
      { name: 0, address: [1, 2, 3] },
      'Name|Adresse|PLZ|Ort',
      [['Anna', 'Hauptstr. 1', '10115', 'Berlin']],
    ],
    [
      'a name and an address by their cells',
      { name: 0, address: [1] },
      'Column 1|Column 2',
      [
        ['Joe’s Pizza', '7 Carmine St, New York'],
        ['Moe’s', '1 Main St, Springfield'],
      ],
    ],
    [
      'countries by their cells, in several languages',
      { name: 0, country: 1 },
      'Name|Herkunft|X',
      [
        ['Anna', 'Deutschland', 'CA'],
        ['Bo', 'France', 'GA'],
      ],
    ],
    [
      'no country if the column has something else',
      { name: 0 },
      'Name|Land',
      [
        ['Anna', 'Bayern'],
        ['Bo', 'Hessen'],
      ],
    ],
    [
      'no column that Pinref added',
      { link: 0, name: 1 },
      'Link|Name|pinref_cid|pinref_title|pinref_maps_url',
      [
        [link(1), 'Anna', '5822041866838061234', 'Café Anna', link(1)],
        ['', 'Bo', '5822041866838061235', 'Bar Bo', link(2)],
      ],
    ],
    [
      'long numbers of their own as a reference',
      { link: 2, name: 0, reference: 1 },
      'Name|Vertragsnummer|Col',
      [
        ['Anna', '20261127000000001', link(1)],
        ['Bo', '20261127000000002', ''],
      ],
    ],
    [
      'names in the column that is named after links',
      { link: 1, reference: 0 },
      'id|url',
      [
        ['1', 'Anna'],
        ['2', 'Bo'],
      ],
    ],
    ['the only column, whatever its heading', { name: 0 }, 'Bezirk', [['Anna']]],
    ['nothing in a list without columns', {}, '', []],
  ]

  test.each(sheets)('%s', (_, guess, names, rows) => {
    expect(guessColumns(names.split('|'), rows)).toEqual({ ...none, ...guess })
  })

  test('in a long sheet from the same cells as in a short one', () => {
    const names = ['Name', 'Link', 'Text', 'Link 2']
    const rows = (count: number) => Array.from({ length: count }, () => ['Anna', link(1), 'a/'.repeat(10_000), link(2)])
    expect(stepsOf(() => guessColumns(names, rows(10_000)))).toBe(stepsOf(() => guessColumns(names, rows(50))))
    expect(guessColumns(names, rows(50))).toEqual({ ...none, link: 1, name: 0 })
  })

  test.each([
    [
      'Record ID|Company name|Street Address|City|State/Region|Postal Code|Country/Region|Phone Number|Website URL|Google Maps URL',
      { link: 9, name: 1, address: [2, 3, 4, 5], country: 6, reference: 0 },
    ],
    [
      'Account ID|Account Name|Billing Street|Billing City|Billing Country|Shipping Street|Shipping City|Shipping Country',
      { name: 1, reference: 0 },
    ],
    [
      'query|name|site|category|phone|full_address|latitude|reviews|country|country_code|place_id|cid|location_link|reviews_link',
      { link: 12, name: 1, address: [5], country: 8 },
    ],
    [
      'title|totalScore|reviewsCount|street|city|countryCode|website|url',
      { link: 7, name: 0, address: [3, 4], country: 5 },
    ],
    [
      'Store Code|Business name|Address line 1|Address line 2|Locality|Administrative area|Country / Region|Postal code|Website',
      { name: 1, address: [2, 3, 4, 5, 7], country: 6, reference: 0 },
    ],
    ['Name1|Name2|Strasse|PLZ|Ort|Land|Kundennr', { name: 0, address: [2, 3, 4], country: 5, reference: 6 }],
    ['Lfd. Nr.|Objekt-Nr.|Objektbezeichnung|Ansprechpartner|Google Maps', { link: 4, name: 2, reference: 1 }],
    ['Name des Kunden|Adresse des Kunden|Nummer des Kunden', { name: 0, address: [1], reference: 2 }],
    ['Firma/Name|Straße, Hausnummer|Postleitzahl, Ort|Standortlink', { link: 3, name: 0, address: [1, 2] }],
    ['ID|Razón Social|Nombre Comercial|Domicilio', { name: 2, address: [3], reference: 0 }],
    ['取引先名|所在地|電話|担当者|URL', { link: 4, name: 0, address: [1] }],
    ['번호|매장명|주소|네이버 링크|구글 링크', { link: 4, name: 1, address: [2], reference: 0 }],
  ])('by the headings of an export: %s', (names, guess) => {
    expect(guessColumns(names.split('|'), [])).toEqual({ ...none, ...guess })
  })
})
