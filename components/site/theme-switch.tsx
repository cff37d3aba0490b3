import { classNames } from '@/components/ui/class-names'

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

interface ThemeSwitchProps {
  /** Unique among a page's switches. */
  name: string
  className?: string
}

/**
 * Switches between the system's theme, light, and dark. Every page waits for `public/page.js`, which saves the choice
 * in this browser and applies it: it sets `data-theme` on `<html>`, the checked choice, and the `media` of the tags
 * that color the browser's bars. As a result, the switch needs no React and works before hydration. Without JavaScript,
 * the switch is hidden.
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
