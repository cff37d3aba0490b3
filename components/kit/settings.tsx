'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { languageFor, type PosterLanguage, posterLanguages } from './text'

/** A person's settings for all kits, saved only in this browser. The language is one batch's own. */
export interface KitSettings {
  /** The business; empty to use each listing's name. */
  name: string
  language: PosterLanguage
  /** The batch for whose kit the language was chosen; null if it was not chosen. */
  languageOf: string | null
  logo: Logo | null
}

/** A logo, already drawn: a PNG as a data URL, and its size in pixels. */
export interface Logo {
  picture: string
  width: number
  height: number
}

export const longestName = 80

const storageKey = 'pinref.kit'

/** Large enough for print at the size that posters have room for. */
const logoBox = { width: 720, height: 360 }

const maxLogoBytes = 1024 * 1024

const picturePrefix = 'data:image/png;base64,'

/** Returns the storage. Throws if the browser blocks it. */
type StorageOf<Method extends keyof Storage> = () => Pick<Storage, Method>

/**
 * Reads the settings saved in this browser.
 * @param languages in the order of preference, used if none was chosen for this batch's kit.
 */
export function readSettings(
  storage: StorageOf<'getItem'>,
  languages: readonly string[],
  batchId: string | null = null,
): KitSettings {
  const saved = parsed(storage)
  const { name, language, languageOf, logo } = saved as Partial<Record<keyof KitSettings, unknown>>
  const chosen =
    batchId !== null && languageOf === batchId ? posterLanguages.find((one) => one === language) : undefined
  return {
    name: typeof name === 'string' ? name.slice(0, longestName) : '',
    language: chosen ?? languageFor(languages),
    languageOf: chosen ? batchId : null,
    logo: isLogo(logo) ? logo : null,
  }
}

/** Saves the settings. Returns false if the browser rejects the write, such as when storage is full. */
export function saveSettings(storage: StorageOf<'setItem'>, settings: KitSettings): boolean {
  try {
    storage().setItem(storageKey, JSON.stringify(settings))
    return true
  } catch {
    return false
  }
}

function parsed(storage: StorageOf<'getItem'>): object {
  try {
    const saved: unknown = JSON.parse(storage().getItem(storageKey) ?? '{}')
    return typeof saved === 'object' && saved !== null ? saved : {}
  } catch {
    return {}
  }
}

function isLogo(logo: unknown): logo is Logo {
  const { picture, width, height } = (logo ?? {}) as Partial<Logo>
  const fits = (length: unknown, most: number) =>
    Number.isInteger(length) && Number(length) > 0 && Number(length) <= most
  const isPicture = typeof picture === 'string' && picture.startsWith(picturePrefix)
  return isPicture && fits(width, logoBox.width) && fits(height, logoBox.height)
}

/**
 * Draws a logo from a file. Only its pixels are used, and an image in a page can't run scripts or load anything, so
 * nothing else in the file matters.
 * @throws Error with a message about the file.
 */
async function readLogo(file: File): Promise<Logo> {
  if (!/^image\/(png|jpeg|svg\+xml)$/.test(file.type)) throw new Error('Choose a PNG, JPEG, or SVG file.')
  if (file.size > maxLogoBytes) throw new Error('This file is larger than 1 MB. Choose a smaller one.')
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    // An SVG has no pixels of its own, so it is drawn as large as needed.
    const most = file.type === 'image/svg+xml' ? Number.POSITIVE_INFINITY : 1
    const scale = Math.min(most, logoBox.width / naturalWidth, logoBox.height / naturalHeight)
    const width = Math.max(1, Math.round(naturalWidth * scale))
    const height = Math.max(1, Math.round(naturalHeight * scale))
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    const logo = { picture: canvas.toDataURL('image/png'), width, height }
    if (!isLogo(logo)) throw new Error('not a picture')
    return logo
  } catch (cause) {
    throw new Error('This file can’t be read as an image. Choose another one.', { cause })
  } finally {
    URL.revokeObjectURL(url)
  }
}

export function LogoField({ logo, onChange }: { logo: Logo | null; onChange: (logo: Logo | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const take = (file: File) =>
    readLogo(file).then(
      (read) => {
        setFault('')
        onChange(read)
      },
      ({ message }: Error) => setFault(message),
    )
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => input.current?.click()}>{logo ? 'Replace logo' : 'Choose logo'}</Button>
        {logo && <Button onClick={() => onChange(null)}>Remove</Button>}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label="Logo file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void take(file)
            // Allows the same file to be chosen again after it is edited.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="alert" className="mt-1.5 text-sm font-medium text-limit empty:hidden">
        {fault}
      </p>
      {!fault && <p className="mt-1.5 text-sm text-soft">PNG, JPEG, or SVG, up to 1 MB.</p>}
    </div>
  )
}
