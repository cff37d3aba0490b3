import { describe, expect, it } from 'vitest'
import { fitText, type Limits, languageFor, posterLanguages, posterWords, styleOf } from '@/components/kit/text'

/** Every character is half as wide as it is high; East Asian characters are square. */
const measure = (text: string) =>
  [...text].reduce((width, sign) => width + (/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(sign) ? 1 : 0.5), 0)

const limits: Limits = { width: 80, height: 30, most: 10, least: 4, lines: 3, weight: 600, color: '#000000' }
const setLines = (text: string, changes?: Partial<Limits>) => fitText(text, 'en', measure, { ...limits, ...changes })

describe('fitText', () => {
  it('sets a short name on one line, as large as allowed', () => {
    expect(setLines('Café Roma')).toMatchObject({ lines: ['Café Roma'], size: 10 })
  })

  it('breaks a long name between words into lines of similar length', () => {
    expect(setLines('The Old Coffee House by the River').lines).toEqual(['The Old Coffee', 'House by the River'])
  })

  it('shrinks a long word instead of breaking it', () => {
    const { lines, size } = setLines('Donaudampfschifffahrtsmuseum')
    expect(lines).toHaveLength(1)
    expect(measure(lines[0] ?? '') * size).toBeLessThanOrEqual(80)
  })

  it('breaks text in scripts without spaces between words, and never starts a line with their punctuation', () => {
    const { lines } = setLines('株式会社東京駅前、中央珈琲店')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe('株式会社東京駅前、中央珈琲店')
    expect(lines.every((line) => !line.startsWith('、'))).toBe(true)
  })

  it('keeps a katakana word and the particle after it on one line', () => {
    const { lines } = setLines('Googleでクチコミをお願いします', { width: 60, most: 6.4, least: 6.4 })
    expect(lines).toEqual(['Googleでクチコミを', 'お願いします'])
  })

  it('ends text that does not fit at the smallest size with an ellipsis', () => {
    const { lines, size } = setLines('word '.repeat(100), { lines: 2 })
    expect(size).toBe(4)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/…$/)
    for (const line of [...lines, ...setLines('x'.repeat(500)).lines]) expect(measure(line) * 4).toBeLessThanOrEqual(80)
  })
})

describe('posterWords', () => {
  it('fit on a poster without becoming tiny', () => {
    for (const language of posterLanguages) {
      const { review, scan } = posterWords[language]
      const set = fitText(review, language, measure, { ...limits, width: 83, most: 6.4, height: 15, lines: 2 })
      expect(set.lines.join(' ')).not.toContain('…')
      expect(set.size, review).toBeGreaterThan(5)
      expect(scan).not.toBe('')
    }
  })
})

it.each([
  [['de-CH', 'fr'], 'de'],
  [['eo', 'ja-JP'], 'ja'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-CN'], 'zh-Hans'],
  [['pt-BR'], 'pt'],
  [['pt-PT'], 'pt-PT'],
  [['eo'], 'en'],
  [[], 'en'],
])('a person who reads %j gets posters in %s', (preferred, language) => {
  expect(languageFor(preferred)).toBe(language)
})

describe('styleOf', () => {
  it('renders each name in fonts for its language, regardless of the poster’s language', () => {
    expect(styleOf('すし 太郎', 'de')).toMatchObject({ lang: 'ja', direction: 'ltr' })
    expect(styleOf('김밥천국', 'en').lang).toBe('ko')
    expect(styleOf('北京烤鸭', 'en').lang).toBe('zh-Hans')
    expect(styleOf('東京', 'ja').lang).toBe('ja')
    expect(styleOf('1. مقهى البحر', 'en').direction).toBe('rtl')
    expect(styleOf('קפה', 'en').direction).toBe('rtl')
  })

  it('does not mix two fonts in a word with letters that the site’s font lacks', () => {
    expect(styleOf('Żabka', 'pl').fonts).toMatch(/^Geist/)
    expect(styleOf('Phở Hà Nội', 'en').fonts).not.toContain('Geist')
  })
})
