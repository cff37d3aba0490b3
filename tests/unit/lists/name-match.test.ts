import { expect, test } from 'vitest'
import { nameMatch } from '@/server/features/lists/name-match'
import { stepsOf } from '../links/steps'

/** A name in a list, the title of a listing, and how they compare. */
const pairs = {
  same: [
    ['Café Anna', 'CAFE ANNA'],
    ['Müller GmbH', 'Müller'],
    ['Mueller', 'Müller GmbH & Co. KG'],
    ['Weiß & Söhne', 'Weiss und Soehne OHG'],
    ['Bäckerei Schröder e.K.', 'Schröder Bäckerei'],
    ['Apotheke am Markt', 'Apotheke Am Markt'],
    ['Friedrichstr. Apotheke', 'Apotheke Friedrichstraße'],
    ['Acme Inc.', 'Acme, Inc'],
    ['Joe’s Pizza', "Joe's Pizza LLC"],
    ['Joes Pizza', "Joe's Pizza"],
    ['Mc Donalds', "McDonald's"],
    ['Toys R Us', 'Toys“R”Us'],
    ['J.P. Morgan', 'JP Morgan'],
    ['Smith and Sons Ltd', 'Smith & Sons'],
    ['The Coffee House', 'Coffee House'],
    ['L’Étoile SARL', "L'Etoile"],
    ['Boulangerie Dupont S.A.S.', 'Boulangerie Dupont'],
    ['Inversiones García, S.L.', 'INVERSIONES GARCIA'],
    ['Panadería Ñandú S.A.', 'Panaderia Nandu'],
    ['Tacos El Güero S.A. de C.V.', 'Tacos El Guero'],
    ['Pizzeria Da Michele S.r.l.', 'Pizzeria da Michele'],
    ['Fratelli Rossi S.p.A.', 'Fratelli Rossi'],
    ['Padaria São João Ltda', 'Padaria Sao Joao'],
    ['Bakkerij De Vries B.V.', 'Bakkerij de Vries'],
    ['Piekarnia Łódzka Sp. z o.o.', 'Piekarnia Lodzka'],
    ['Smörgåsbord AB', 'Smorgasbord'],
    ['Smørrebrød A/S', 'Smoerrebroed'],
    ['Kahvila Ääni Oy', 'Kahvila Aani'],
    ['İstanbul Kebap Ltd. Şti.', 'ISTANBUL KEBAP'],
    ['Çiçek Lokantası A.Ş.', 'Cicek Lokantasi'],
    ['株式会社山田商店', '山田商店'],
    ['㈱山田商店', '山田商店'],
    ['ｽﾀｰﾊﾞｯｸｽ 渋谷店', 'スターバックス渋谷店'],
    ['ＡＢＣ歯科', 'ABC歯科'],
    ['(주)한빛식당', '한빛 식당'],
    ['上海小笼包有限公司', '上海小笼包'],
    ['مطعم أحمد', 'مطعم احمد'],
    ['מאפיית לחם בע"מ', 'מאפיית לחם'],
    ['ООО Ромашка', 'Ромашка'],
    ['Day Spa', 'DAY SPA'],
  ],
  similar: [
    ['Café Anna', 'Café Anna Berlin-Mitte'],
    ['Café Anna (Berlin)', 'Café Anna'],
    ['4711 Café Anna', 'Café Anna'],
    ['ALDI', 'ALDI SÜD'],
    ['ALDI SÜD Filiale Köln', 'ALDI SÜD'],
    ['Lidl 1204', 'Lidl'],
    ['dm', 'dm-drogerie markt'],
    ['Hotel Adlon Kempinski Berlin', 'Adlon Kempinski Hotel am Brandenburger Tor'],
    ['Eifel Tower', 'Eiffel Tower'],
    ['Restaurant Colosuem', 'Restaurant Colosseum'],
    ['Cafe Anne', 'Cafe Anna'],
    ['Apotheken am Markt', 'Apotheke am Markt'],
    ['Atelier', "L'Atelier"],
    ['Hilton', 'Hilton Garden Inn Leiden'],
    ['Carrefour Market', 'Carrefour Market Paris Bastille'],
    ['El Corte Inglés', 'El Corte Inglés Castellana'],
    ['東京タワー', '東京タワー 公式ショップ'],
    ['渋谷店 スターバックス', 'スターバックス コーヒー 渋谷店'],
    ['Starbucks', 'スターバックス Starbucks'],
    ['이디야커피 강남', '이디야커피 강남점'],
    ['مطعم أحمد', 'مطعم أحمد للمأكولات'],
    ['Tokyo Tower', '東京タワー (Tokyo Tower)'],
  ],
  different: [
    ['Café Anna', 'Café Bella'],
    ['ALDI SÜD', 'ALDI Nord'],
    ['Restaurant Anna', 'Restaurant Bella'],
    ['Zahnarztpraxis Dr. Müller', 'Zahnarztpraxis Dr. Maier'],
    ['REWE 1234', 'REWE 5678'],
    ['Subway Filiale 12', 'Subway Filiale 13'],
    ['Starbucks Shibuya', 'Starbucks Shinjuku'],
    ['Joe’s Pizza', 'Petco'],
    ['Bar Luca', 'Bar Luna'],
    ['Hotel du Lac', 'Hotel du Nord'],
    ['Farmacia Central', 'Farmacia San José'],
    ['Museo del Prado', 'Museo Reina Sofía'],
    ['東京タワー', '大阪城'],
    ['山田商店', '佐藤商店'],
    ['مطعم أحمد', 'مطعم خالد'],
    ['בית קפה', 'מאפיית לחם'],
    ['4711', 'Café Anna'],
  ],
  null: [
    ['東京タワー', 'Tokyo Tower'],
    ['Tokyo Tower', '도쿄 타워'],
    ['Московский музей', 'Moscow Museum'],
    ['すし', '寿司'],
    ['مطعم أحمد', 'Ahmad Restaurant'],
    ['スターバックス Shibuya', 'Starbucks 渋谷'],
    ['', 'Café Anna'],
    ['Café Anna', ''],
    ['???', '!!!'],
  ],
} as const

const rows = Object.entries(pairs).flatMap(([match, names]) =>
  names.map(([name, title]) => ({ name, title, match: match === 'null' ? null : match })),
)

test.each(rows)('“$name” and “$title” are compared as $match in both directions', ({ name, title, match }) => {
  expect([nameMatch(name, title), nameMatch(title, name)]).toEqual([match, match])
})

test.each([
  ['many words', (length: number) => 'Bäckerei Müller und Söhne '.repeat(length), 'Kaffeehaus Maier GmbH & Co. KG '],
  ['similar words', (length: number) => Array.from({ length }, (_, index) => `abcdefg${index}`).join(' '), 'abcdefh '],
  ['no spaces', (length: number) => '東京駅前'.repeat(length), '京都駅前'],
  ['initials', (length: number) => 'S. A. '.repeat(length), 'a.b.c. '],
  ['marks', (length: number) => '(.&/"'.repeat(length), ')(. . '],
])('comparing long names with %s takes limited steps', (_, name, other) => {
  const steps = (length: number) => stepsOf(() => nameMatch(name(length), other.repeat(length)))
  expect(steps(1_000)).toBeLessThan(30_000)
  expect(steps(100_000)).toBe(steps(1_000))
})
