import { describe, expect, test } from 'vitest'
import { countries } from '@/server/features/listings/country'
import { countryInAddress, countryOf } from '@/server/features/lists/country-names'

const languages = 'en de fr es it pt pt-PT nl pl sv tr ja ko zh-Hans zh-Hant ar he'.split(' ')

describe('countryOf', () => {
  test.each(languages)('reads the name of every country in %s', (language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    expect(countries.map((code) => countryOf(names.of(code) ?? ''))).toEqual(countries)
  })

  test('reads every code of three letters once', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const read = codes.map((code) => [code, countryOf(code)]).filter(([, country]) => country !== null)
    const short = new Set('ABD BAE BRD CAD CIN DRC EAU EUA FAS IRA KSA OMA PRC RDC ROK UAE VAE'.split(' '))
    const ofCodes = read.filter(([code]) => !short.has(code ?? '')).map(([, country]) => country)
    expect(ofCodes.toSorted()).toEqual(countries)
  })

  test.each([
    ['de', 'DE'],
    ['UK', 'GB'],
    ['DEU', 'DE'],
    ['usa', 'US'],
    ['U.S.', 'US'],
    ['U.S.A.', 'US'],
    ['EE. UU.', 'US'],
    ['ארה״ב', 'US'],
    ['BRD', 'DE'],
    ['D', 'DE'],
    ['A', 'AT'],
    ['DEUTSCHLAND', 'DE'],
    [' Schweiz ', 'CH'],
    ['Österreich', 'AT'],
    ['Osterreich', 'AT'],
    ['Holland', 'NL'],
    ['England', 'GB'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Czech Republic', 'CZ'],
    ['日本', 'JP'],
    ['米国', 'US'],
    ['한국', 'KR'],
    ['台灣', 'TW'],
    ['السعودية', 'SA'],
    ['الإمارات', 'AE'],
    ['Georgia', 'GE'],
    ['', null],
    ['Bayern', null],
    ['Berlin', null],
    ['XX', null],
    ['n/a', null],
    ['—', null],
    ['EU', null],
  ])('reads %j as %s', (text, code) => {
    expect(countryOf(text)).toBe(code)
  })
})

test.each([
  ['Hauptstr. 1, 10115 Berlin, Germany', 'DE'],
  ['Hauptstr. 1, 10115 Berlin, Deutschland', 'DE'],
  ['Hauptstr. 1\n10115 Berlin\nDeutschland', 'DE'],
  ['Hauptstr. 1, D-10115 Berlin', 'DE'],
  ['Bahnhofstrasse 1, CH-8001 Zürich', 'CH'],
  ['Stephansplatz 1, Wien (Österreich)', 'AT'],
  ['10 Downing St, London SW1A 2AA, UK', 'GB'],
  ['1600 Amphitheatre Pkwy, Mountain View, CA 94043, USA', 'US'],
  ['350 5th Ave, New York, NY 10118, United States.', 'US'],
  ['Calle de Alcalá 1, 28014 Madrid, España', 'ES'],
  ['Av. Paulista 1000, São Paulo - SP, Brasil', 'BR'],
  ['Dam 1, Amsterdam, Holland', 'NL'],
  ['İstiklal Cd. 1, Beyoğlu, Türkiye', 'TR'],
  ['1 Raffles Place, Singapore 048616', 'SG'],
  ['日本、〒105-0011 東京都港区芝公園4丁目2−8', 'JP'],
  ['〒530-0001 大阪府大阪市北区', 'JP'],
  ['東京都港区芝公園4丁目', 'JP'],
  ['神奈川県横浜市西区', 'JP'],
  ['4 Chome Shibakoen, Minato, Tokyo, 日本', 'JP'],
  ['中国北京市东城区景山前街4号', 'CN'],
  ['台灣台北市信義區', 'TW'],
  ['香港九龍尖沙咀', 'HK'],
  ['대한민국 서울특별시 중구', 'KR'],
  ['شارع الملك فهد، الرياض، المملكة العربية السعودية', 'SA'],
  ['רחוב דיזנגוף 50, תל אביב, ישראל', 'IL'],
  ['Germany', 'DE'],
  // States, cities, and streets with a country's name or code.
  ['1 Main St, Los Angeles, CA', null],
  ['1 St Georges Terrace, PER', null],
  ['Musterweg 1, A', null],
  ['1 Main St, Atlanta, GA', null],
  ['1 Main St, Atlanta, Georgia', null],
  ['1 Market St, Wilmington, DE', null],
  ['1 Main St, Indianapolis, IN', null],
  ['Calle Real 1, 18001, Granada', null],
  ['Calle 21, Armenia', null],
  ['Marienplatz 1, Monaco', null],
  ['شارع الرينبو، عمّان', null],
  ['12 Rue de France', null],
  ['Hotel Deutschland', null],
  ['Avenida Brasil 100', null],
  ['1 Main St, Albuquerque, New Mexico', null],
  ['B-12 Sector 5, New Delhi', null],
  ['10115 Berlin', null],
  ['', null],
])('the country at the end of %j is %s', (address, code) => {
  expect(countryInAddress(address)).toBe(code)
})

test('a long address is read at its end only', () => {
  expect(countryInAddress(`${', x'.repeat(1_000_000)}, 10115 Berlin, Germany`)).toBe('DE')
})
