import { classNames } from '@/components/ui/class-names'

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

interface ThemeSwitchProps {
  /** Tells one switch of a page from another. */
  name: string
  className?: string
}

/**
 * Switches between the system's theme, light and dark. `public/theme.js`, for which every page waits, keeps what is chosen in
 * this browser and sets it: `data-theme` on `<html>`, which choice is checked, and the `media` of the tags that colour the
 * browser's bars. So it needs no React, and works before that is there; without JavaScript it is hidden.
 */
export const ThemeSwitch = ({ name, className }: ThemeSwitchProps) => (
  <fieldset
    className={classNames(
      'hidden w-fit rounded-md border border-edge bg-sheet p-0.5 text-sm [html[data-theme]_&]:flex',
      className,
    )}
  >
    <legend className="sr-only">Theme</legend>
    {themes.map(([theme, words]) => (
      <label
        key={theme}
        className="relative cursor-pointer rounded-sm px-2.5 py-1.5 font-medium text-ink has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
      >
        <input type="radio" name={name} value={theme} data-theme-choice className="sr-only" />
        {words}
      </label>
    ))}
  </fieldset>
)
