import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/e2e/chromium'
import { sharedServer } from './tests/e2e/servers'
import { filesOf } from './tests/run/commands'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Turns off two of Chromium's own pages, the popups of its address bar, and its checks for dangling pointers: they slow
 * the tests down. Chromium obeys only the last `--disable-features`, so the list repeats the features that Playwright
 * turns off.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'PartitionAllocBackupRefPtr',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'dist/test/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // Long enough for a busy machine: on an idle machine, no test takes even 10% of this limit.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tests/run/playwright-reporter.ts']],
  use: {
    // The global setup starts the production build and sets its address.
    baseURL: sharedServer('main').url,
    // Only the tests about the service worker allow it, because tests can't see or mock requests that pass through one.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      // Without a UTF-8 locale, Chromium saves files with non-ASCII names as "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A thread instead of a process draws the pages: 6% less processor time per page.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live too briefly for optimized code to pay off: without it, the tests take 5% less processor time.
        '--js-flags=--no-opt,--no-maglev',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      // `npm run test:full` skips the journeys in `npm test`.
      ...(process.env.JOURNEYS === 'done' && { testIgnore: filesOf('test', 'e2e').map((file) => `**/${file}`) }),
    },
    // Tests for touch and for how a phone handles a page. The desktop tests check every state at a phone's width too.
    { name: 'phone', use: phone, grep: /@phone/ },
    // Runs only if README_PICTURES is set: it writes the README's pictures.
    ...(process.env.README_PICTURES
      ? [{ name: 'pictures', testMatch: '**/readme.pictures.ts', use: { viewport: { width: 1280, height: 1000 } } }]
      : []),
  ],
})
